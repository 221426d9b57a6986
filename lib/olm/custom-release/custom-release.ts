import { CrdDescriptions } from '../crds/crd-descriptions';
import type { KubernetesManifest } from '../kubernetes-manifest';
import { OlmVersion } from '../olm-version';
import { releaseManifests, type ReleaseManifests } from '../release';
import { compareReleases } from '../release-range';
import type { OlmSettings } from '../olm-settings';
import { foreignImages } from './foreign-images';
import { manifestDocuments, type ManifestText } from './manifest-documents';
import { withPlainVersion } from './plain-version';
import { strayImages } from './stray-images';
import { withoutDescriptions } from './without-descriptions';
import { transfer } from './transfer';

/** A release that the library does not know, with settings. */
export interface ForeignRelease {
  /** Its number without a leading `v`. */
  readonly version: string;
  readonly objects: readonly KubernetesManifest[];
  /** What of the settings found no place, in sentences. */
  readonly unplaced: readonly string[];
}

/** Without these nothing is an OLM release. */
const ESSENTIAL: readonly (readonly [kind: string, name: string])[] = [
  ['CustomResourceDefinition', 'clusterserviceversions.operators.coreos.com'],
  ['Deployment', 'olm-operator'],
  ['Deployment', 'catalog-operator'],
  ['ClusterServiceVersion', 'packageserver'],
];

/**
 * Puts settings on a release that the library does not know. What a setting does is seen on the nearest known release: its
 * objects are made with and without the settings, and the difference is made on the given ones.
 *
 * @throws when the texts are damaged, or hold no release of OLM
 */
export function foreignRelease(crds: ManifestText, olm: ManifestText, settings: Omit<OlmSettings, 'version'>): ForeignRelease {
  const given = [...manifestDocuments(crds), ...manifestDocuments(olm)].map(withPlainVersion);
  const [, , catalogOperator, packageserver] = ESSENTIAL.map(([kind, name]) => essential(given, kind, name, [crds, olm])) as [
    KubernetesManifest, KubernetesManifest, KubernetesManifest, KubernetesManifest,
  ];
  const version = versionOf(packageserver, olm.file);
  const template = nearestKnown(version);
  const images = foreignImages(catalogOperator, given.find(({ kind }) => kind === 'CatalogSource'));
  const { opm, ...otherImages } = images;
  const ownImages = template.opmImage === undefined || opm === undefined ? otherImages : images;
  const before = releaseManifests({ version: template, images: ownImages });
  const after = releaseManifests({ ...settings, version: template, images: { ...ownImages, ...settings.images } });
  const { objects, unplaced } = placed(given, before, after, settings.crdDescriptions);
  return { version, objects, unplaced: [...unplaced, ...objects.flatMap((object) => imageFaults(object, settings))] };
}

/** An image of which the nearest known release knows nothing is not mirrored, and may be named by tag. */
function imageFaults(object: KubernetesManifest, { registryMirror, requireDigests }: OlmSettings): string[] {
  const outside = registryMirror === undefined ? [] : strayImages(object, (image) => image.startsWith(`${registryMirror}/`));
  const byTag = requireDigests === true ? strayImages(object, (image) => image.includes('@')) : [];
  return [
    ...outside.map((image) => `${title(object)}: image ${image} is not taken from the mirror`),
    ...byTag.map((image) => `${title(object)}: image ${image} has no digest`),
  ];
}

/** Makes what differs between two forms of the known release on the given objects. */
function placed(
  given: readonly KubernetesManifest[],
  before: ReleaseManifests,
  after: ReleaseManifests,
  descriptions: CrdDescriptions | undefined,
): Omit<ForeignRelease, 'version'> {
  const left = new Map(given.map((object) => [identity(object), object]));
  const unplaced: string[] = [];
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
    const theirs = take(old);
    if (theirs === undefined) {
      return [];
    }
    return current === undefined ? [] : [transfer(old, current, theirs, '', (path) => {
      unplaced.push(`${title(theirs)}: ${path} is not as in ${before.packageserver.metadata.labels?.['olm.version'] ?? 'the nearest known release'}`);
    }) as KubernetesManifest];
  });

  const others = [...left.values()];
  if (JSON.stringify(before.all.slice(before.crds.length)) !== JSON.stringify(after.all.slice(after.crds.length))) {
    unplaced.push(...others.map((object) => `${title(object)} is unknown: it stays as it is`));
  }
  const ownCrds = descriptions === CrdDescriptions.NONE ? crds.map(withoutDescriptions) : crds;
  const namespaces = known.filter(({ kind }) => kind === 'Namespace');
  const rest = known.filter(({ kind }) => kind !== 'Namespace');
  return { objects: [...ownCrds, ...namespaces, ...others, ...rest], unplaced };
}

/** An object without and with settings; undefined where it is not there. */
type Pair = [before: KubernetesManifest | undefined, after: KubernetesManifest | undefined];

/** The objects of a release in both forms, role by role: names and namespaces may differ. */
function pairs(before: ReleaseManifests, after: ReleaseManifests): Pair[] {
  const roles = Object.keys({ ...before, ...after }).filter((role) => role !== 'all' && role !== 'crds') as (keyof ReleaseManifests)[];
  return roles.flatMap((role) => {
    const [old, current] = [[before[role] ?? []].flat(), [after[role] ?? []].flat()] as [KubernetesManifest[], KubernetesManifest[]];
    return Array.from({ length: Math.max(old.length, current.length) }, (_, index): Pair => [old[index], current[index]]);
  });
}

function essential(given: readonly KubernetesManifest[], kind: string, name: string, files: readonly ManifestText[]): KubernetesManifest {
  const found = given.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) {
    throw new Error(`${files.map(({ file }) => file).join(' and ')} hold no release of OLM: there is no ${kind} ${name}; give crds.yaml and olm.yaml of the release`);
  }
  return found;
}

function versionOf(packageserver: KubernetesManifest, file: string): string {
  const label = packageserver.metadata.labels?.['olm.version'] ?? '';
  const version = /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(label)?.[1];
  if (version === undefined) {
    throw new Error(`${file}: cannot tell the release: label olm.version of ClusterServiceVersion packageserver must be a version such as v0.46.0, got "${label}"`);
  }
  return version;
}

/** The newest known release that is not newer, or the oldest one. */
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
