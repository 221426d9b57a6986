import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { OlmVersion } from '../model/olm-version';
import { compareReleases } from '../../../formats/schema/release-range';
import { programsOf } from './container-arguments';
import { changedFields, pathsOutsideSchemas } from './crd-fields';
import { crdVersionChanges, refuseLossOfStoredVersions } from './crd-version-changes';
import { differingPaths } from './differing-paths';
import type { ObjectPair, PlannedRelease } from './planned-release';
import type { OlmArgumentChange, OlmLostField, OlmPlannedObject, OlmPlannedRemoval, OlmUpgradePlanContent } from './upgrade-plan-content';
import { upgradeNotes } from './upgrade-notes';

/**
 * Returns the changes from one release to another.
 *
 * @throws if the new release is older and lacks a version of a CRD in which objects may be stored
 */
export function planUpgrade(from: PlannedRelease, to: PlannedRelease): OlmUpgradePlanContent {
  refuseLossOfStoredVersions(from, to);
  const old = new Map(from.objects.map((object) => [identity(object), object]));
  const current = new Map(to.objects.map((object) => [identity(object), object]));
  const pairs = to.objects.flatMap((after): ObjectPair[] => {
    const before = old.get(identity(after));
    return before === undefined ? [] : [{ before, after }];
  });
  const removed = from.objects.filter((object) => !current.has(identity(object)));
  return {
    fromVersion: from.version,
    toVersion: to.version,
    skipped: releasesBetween(from.version, to.version),
    added: to.objects.filter((object) => !old.has(identity(object))).map(reference),
    changed: pairs
      .map(({ before, after }) => ({ ...reference(after), paths: pathsOf(before, after) }))
      .filter(({ paths }) => paths.length > 0),
    removed: removed.map(removal),
    crdVersions: crdVersionChanges(from, to),
    lostFields: pairs.flatMap(lostFields),
    arguments: pairs.flatMap(argumentChanges),
    notes: upgradeNotes(from, to, pairs, removed),
  };
}

/** Returns the identity of an object in a cluster, which does not include the API version. */
function identity({ apiVersion, kind, metadata }: KubernetesManifest): string {
  return [apiVersion.split('/').slice(0, -1).join(), kind, metadata.namespace ?? '', metadata.name].join('/');
}

function reference({ apiVersion, kind, metadata: { name, namespace } }: KubernetesManifest): OlmPlannedObject {
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}

function removal(object: KubernetesManifest): OlmPlannedRemoval {
  switch (object.kind) {
    case 'CustomResourceDefinition':
      return { ...reference(object), prune: false, reason: 'its objects would be deleted with it; delete it by hand once no objects are left' };
    case 'Namespace':
      return { ...reference(object), prune: false, reason: 'everything in it would be deleted with it; delete it by hand when it is empty' };
    default:
      return { ...reference(object), prune: true, reason: 'the new release does not have it' };
  }
}

function pathsOf(before: KubernetesManifest, after: KubernetesManifest): string[] {
  if (after.kind !== 'CustomResourceDefinition') {
    return differingPaths(before, after);
  }
  const fields = changedFields(before, after).flatMap(({ version, changes }) => (
    [...changes.added, ...changes.removed, ...changes.changed].sort().map((field) => `${version} ${field || '(whole object)'}`)
  ));
  return [...pathsOutsideSchemas(before, after), ...fields];
}

function lostFields({ before, after }: ObjectPair): OlmLostField[] {
  if (after.kind !== 'CustomResourceDefinition') {
    return [];
  }
  return changedFields(before, after).flatMap(({ version, changes }) => (
    changes.removed.map((path) => ({ crd: after.metadata.name, version, path }))
  ));
}

function argumentChanges({ before, after }: ObjectPair): OlmArgumentChange[] {
  return programsOf(after).flatMap(({ program, arguments: current }) => {
    const old = programsOf(before).find((other) => other.program === program)?.arguments ?? [];
    const change = {
      program,
      added: current.filter((argument) => !old.includes(argument)),
      removed: old.filter((argument) => !current.includes(argument)),
    };
    return change.added.length + change.removed.length > 0 ? [change] : [];
  });
}

/** Returns the known releases between two, in the direction of the change. */
function releasesBetween(from: string, to: string): string[] {
  const [first, last] = compareReleases(from, to) < 0 ? [from, to] : [to, from];
  const between = OlmVersion.all
    .map(({ version }) => version)
    .filter((version) => compareReleases(first, version) < 0 && compareReleases(version, last) < 0);
  return first === from ? between : between.reverse();
}
