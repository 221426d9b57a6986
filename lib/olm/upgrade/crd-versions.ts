import type { KubernetesManifest } from '../kubernetes-manifest';
import { isBefore } from '../release-range';
import type { PlannedRelease } from './planned-release';
import type { OlmCrdVersionChange } from './upgrade-plan-content';
import { crdVersions } from '../../bundle/crd/crd-schema';

/** The CRDs whose versions differ between two releases, those that go included. */
export function crdVersionChanges(from: PlannedRelease, to: PlannedRelease): OlmCrdVersionChange[] {
  const after = crdsByName(to);
  return [...crdsByName(from)].map(([name, crd]) => versionChange(name, crd, after.get(name))).filter(isChange);
}

/**
 * @throws when the new release is the older one and lacks a version of a CRD, or a whole CRD, in which objects may be stored:
 * such a CRD is refused by the API server, or its objects are lost.
 */
export function refuseLossOfStoredVersions(from: PlannedRelease, to: PlannedRelease): void {
  if (!isBefore(to.version, from.version)) {
    return;
  }
  const lost = crdVersionChanges(from, to).filter(({ storedAtRisk }) => storedAtRisk.length > 0);
  if (lost.length > 0) {
    const names = lost.map(({ crd, storedAtRisk }) => `${storedAtRisk.join(', ')} of ${crd}`).join('; ');
    throw new Error(
      `cannot go back from OLM ${from.version} to ${to.version}: it has no ${names}, in which objects are stored; `
      + `go back to a release that has it, or remove OLM ${from.version} and install ${to.version} anew`,
    );
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
