import type { BundleDocument, Property } from './wire';
import { Bundle } from '../bundle';
import type { BundleProperty } from '../bundle-property';
import { isMap, textField } from '../json-value';
import { Manifest } from '../manifest';
import { REGISTRY_V1 } from '../read/annotations';
import { checkCsv } from '../read/csv-shape';
import { Problems } from '../read/problems';
import { readYaml } from '../yaml/read-yaml';
import { YamlSyntaxError } from '../yaml/yaml-syntax-error';

const BUNDLE_OBJECT = 'olm.bundle.object';
const LIMITS = { target: 'object', maxDepth: 500, maxNodes: 1_000_000 } as const;

const LONG_NUMBER = /\d{16}/;

/** Property types that are no properties of the bundle itself, but derived from its manifests, or dependencies. */
const DEPENDENCY_TYPES: ReadonlyMap<string, (value: unknown) => BundleProperty> = new Map([
  ['olm.gvk.required', (value: unknown) => ({ type: 'olm.gvk', value })],
  ['olm.package.required', (value: unknown) => ({
    type: 'olm.package', value: { packageName: textField(value, 'packageName') ?? '', version: textField(value, 'versionRange') ?? '' },
  })],
  ['olm.constraint', (value: unknown) => ({ type: 'olm.constraint', value })],
]);
const DERIVED_TYPES = new Set([BUNDLE_OBJECT, 'olm.csv.metadata', 'olm.gvk', 'olm.package', ...DEPENDENCY_TYPES.keys()]);

/**
 * The bundle that a document of a catalog carries itself: its manifests, and what its properties say of dependencies.
 *
 * @param document the document
 * @param channels the channels that the bundle is in
 * @param defaultChannel the default channel of the package
 * @returns undefined when the document carries no manifests, or they are no bundle that OLM could install
 */
export function inlineBundle(document: BundleDocument, channels: readonly string[], defaultChannel: string): Bundle | undefined {
  const objects = document.properties.filter(({ type }) => type === BUNDLE_OBJECT);
  const manifests = objects.map((property, index) => manifestOf(property, index)).filter((manifest) => manifest !== undefined);
  const problems = new Problems();
  checkCsv(manifests, problems);
  if (manifests.length < objects.length || problems.list.length > 0) {
    return undefined;
  }
  return Bundle._of(`bundle ${document.name} of the catalog`, {
    mediaType: REGISTRY_V1,
    annotations: {
      'operators.operatorframework.io.bundle.package.v1': document.package,
      'operators.operatorframework.io.bundle.channels.v1': channels.join(','),
      'operators.operatorframework.io.bundle.channel.default.v1': defaultChannel,
    },
    manifests,
    dependencies: document.properties.flatMap(({ type, value }) => DEPENDENCY_TYPES.get(type)?.(value) ?? []),
    properties: document.properties.filter(({ type }) => !DERIVED_TYPES.has(type)).map(({ type, value }) => ({ type, value })),
  });
}

function manifestOf({ value }: Property, index: number): Manifest | undefined {
  const text = Buffer.from(textField(value, 'data') ?? '', 'base64').toString('utf8');
  try {
    const content = parsed(text);
    return isMap(content) ? Manifest._of(`manifests/object-${index}.json`, content) : undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** JSON.parse is much faster, but rounds long numbers, and may fail where Go does not. */
function parsed(text: string): unknown {
  if (text.startsWith('{') && !LONG_NUMBER.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // What opm takes for JSON need not be any.
    }
  }
  return readYaml(text, LIMITS).value;
}
