import { field, isMap, type JsonMap, mapField } from '../formats/json/json-value';
import { schemaWithoutDescriptions } from '../formats/schema/changes/crd-schema';
import type { Bundle } from './bundle';
import type { Manifest } from './model/manifest';
import { BundleLimits, imageRemedy, megabytes } from './size';

/** Parts that may be removed from a bundle that is too large to install from a catalog. Each level includes the previous ones. */
export enum SlimLevel {
  /** Nothing: the bundle stays unchanged. */
  NONE = 'None',

  /** Descriptions in the schemas of CRDs, which `kubectl explain` shows. Validation stays the same. */
  CRD_DESCRIPTIONS = 'CrdDescriptions',

  /** Also the CSV's icon, then its example resources (annotations alm-examples and olm.examples), which consoles show. */
  ICON_AND_EXAMPLES = 'IconAndExamples',
}

/** Result of slimming a bundle. @internal */
export interface SlimResult {
  /** Bundle after slimming; the same object if nothing was removed. */
  readonly bundle: Bundle;

  /** Descriptions of the removed parts, with their size as JSON. */
  readonly removed: string[];

  /** Whether the bundle fits after slimming. */
  readonly fits: boolean;

  /**
   * Reason why OLM cannot install the bundle, with figures and remedies.
   *
   * @default - none; the bundle fits
   */
  readonly refusal?: string;
}

/** A removable part; the least important is removed first. */
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
 * Removes parts of a bundle, up to a level, until the InstallPlan with its manifests fits. A bundle that fits is not changed.
 *
 * @param level highest level of slimming
 * @param limitBytes maximum size of the InstallPlan
 * @internal
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
  if (fits) {
    return { bundle: slimmed, removed, fits };
  }
  return {
    bundle: slimmed,
    removed,
    fits,
    // It compresses all manifests and tries the higher levels.
    get refusal(): string {
      return refusal(bundle, slimmed, level, limitBytes);
    },
  };
}

/** Returns the reason why the bundle does not fit, and the remedy: a higher level if that would help, otherwise an alternative. */
function refusal(bundle: Bundle, slimmed: Bundle, level: SlimLevel, limitBytes: number): string {
  const enough = LEVELS.slice(LEVELS.indexOf(level) + 1)
    .map((higher) => ({ higher, result: slimBundle(bundle, higher, limitBytes) }))
    .find(({ result }) => result.fits);
  const image = imageRemedy(bundle);
  const remedy = enough === undefined
    ? `no level of slimming makes it fit${image.isPossible ? ', so ' : '; '}${image.remedy}`
    : `set slim to SlimLevel.${Object.entries(SlimLevel).find(([, value]) => value === enough.higher)![0]}, which reduces it to `
      + `${megabytes(enough.result.bundle.size.installPlan)}${image.isPossible ? `, or ${image.remedy}` : ''}`;
  return `bundle "${bundle.name}" is too large for OLM to install from a catalog that contains its manifests: ${megabytes(slimmed.size.compactJson)} `
    + `of JSON, and an InstallPlan of ${megabytes(slimmed.size.installPlan)}, of at most ${megabytes(limitBytes)} (etcd accepts `
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

/** Schemas are in each version, and in v1beta1 also beside the versions. */
function crdSpecWithoutDescriptions(spec: JsonMap): JsonMap {
  const versions = field(spec, 'versions');
  return {
    ...spec,
    ...(Array.isArray(versions) ? { versions: versions.map((version: unknown) => (isMap(version) ? withSlimSchema(version, 'schema') : version)) } : {}),
    ...withSlimSchema(spec, 'validation', {}),
  };
}

function withSlimSchema(parent: JsonMap, key: 'schema' | 'validation', rest: JsonMap = parent): JsonMap {
  const validation = field(parent, key);
  const schema = field(validation, 'openAPIV3Schema');
  return isMap(validation) && isMap(schema) ? { ...rest, [key]: { ...validation, openAPIV3Schema: schemaWithoutDescriptions(schema) } } : rest;
}

function without(map: JsonMap, ...keys: string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}

function thousands(bytes: number): string {
  const digits = String(bytes);
  const first = digits.length % 3;
  return [...(first === 0 ? [] : [digits.slice(0, first)]), ...digits.slice(first).match(/\d{3}/g) ?? []].join(',');
}
