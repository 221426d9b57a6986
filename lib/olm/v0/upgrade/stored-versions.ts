import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isBefore } from '../../../formats/schema/release-range';
import { crdVersions } from '../../../formats/schema/changes/crd-schema';
import { mapField, mapListField, stringField, stringListField } from '../../../formats/json/json-value';

/** Versions of a CRD of a release. */
export interface CrdStorage {
  /** Name of the CRD. */
  readonly name: string;
  /** Version in which its objects are stored. */
  readonly stored: string;
  /** All versions, served or not. */
  readonly versions: readonly string[];
}

/** What determines whether a change from one release to another keeps all objects. It is small enough for the state of a deployment. */
export interface ReleaseStorage {
  /** Version of the release without a leading `v`. */
  readonly version: string;
  readonly crds: readonly CrdStorage[];
}

/** Returns the versions in which the objects of a release are stored. */
export function releaseStorage(version: string, objects: readonly KubernetesManifest[]): ReleaseStorage {
  return {
    version,
    crds: objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map((crd) => {
      const versions = crdVersions(crd);
      return { name: crd.metadata.name, stored: versions.find(({ storage }) => storage)?.name ?? '', versions: versions.map(({ name }) => name) };
    }),
  };
}

/** Returns the versions in which the objects of a release are stored, or undefined if its packageserver has no version. */
export function storageOfManifests(objects: readonly KubernetesManifest[]): ReleaseStorage | undefined {
  const packageserver = objects.find(({ kind, metadata }) => kind === 'ClusterServiceVersion' && metadata.name === 'packageserver');
  const [, version] = /^v?(\d+\.\d+\.\d+)$/.exec(stringField(mapField(packageserver, 'spec'), 'version') ?? '') ?? [];
  return version === undefined ? undefined : releaseStorage(version, objects);
}

/** Returns the `ReleaseStorage` in a state, or undefined. */
export function storageField(release: unknown): ReleaseStorage | undefined {
  const version = stringField(release, 'version');
  return version === undefined ? undefined : {
    version,
    crds: mapListField(release, 'crds').map((crd) => (
      { name: stringField(crd, 'name') ?? '', stored: stringField(crd, 'stored') ?? '', versions: stringListField(crd, 'versions') }
    )),
  };
}

/**
 * Returns why a change of the release would lose objects, with the remedy, or undefined if it keeps them all. The API server rejects a CRD that lacks
 * a version in which objects are stored.
 *
 * @param from release in the cluster
 * @param to release to install
 * @param removedCrds whether CRDs that are not in the new release are kept in the cluster, or deleted with all their objects
 */
export function lossOfObjects(from: ReleaseStorage, to: ReleaseStorage, removedCrds: 'kept' | 'deleted'): string | undefined {
  const isDowngrade = isBefore(to.version, from.version);
  const lost = from.crds.flatMap(({ name, stored }) => {
    const versions = to.crds.find((crd) => crd.name === name)?.versions;
    return versions?.includes(stored) === true ? [] : [{ name, stored, isCrdRemoved: versions === undefined }];
  });
  const text = (of: typeof lost): string => of.map(({ name, stored }) => `${stored} of ${name}`).join('; ');
  const change = `cannot ${isDowngrade ? 'downgrade' : 'upgrade'} from OLM ${from.version} to ${to.version}: it lacks`;
  if (isDowngrade) {
    return lost.length === 0 ? undefined : `${change} ${text(lost)}, in which objects are stored; `
      + `downgrade to a release that has it, or remove OLM ${from.version} and install ${to.version} again`;
  }
  const unreadable = lost.filter(({ isCrdRemoved }) => !isCrdRemoved);
  if (unreadable.length > 0) {
    return `${change} ${text(unreadable)}, in which objects are stored; upgrade first to a release between them that has the old and the new version, `
      + 'store all objects in the new one, and remove the old one from `status.storedVersions` of the CRD';
  }
  return lost.length === 0 || removedCrds === 'kept' ? undefined : `${change} ${lost.map(({ name }) => name).join(', ')}, which would be deleted with all of `
    + 'its objects; delete its objects first, or keep the CRD by removing its resource from the state with `pulumi state delete`';
}
