import type { Bundle } from './bundle';
import { field, isMap, mapField, setOwn } from './json-value';
import type { JsonMap } from './json-value';
import type { Manifest } from './manifest';
import { megabytes } from './megabytes';
import { BundleLimits } from './size';
import { imageRemedy } from './unpacked-size';

/** What may be taken out of a bundle that is too large to install from a catalog. Each level includes the ones before it. */
export enum SlimLevel {
  /** Nothing: the bundle stays as it is. */
  NONE = 'None',

  /** The descriptions in the schemas of CRDs, which `kubectl explain` shows. What is valid stays the same. */
  CRD_DESCRIPTIONS = 'CrdDescriptions',

  /** Then the CSV's icon, then its example resources (annotations alm-examples and olm.examples), which consoles show. */
  ICON_AND_EXAMPLES = 'IconAndExamples',
}

/** What slimming made of a bundle. */
export interface SlimResult {
  /** The bundle after slimming; the same object when nothing was removed. */
  readonly bundle: Bundle;

  /** What was removed, one sentence each with the bytes it took as JSON. */
  readonly removed: string[];

  /** Whether the bundle fits now. */
  readonly fits: boolean;

  /**
   * Why OLM could not install the bundle, with figures and remedies.
   *
   * @default - it fits
   */
  readonly refusal?: string;
}

/** One kind of thing to take out, in the order in which they go: what is missed least first. */
interface SlimStep {
  readonly level: SlimLevel;
  readonly what: string;
  readonly apply: (bundle: Bundle) => Manifest[];
}

const LEVELS = [SlimLevel.NONE, SlimLevel.CRD_DESCRIPTIONS, SlimLevel.ICON_AND_EXAMPLES];

const STEPS: readonly SlimStep[] = [
  { level: SlimLevel.CRD_DESCRIPTIONS, what: 'the descriptions in the schemas of its CRDs', apply: withoutCrdDescriptions },
  { level: SlimLevel.ICON_AND_EXAMPLES, what: 'the icon of its CSV', apply: withoutIcon },
  { level: SlimLevel.ICON_AND_EXAMPLES, what: 'the example resources of its CSV', apply: withoutExamples },
];

/**
 * Takes out of a bundle what the level permits, until the InstallPlan that would carry its manifests fits. It stops as soon as it does; a
 * bundle that fits is left alone.
 *
 * @param level the most that may go
 * @param limitBytes what the InstallPlan may take
 */
export function slimBundle(bundle: Bundle, level: SlimLevel, limitBytes: number = BundleLimits.INSTALL_PLAN_BYTES): SlimResult {
  let slimmed = bundle;
  const removed: string[] = [];
  for (const step of STEPS) {
    if (slimmed.size.installPlan <= limitBytes || LEVELS.indexOf(step.level) > LEVELS.indexOf(level)) {
      break;
    }
    const next = slimmed._withManifests(step.apply(slimmed));
    const bytes = slimmed.size.compactJson - next.size.compactJson;
    if (bytes > 0) {
      removed.push(`removed ${step.what}: ${thousands(bytes)} bytes of JSON`);
      slimmed = next;
    }
  }
  const fits = slimmed.size.installPlan <= limitBytes;
  return { bundle: slimmed, removed, fits, ...(fits ? {} : { refusal: refusal(bundle, slimmed, level, limitBytes) }) };
}

/** Why the bundle does not go in, and what to do: a higher level if one would do, else other ways. */
function refusal(bundle: Bundle, slimmed: Bundle, level: SlimLevel, limitBytes: number): string {
  const enough = LEVELS.slice(LEVELS.indexOf(level) + 1)
    .map((higher) => ({ higher, result: slimBundle(bundle, higher, limitBytes) }))
    .find(({ result }) => result.fits);
  const image = imageRemedy(bundle);
  const remedy = enough === undefined
    ? `no level of slimming makes it fit${image.isPossible ? ', so ' : '; '}${image.remedy}`
    : `set slim to SlimLevel.${Object.entries(SlimLevel).find(([, value]) => value === enough.higher)![0]}, which takes it to `
      + `${megabytes(enough.result.bundle.size.installPlan)}${image.isPossible ? `, or ${image.remedy}` : ''}`;
  return `bundle "${bundle.name}" is too large for OLM to install from a catalog that carries its manifests: ${megabytes(slimmed.size.compactJson)} `
    + `of JSON, and an InstallPlan of ${megabytes(slimmed.size.installPlan)}, of at most ${megabytes(limitBytes)} (etcd takes `
    + `${megabytes(BundleLimits.ETCD_REQUEST_BYTES)} in one request)${slimmed === bundle ? '' : ', even after slimming'}; ${remedy}`;
}

