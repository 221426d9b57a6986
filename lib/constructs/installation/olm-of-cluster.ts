import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { preferBefore, requireBefore } from '../model/chart-order';
import { clusterOf } from '../model/cluster-scope';
import { ConstructError } from '../model/construct-error';
import type { OperatorGroupRef } from '../model/operator-group-ref';

/** An OLM that this app installs or that is in the cluster already, as seen by other constructs. */
export interface IOlmInstallation extends IConstruct {
  /** Namespace of OLM's own pods. */
  readonly namespace: string;

  /** Namespace for operators that watch all namespaces. */
  readonly operatorNamespace: string;

  /** Namespace of global catalogs, which are visible in every namespace. */
  readonly catalogNamespace: string;

  /** OperatorGroup of `operatorNamespace`, which selects all namespaces: the `operatorGroup` of each Subscription in that namespace. */
  readonly globalOperators: OperatorGroupRef;
}

/** The OLM of a cluster, and the constructs that use its kinds. */
interface OlmUse {
  installation?: IOlmInstallation;
  crds: readonly ApiObject[];
  namespaces: readonly ApiObject[];
  readonly users: Map<IConstruct, UsedObjects>;
}

/** What a construct uses of OLM. */
interface UsedObjects {
  readonly namespace: string;
  /** Plural names of OLM's kinds. */
  readonly kinds: readonly string[];
}

/** Property of the construct that represents the cluster, so that all copies of this library share it. */
const OLM_USE = Symbol.for('olm-constructs.OlmUse');

function useOf(construct: IConstruct): OlmUse {
  const cluster = clusterOf(construct) as { [OLM_USE]?: OlmUse };
  if (cluster[OLM_USE] === undefined) {
    Object.defineProperty(cluster, OLM_USE, { value: { crds: [], namespaces: [], users: new Map() } satisfies OlmUse });
  }
  return cluster[OLM_USE]!;
}

/**
 * Registers the OLM of a cluster: every construct that uses OLM's kinds, whether created before or after, is applied after it.
 *
 * @param crds the CRDs that it creates
 * @param namespaces the Namespaces that it creates
 * @throws ConstructError when the cluster has an OLM already
 */
export function provideOlm(installation: IOlmInstallation, crds: readonly ApiObject[], namespaces: readonly ApiObject[]): void {
  const use = useOf(installation);
  if (use.installation !== undefined) {
    const cluster = clusterOf(installation);
    const subject = cluster.node.scope === undefined ? 'this app' : `cluster '${cluster.node.path}'`;
    throw new ConstructError(installation, `${subject} has an OLM already, at '${use.installation.node.path}', and a cluster has one OLM; `
      + 'remove one of the two, or create each in its own Cluster');
  }
  use.installation = installation;
  use.crds = crds;
  use.namespaces = namespaces;
  for (const [user, used] of use.users) {
    requireUsed(user, used, use);
    preferBefore(user, ...crds, ...namespaces);
  }
}

/**
 * Registers a construct that uses OLM's kinds: it is applied after the CRDs of these kinds, and its namespace if OLM creates it, but no other
 * objects, since cdk8s walks every path of the dependency graph.
 *
 * @param namespace namespace of its objects
 * @param kinds plural names of the kinds of OLM that it creates
 */
export function useOlm(construct: IConstruct, namespace: string, kinds: readonly string[]): void {
  const use = useOf(construct);
  use.users.set(construct, { namespace, kinds });
  requireUsed(construct, { namespace, kinds }, use);
}

function requireUsed(construct: IConstruct, { namespace, kinds }: UsedObjects, { crds, namespaces }: OlmUse): void {
  requireBefore(
    construct, ...crds.filter(({ name }) => kinds.some(kind => name === `${kind}.${OLM_GROUP}`)), ...namespaces.filter(({ name }) => name === namespace),
  );
}

/** Returns the OLM of the cluster of a construct, if there is one. */
export function olmOfCluster(construct: IConstruct): IOlmInstallation | undefined {
  return useOf(construct).installation;
}

/**
 * Returns what an object is applied after because a scope of it uses OLM's kinds: all CRDs and namespaces of the cluster's OLM. In Pulumi, whose
 * graph has no cost, objects depend on all of them: on destroy, deleting a CRD together with a namespace could delay the namespace.
 */
export function olmObjectsBefore(object: IConstruct): readonly ApiObject[] {
  const { users, crds, namespaces } = useOf(object);
  return object.node.scopes.some(scope => users.has(scope)) ? [...crds, ...namespaces] : [];
}
