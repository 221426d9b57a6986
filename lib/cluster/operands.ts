import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { dumpCommand } from './inspection/source/not-dumped';
import { ageOf } from './inspection/source/object-times';
import { gather, refuseIncomplete, refuseNotDumped } from './inspection/source/object-source';
import { byName, installedCsv, referencedCsvs } from './waiting/operator/situation';
import { objectsIn } from './waiting/view/object-lists';
import { CLUSTER_SERVICE_VERSIONS, resourceName, SUBSCRIPTIONS } from './waiting/view/api-resource';
import { type OwnedApi, ownedApis } from './waiting/view/cluster-service-version';
import { type ClusterView, type Interest, objectsOf, type Snapshot, withoutCopies } from './waiting/view/cluster-view';
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

  /** APIs whose objects could not be listed or that a dump lacks, each with the reason. */
  readonly unknown: readonly string[];
}

/**
 * Returns the operands of the operators that OLM v0 installed: all objects of the APIs that they own, in all namespaces.
 *
 * @throws InspectionError if Subscriptions or ClusterServiceVersions cannot be listed, or a dump has no Subscription; ClientError if the cluster
 * cannot be reached
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
  refuseNotDumped(view, [subscriptions], 'what is installed');
  return selected(view).map(({ subscription, csv, absent }) => {
    const { name, namespace: own = '' } = subscription.metadata;
    const installed = csv?.metadata.name;
    const apis = ownedApis(csv).map((api) => ({ api, ...view.snapshot(interestIn(api)) }));
    return {
      namespace: own, name, ...defined({ installed }),
      operands: apis.flatMap(({ api, objects }) => objects.map((object) => operand(api, object, now))),
      unknown: [
        ...(absent === undefined || source.isSelection !== true ? [] : [notInDump(`ClusterServiceVersion ${own}/${absent}`, resourceName(CLUSTER_SERVICE_VERSIONS))]),
        ...apis.flatMap(({ api: { crd }, ...snapshot }) => unknownOf(crd, snapshot)),
      ],
    };
  });
}

interface Installed {
  readonly subscription: KubernetesObject;
  readonly csv: KubernetesObject | undefined;

  /** Name of the ClusterServiceVersion that the Subscription refers to, if it was not found. */
  readonly absent: string | undefined;
}

function installedBy(subscription: KubernetesObject, csvs: readonly KubernetesObject[]): Installed {
  const own = objectsIn(csvs, subscription.metadata.namespace ?? '');
  const csv = byName(own, installedCsv(subscription, own));
  return { subscription, csv, absent: referencedCsvs(subscription).find((name) => csv === undefined && byName(own, name) === undefined) };
}

/** Returns why the objects of an API are not known, or an empty list. */
function unknownOf(crd: string, { problem, state }: Snapshot): string[] {
  return state === 'not-dumped' ? [notInDump(crd, crd)] : problem === undefined || problem.kind === 'not-served' ? [] : [`${crd}: ${problem.message}`];
}

function notInDump(what: string, resource: string): string {
  return `${what}: not in the dump; \`${dumpCommand([resource])}\` dumps it`;
}

function interestIn({ group, version, plural, kind }: OwnedApi): Interest {
  return { resource: { group, version, plural, kind, namespaced: true } };
}

function operand({ group, version, kind }: OwnedApi, object: KubernetesObject, now: number): Operand {
  const { name, namespace } = object.metadata;
  const age = ageOf(object, now);
  return { apiVersion: `${group}/${version}`, kind, ...defined({ namespace }), name, ...defined({ age }) };
}
