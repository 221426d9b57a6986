import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { ObjectPair, PlannedRelease } from './planned-release';

/** Returns what to know before an upgrade in addition to the changed objects, as sentences. */
export function upgradeNotes(
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
    + `run \`kubectl patch -n ${after.metadata.namespace ?? ''} deployment ${after.metadata.name} --type merge `
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
