import { defined } from '../../../formats/json/defined';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { compareReleases } from '../../../formats/schema/release-range';
import { OlmVersion } from '../model/olm-version';
import {
  changedFields, crdVersionChanges, differingPaths, type ObjectPair, pathsOutsideSchemas, type PlannedRelease, refuseLossOfStoredVersions,
} from './crd-upgrade';
import type { OlmArgumentChange, OlmLostField, OlmPlannedObject, OlmPlannedRemoval, OlmUpgradePlanContent } from './upgrade-plan';
import { shell } from '../../../text/shell';

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
  return { apiVersion, kind, name, ...defined({ namespace }) };
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

/** Returns what to know before an upgrade in addition to the changed objects, as sentences. */
function upgradeNotes(
  from: PlannedRelease,
  to: PlannedRelease,
  pairs: readonly ObjectPair[],
  removed: readonly KubernetesManifest[],
): string[] {
  return [
    ...certManager(from, to),
    ...networkPolicies(from, to),
    ...strategies(pairs),
    ...secrets(removed),
  ];
}

const isOfCertManager = ({ apiVersion }: KubernetesManifest): boolean => apiVersion.startsWith('cert-manager.io/');

function certManager(from: PlannedRelease, to: PlannedRelease): string[] {
  return to.objects.some(isOfCertManager) && !from.objects.some(isOfCertManager)
    ? [`OLM ${to.version} needs cert-manager: install it first, otherwise its Certificate and Issuer cannot be applied`]
    : [];
}

/** The first releases with NetworkPolicies have no policies for the pods of catalogs and unpack Jobs. */
function networkPolicies(from: PlannedRelease, to: PlannedRelease): string[] {
  const has = ({ objects }: PlannedRelease, policy: string): boolean => (
    objects.some(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === policy)
  );
  return has(to, 'default-deny-all-traffic') && !has(to, 'bundle-unpack-egress') && !has(from, 'default-deny-all-traffic')
    ? [`OLM ${to.version} denies traffic in its own namespace, including that of catalogs and unpack Jobs: if the cluster network enforces `
      + 'NetworkPolicies, add policies that allow it, or upgrade to a release with bundle-unpack-egress']
    : [];
}

/** The API server has set defaults for the rolling update, and rejects these with another strategy. */
function strategies(pairs: readonly ObjectPair[]): string[] {
  return pairs.filter(({ before, after }) => strategy(before) === 'RollingUpdate' && strategy(after) === 'Recreate').map(({ after }) => (
    `Deployment ${after.metadata.name} changes from RollingUpdate to Recreate: client-side \`kubectl apply\` handles this; before a server-side one, `
    + `run \`${shell`kubectl patch -n ${after.metadata.namespace ?? ''} deployment ${after.metadata.name} --type merge `}`
    + '-p \'{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}\'`'
  ));
}

function strategy(object: KubernetesManifest): unknown {
  return object.kind === 'Deployment' ? (object['spec'] as { strategy?: { type?: unknown } }).strategy?.type : undefined;
}

function secrets(removed: readonly KubernetesManifest[]): string[] {
  return removed.filter((object) => isOfCertManager(object) && object.kind === 'Certificate').map((object) => {
    const { secretName } = object['spec'] as { secretName: string };
    return `cert-manager does not delete the Secret ${secretName} of Certificate ${object.metadata.name}: delete it once the new pods run`;
  });
}

/** Arguments of a program of OLM. */
interface ProgramArguments {
  /** Name of the container. */
  readonly program: string;
  /** One entry for each argument; a flag and its value in a separate argument are one entry. */
  readonly arguments: readonly string[];
}

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

interface PodOwner {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

/** Returns the programs of a Deployment, or of the Deployments in a ClusterServiceVersion. */
function programsOf(manifest: KubernetesManifest): ProgramArguments[] {
  return podOwners(manifest).flatMap(({ spec }) => spec.template.spec.containers).map(({ name, command = [], args = [] }) => (
    { program: name, arguments: withValues([...command.slice(1), ...args]) }
  ));
}

function podOwners(manifest: KubernetesManifest): readonly PodOwner[] {
  switch (manifest.kind) {
    case 'Deployment': return [manifest as unknown as PodOwner];
    case 'ClusterServiceVersion': return (manifest['spec'] as { install: { spec: { deployments: PodOwner[] } } }).install.spec.deployments;
    default: return [];
  }
}

function withValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (!arg.startsWith('-') && last?.startsWith('-') === true && !/[= ]/.test(last)) {
      joined[joined.length - 1] = `${last} ${arg === '' ? '""' : arg}`;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}
