import { exactJson } from '../../../formats/json/exact-json';
import type { JsonMap } from '../../../formats/json/json-value';
import { schemaWithoutDescriptions } from '../../../formats/schema/changes/crd-schema';
import { CrdDescriptions } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { compareReleases } from '../../../formats/schema/release-range';
import { append } from '../../../text/lists';
import { OlmVersion } from '../model/olm-version';
import type { OlmSettings } from '../settings/olm-settings';
import { imagesUnless, manifestDocuments, type ManifestFile, manifestImages } from './manifest-files';
import { type ReleaseManifests, releaseManifests } from './release';
import { transfer } from './transfer';
import { printableMessage } from '../../../text/printable';

/** A release read from its manifests, with settings. */
export interface CustomRelease {
  /** Version without a leading `v`. */
  readonly version: string;
  readonly objects: readonly KubernetesManifest[];
  /** Settings that could not be applied, as sentences. */
  readonly unappliedSettings: readonly string[];
}

const CSV_CRD = ['CustomResourceDefinition', 'clusterserviceversions.operators.coreos.com'] as const;
const OLM_OPERATOR = ['Deployment', 'olm-operator'] as const;
const CATALOG_OPERATOR = ['Deployment', 'catalog-operator'] as const;
const PACKAGESERVER = ['ClusterServiceVersion', 'packageserver'] as const;

/**
 * Reads a release from its manifests and applies settings to it. The effect of the settings is derived from the nearest known release: its objects
 * are created with and without the settings, and the difference is applied to the given objects.
 *
 * @throws if the files are damaged or not a release of OLM, or are a release other than that of the settings
 */
export function customRelease(crds: ManifestFile, olm: ManifestFile, settings: OlmSettings): CustomRelease {
  const given = [...manifestDocuments(crds), ...manifestDocuments(olm)].map(withPlainVersion);
  const files = `${crds.file} and ${olm.file}`;
  required(given, CSV_CRD, files);
  required(given, OLM_OPERATOR, files);
  const catalogOperator = required(given, CATALOG_OPERATOR, files);
  const version = versionOf(required(given, PACKAGESERVER, files), olm.file);
  checkVersion(version, settings.version, olm.file);
  const known = nearestKnown(version);
  const images = manifestImages(catalogOperator, given.find(({ kind }) => kind === 'CatalogSource'));
  const { opm, ...otherImages } = images;
  const ownImages = known.opmImage === undefined || opm === undefined ? otherImages : images;
  const before = releaseManifests({ version: known, images: ownImages });
  const after = releaseManifests({ ...settings, version: known, images: { ...ownImages, ...settings.images } });
  const { objects, unappliedSettings } = applyDifference(given, before, after, settings.crdDescriptions);
  return { version, objects, unappliedSettings: [...unappliedSettings, ...objects.flatMap((object) => imageProblems(object, settings))] };
}

/** Images that are not in the nearest known release are not mirrored, and may have a tag. */
function imageProblems(object: KubernetesManifest, { registryMirror, requireDigests }: OlmSettings): string[] {
  const outside = registryMirror === undefined ? [] : imagesUnless(object, (image) => image.startsWith(`${registryMirror}/`));
  const byTag = requireDigests === true ? imagesUnless(object, (image) => image.includes('@')) : [];
  return [
    ...outside.map((image) => `${title(object)}: image ${image} is not pulled from the mirror`),
    ...byTag.map((image) => `${title(object)}: image ${image} has no digest`),
  ];
}

