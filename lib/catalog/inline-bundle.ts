import { goText } from '../formats/json/utf8-text';
import type { BundleBlob, Property } from './declcfg/declcfg';
import { Bundle } from '../bundle/bundle';
import { Problems } from '../bundle/model/bundle-error';
import type { BundleProperty } from '../bundle/model/bundle-property';
import { propertyValue } from '../bundle/model/go-types';
import { Manifest } from '../bundle/model/manifest';
import { REGISTRY_V1 } from '../bundle/read/annotations';
import { checkCsv } from '../bundle/read/csv-shape';
import { parseJson } from '../formats/json/exact-json';
import { isMap, stringField } from '../formats/json/json-value';
import { readYaml } from '../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../formats/yaml/source-text';
import { BUNDLE_ANNOTATION } from '../bundle/model/bundle-content';

const BUNDLE_OBJECT = 'olm.bundle.object';
const LIMITS = { target: 'object', maxDepth: 500, maxNodes: 1_000_000 } as const;

/** Types of properties that `opm render` derives from dependencies, with functions that restore the dependency. */
const DEPENDENCY_TYPES: ReadonlyMap<string, (value: unknown) => BundleProperty> = new Map([
  ['olm.gvk.required', (value: unknown) => ({ type: 'olm.gvk', value })],
  ['olm.package.required', (value: unknown) => ({
    type: 'olm.package', value: { packageName: stringField(value, 'packageName') ?? '', version: stringField(value, 'versionRange') ?? '' },
  })],
  ['olm.constraint', (value: unknown) => ({ type: 'olm.constraint', value })],
]);
const DERIVED_TYPES = new Set([BUNDLE_OBJECT, 'olm.csv.metadata', 'olm.gvk', 'olm.package', ...DEPENDENCY_TYPES.keys()]);

/**
 * Reads the bundle that a blob contains inline: its manifests, and the dependencies in its properties.
 *
 * @param channels the channels that contain the bundle
 * @param defaultChannel the default channel of the package
 * @returns the bundle, or undefined if the blob has no manifests, or OLM could not install them
 */
export function inlineBundle(blob: BundleBlob, channels: readonly string[], defaultChannel: string): Bundle | undefined {
  const objects = blob.properties.filter(({ type }) => type === BUNDLE_OBJECT);
  const manifests = objects.map((property, index) => manifestOf(property, index)).filter((manifest) => manifest !== undefined);
  const problems = new Problems();
  checkCsv(manifests, problems);
  if (manifests.length < objects.length || problems.list.length > 0) {
    return undefined;
  }
  return Bundle._of(`bundle ${blob.name} of the catalog`, {
    mediaType: REGISTRY_V1,
    annotations: {
      [BUNDLE_ANNOTATION.PACKAGE]: blob.package,
      [BUNDLE_ANNOTATION.CHANNELS]: channels.join(','),
      [BUNDLE_ANNOTATION.DEFAULT_CHANNEL]: defaultChannel,
    },
    manifests,
    dependencies: blob.properties.flatMap((property) => DEPENDENCY_TYPES.get(property.type)?.(propertyValue(property)) ?? []),
    properties: blob.properties.filter(({ type }) => !DERIVED_TYPES.has(type)).map(({ type, value }) => ({ type, value })),
  });
}

function manifestOf(property: Property, index: number): Manifest | undefined {
  const data = goText(Buffer.from(stringField(propertyValue(property), 'data') ?? '', 'base64'));
  try {
    const content = parsed(data);
    return isMap(content) ? Manifest._of(`manifests/object-${index}.json`, content) : undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** JSON is parsed much faster than YAML. */
function parsed(data: string): unknown {
  if (data.startsWith('{')) {
    try {
      return parseJson(data);
    } catch {
      // YAML in braces is not JSON.
    }
  }
  return readYaml(data, LIMITS).value;
}
