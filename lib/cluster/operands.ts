import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { ageOf } from './inspection/source/object-times';
import { gather, refuseIncomplete } from './inspection/source/object-source';
import { byName, installedCsv } from './waiting/operator/situation';
import { CLUSTER_SERVICE_VERSIONS, SUBSCRIPTIONS } from './waiting/view/api-resource';
import { type OwnedApi, ownedApis } from './waiting/view/cluster-service-version';
import { type ClusterView, type Interest, objectsOf, withoutCopies } from './waiting/view/cluster-view';
import type { KubernetesObject } from './waiting/view/kubernetes-object';

/** Options of `operandsOf`. */
export interface OperandsOptions extends InspectOptions {
  /** Namespace of the Subscriptions. @default - all namespaces */
  readonly namespace?: string;

  /** Names of the Subscriptions. @default - all */
  readonly operators?: readonly string[];
}

/** An object of an operator's APIs. */
export interface Operand {
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - it is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;

  /** Age in milliseconds. @default - it has no creation time */
  readonly age?: number;
}

/** Operands of an operator, in all namespaces. */
export interface OperatorOperands {
  /** Namespace and name of the Subscription. */
  readonly namespace: string;
  readonly name: string;

  /** Name of the installed ClusterServiceVersion. @default - nothing is installed */
  readonly installed?: string;
  readonly operands: readonly Operand[];

  /** APIs whose objects could not be listed, each with the reason. */
  readonly unknown: readonly string[];
}

/**
 * Returns the operands of the operators that OLM v0 installed: all objects of the APIs that they own, in all namespaces.
 *
 * @throws InspectionError if Subscriptions or ClusterServiceVersions cannot be listed; ClientError if the cluster cannot be reached
 */
export async function operandsOf(cluster: InspectedCluster, options: OperandsOptions = {}): Promise<OperatorOperands[]> {
  checkArguments('operandsOf', { cluster });
  checkOptions('options of operandsOf', 'OperandsOptions', options);
  const { namespace, operators } = options;
  const { source, now } = openedSource(cluster, options);
  const subscriptions: Interest = { resource: SUBSCRIPTIONS, ...defined({ namespace }) };
  const csvs = withoutCopies({ resource: CLUSTER_SERVICE_VERSIONS, ...defined({ namespace }) });
  const selected = (view: ClusterView): Installed[] => (objectsOf(view, subscriptions) ?? [])
    .filter(({ metadata: { name } }) => operators?.includes(name) ?? true)
    .map((subscription) => installedBy(subscription, objectsOf(view, csvs) ?? []));
  const view = await gather(source, (known) => [
    subscriptions, csvs, ...selected(known).flatMap(({ csv }) => ownedApis(csv).map(interestIn)),
  ]);
  refuseIncomplete(view, [subscriptions, csvs], namespace);
  return selected(view).map(({ subscription, csv }) => {
    const { name, namespace: own = '' } = subscription.metadata;
    const installed = csv?.metadata.name;
    const apis = ownedApis(csv).map((api) => ({ api, ...view.snapshot(interestIn(api)) }));
    return {
      namespace: own, name, ...defined({ installed }),
      operands: apis.flatMap(({ api, objects }) => objects.map((object) => operand(api, object, now))),
      unknown: apis.flatMap(({ api: { crd }, problem }) => (problem === undefined || problem.kind === 'not-served' ? [] : [`${crd}: ${problem.message}`])),
    };
  });
}

interface Installed {
  readonly subscription: KubernetesObject;
  readonly csv: KubernetesObject | undefined;
}

function installedBy(subscription: KubernetesObject, csvs: readonly KubernetesObject[]): Installed {
  const own = csvs.filter(({ metadata }) => metadata.namespace === subscription.metadata.namespace);
  return { subscription, csv: byName(own, installedCsv(subscription, own)) };
}

function interestIn({ group, version, plural, kind }: OwnedApi): Interest {
  return { resource: { group, version, plural, kind, namespaced: true } };
}

function operand({ group, version, kind }: OwnedApi, object: KubernetesObject, now: number): Operand {
  const { name, namespace } = object.metadata;
  const age = ageOf(object, now);
  return { apiVersion: `${group}/${version}`, kind, ...defined({ namespace }), name, ...defined({ age }) };
}