/** Applies the difference between two variants of a known release to the given objects. */
function applyDifference(
  given: readonly KubernetesManifest[],
  before: ReleaseManifests,
  after: ReleaseManifests,
  descriptions: CrdDescriptions | undefined,
): Omit<CustomRelease, 'version'> {
  const left = new Map(given.map((object) => [identity(object), object]));
  const unappliedSettings: string[] = [];
  const take = (object: KubernetesManifest): KubernetesManifest | undefined => {
    const found = left.get(identity(object));
    left.delete(identity(object));
    return found;
  };

  const crds = given.filter(({ kind }) => kind === 'CustomResourceDefinition');
  crds.forEach(take);
  const known = pairs(before, after).flatMap(([old, current]): KubernetesManifest[] => {
    if (old === undefined) {
      return current === undefined ? [] : [current];
    }
    const target = take(old);
    if (target === undefined) {
      return [];
    }
    return current === undefined ? [] : [transfer(old, current, target, '', (path) => {
      unappliedSettings.push(`${title(target)}: ${path} differs from ${before.packageserver.metadata.labels?.['olm.version'] ?? 'the nearest known release'}`);
    }) as KubernetesManifest];
  });

  const others = [...left.values()];
  if (exactJson(before.all.slice(before.crds.length)) !== exactJson(after.all.slice(after.crds.length))) {
    append(unappliedSettings, others.map((object) => `${title(object)} is unknown and is not changed`));
  }
  const ownCrds = descriptions === CrdDescriptions.NONE ? crds.map(withoutDescriptions) : crds;
  const namespaces = known.filter(({ kind }) => kind === 'Namespace');
  const rest = known.filter(({ kind }) => kind !== 'Namespace');
  return { objects: [...ownCrds, ...namespaces, ...others, ...rest], unappliedSettings };
}

/** An object without and with settings, or undefined in a variant that lacks it. */
type Pair = [before: KubernetesManifest | undefined, after: KubernetesManifest | undefined];

/** Pairs the objects of two variants by role: names and namespaces may differ. */
function pairs(before: ReleaseManifests, after: ReleaseManifests): Pair[] {
  const roles = Object.keys({ ...before, ...after }).filter((role) => role !== 'all' && role !== 'crds') as (keyof ReleaseManifests)[];
  return roles.flatMap((role) => {
    const [old, current] = [[before[role] ?? []].flat(), [after[role] ?? []].flat()] as [KubernetesManifest[], KubernetesManifest[]];
    return Array.from({ length: Math.max(old.length, current.length) }, (_, index): Pair => [old[index], current[index]]);
  });
}

/** Removes the `v` from the version of a ClusterServiceVersion, as OLM does in the cluster. Other objects are not changed. */
function withPlainVersion(object: KubernetesManifest): KubernetesManifest {
  const spec = object['spec'] as { readonly version?: unknown } | undefined;
  return object.kind === 'ClusterServiceVersion' && typeof spec?.version === 'string'
    ? { ...object, spec: { ...spec, version: spec.version.replace(/^v(?=\d)/, '') } }
    : object;
}

function required(given: readonly KubernetesManifest[], [kind, name]: readonly [kind: string, name: string], files: string): KubernetesManifest {
  const found = given.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) {
    throw new Error(printableMessage(`${files} are not a release of OLM: ${kind} ${name} is missing; use crds.yaml and olm.yaml of the same release`));
  }
  return found;
}

function versionOf(packageserver: KubernetesManifest, file: string): string {
  const label = packageserver.metadata.labels?.['olm.version'] ?? '';
  const version = /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(label)?.[1];
  if (version === undefined) {
    throw new Error(printableMessage(`${file}: cannot determine the release: label olm.version of ClusterServiceVersion packageserver must be a version such as v0.46.0: got "${label}"`));
  }
  return version;
}

function checkVersion(version: string, expected: OlmVersion | undefined, file: string): void {
  if (expected !== undefined && expected.version !== version) {
    throw new Error(printableMessage(`${file} is OLM ${version}, but the settings have version ${expected.version}; omit "version", or use the manifests of OLM ${expected.version}`));
  }
}

/** Returns the newest known release that is not newer, or the oldest known one. */
function nearestKnown(version: string): OlmVersion {
  const [oldest, ...others] = OlmVersion.all as [OlmVersion, ...OlmVersion[]];
  return others.filter((known) => compareReleases(known.version, version) <= 0).at(-1) ?? oldest;
}

function identity({ kind, metadata }: KubernetesManifest): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

function title({ kind, metadata: { name, namespace } }: KubernetesManifest): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Returns a CRD without descriptions in its schemas. Fields named `description` are kept. */
function withoutDescriptions(crd: KubernetesManifest): KubernetesManifest {
  const spec = crd['spec'] as { readonly versions: readonly { readonly schema?: { readonly openAPIV3Schema: JsonMap } }[] };
  const versions = spec.versions.map(({ schema, ...version }) => (
    schema === undefined ? version : { ...version, schema: { ...schema, openAPIV3Schema: schemaWithoutDescriptions(schema.openAPIV3Schema) } }
  ));
  return { ...crd, spec: { ...spec, versions } };
}
