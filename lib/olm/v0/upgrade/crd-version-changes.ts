import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isBefore } from '../../../formats/schema/release-range';
import type { PlannedRelease } from './planned-release';
import { lossOfObjects, releaseStorage } from './stored-versions';
import type { OlmCrdVersionChange } from './upgrade-plan-content';
import { crdVersions } from '../../../formats/schema/changes/crd-schema';

/** Returns the CRDs whose versions differ between two releases, including removed CRDs. */
export function crdVersionChanges(from: PlannedRelease, to: PlannedRelease): OlmCrdVersionChange[] {
  const after = crdsByName(to);
  return [...crdsByName(from)].map(([name, crd]) => versionChange(name, crd, after.get(name))).filter(isChange);
}

/**
 * Refuses a downgrade that loses objects.
 *
 * @throws if the new release is older and lacks a version of a CRD, or a whole CRD, in which objects may be stored: the API server rejects such a
 * CRD, or its objects are lost
 */
export function refuseLossOfStoredVersions(from: PlannedRelease, to: PlannedRelease): void {
  if (!isBefore(to.version, from.version)) {
    return;
  }
  const loss = lossOfObjects(releaseStorage(from.version, from.objects), releaseStorage(to.version, to.objects), 'kept');
  if (loss !== undefined) {
    throw new Error(loss);
  }
}

function crdsByName({ objects }: PlannedRelease): Map<string, KubernetesManifest> {
  return new Map(objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map((crd) => [crd.metadata.name, crd]));
}

function versionChange(crd: string, before: KubernetesManifest, after: KubernetesManifest | undefined): OlmCrdVersionChange {
  const old = crdVersions(before);
  const current = after === undefined ? [] : crdVersions(after);
  const stored = old.filter(({ storage }) => storage).map(({ name }) => name);
  const storedAfter = current.find(({ storage }) => storage)?.name;
  return {
    crd,
    servedBefore: old.filter(({ served }) => served).map(({ name }) => name),
    servedAfter: current.filter(({ served }) => served).map(({ name }) => name),
    storedBefore: stored.join(', '),
    ...(storedAfter === undefined ? {} : { storedAfter }),
    storedAtRisk: stored.filter((name) => !current.some((version) => version.name === name)),
  };
}

function isChange({ servedBefore, servedAfter, storedBefore, storedAfter }: OlmCrdVersionChange): boolean {
  return storedBefore !== storedAfter || servedBefore.join() !== servedAfter.join();
}