function withoutCrdDescriptions({ manifests, crds }: Bundle): Manifest[] {
  return manifests.map((manifest) => (crds.includes(manifest) ? withSpec(manifest, crdSpecWithoutDescriptions) : manifest));
}

function withoutIcon({ manifests, csv }: Bundle): Manifest[] {
  return manifests.map((manifest) => (manifest === csv.manifest ? withSpec(manifest, (spec) => without(spec, 'icon')) : manifest));
}

function withoutExamples({ manifests, csv }: Bundle): Manifest[] {
  return manifests.map((manifest) => {
    if (manifest !== csv.manifest) {
      return manifest;
    }
    const metadata = mapField(manifest.content, 'metadata');
    const annotations = without(mapField(metadata, 'annotations'), 'alm-examples', 'olm.examples');
    return manifest._withContent({ ...manifest.content, metadata: { ...metadata, annotations } });
  });
}

function withSpec(manifest: Manifest, change: (spec: JsonMap) => JsonMap): Manifest {
  return manifest._withContent({ ...manifest.content, spec: change(mapField(manifest.content, 'spec')) });
}

/** Schemas stand in each version, and in v1beta1 also beside the versions. */
function crdSpecWithoutDescriptions(spec: JsonMap): JsonMap {
  const versions = field(spec, 'versions');
  return {
    ...spec,
    ...(Array.isArray(versions) ? { versions: versions.map((version: unknown) => (isMap(version) ? schemaHolder(version, 'schema') : version)) } : {}),
    ...schemaHolder(spec, 'validation', {}),
  };
}

function schemaHolder(holder: JsonMap, key: 'schema' | 'validation', rest: JsonMap = holder): JsonMap {
  const held = field(holder, key);
  const schema = field(held, 'openAPIV3Schema');
  return isMap(held) && isMap(schema) ? { ...rest, [key]: { ...held, openAPIV3Schema: schemaWithoutDescriptions(schema) } } : rest;
}

/** Keywords whose value is a schema, or a list of schemas. */
const SCHEMA_KEYWORDS = new Set(['items', 'additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', 'not']);

/** Keywords whose value is a map of names of the user's choice to schemas. A property may well be called "description". */
const SCHEMA_MAP_KEYWORDS = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);

/**
 * A JSON schema without the keyword `description`, in every schema inside it. Whatever is not a schema, such as defaults, examples and
 * the values of an enum, stays as it is.
 */
export function schemaWithoutDescriptions(schema: JsonMap): JsonMap {
  const slim: { [key: string]: unknown } = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMA_KEYWORDS.has(keyword)) {
      setOwn(slim, keyword, Array.isArray(value) ? value.map(slimSchema) : slimSchema(value));
    } else if (SCHEMA_MAP_KEYWORDS.has(keyword) && isMap(value)) {
      setOwn(slim, keyword, slimSchemas(value));
    } else if (keyword !== 'description' || typeof value !== 'string') {
      setOwn(slim, keyword, value);
    }
  }
  return slim;
}

function slimSchemas(schemas: JsonMap): JsonMap {
  const slim: { [key: string]: unknown } = {};
  for (const [name, schema] of Object.entries(schemas)) {
    setOwn(slim, name, slimSchema(schema));
  }
  return slim;
}

function slimSchema(schema: unknown): unknown {
  return isMap(schema) ? schemaWithoutDescriptions(schema) : schema;
}

function without(map: JsonMap, ...keys: string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

function thousands(bytes: number): string {
  return String(bytes).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
