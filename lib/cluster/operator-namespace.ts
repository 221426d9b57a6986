import { defined } from '../formats/json/defined';
import { field, type JsonMap, stringListField } from '../formats/json/json-value';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import type { ClusterConnection } from './cluster-connection';
import { type InspectOptions, openedSource } from './inspected-cluster';
import { gather, refuseIncomplete } from './inspection/source/object-source';
import { byName, installedCsv } from './waiting/operator/situation';
import { CLUSTER_SERVICE_VERSIONS, OPERATOR_GROUPS, SUBSCRIPTIONS } from './waiting/view/api-resource';
import { objectsOf, withoutCopies } from './waiting/view/cluster-view';
import { isTerminating, type KubernetesObject, specString } from './waiting/view/kubernetes-object';

/** OperatorGroup of a namespace. */
export interface NamespaceOperatorGroup {
  readonly name: string;

  /** Namespaces that operators watch, or an empty list for all. */
  readonly targetNamespaces: readonly string[];

  /** Whether the namespaces are selected by labels. */
  readonly hasSelector: boolean;
}

/** Subscription of a namespace. */
export interface NamespaceSubscription {
  readonly name: string;
  readonly packageName: string;

  /** Name of the installed ClusterServiceVersion. @default - nothing is installed */
  readonly installed?: string;

  /** Version of the installed ClusterServiceVersion. @default - nothing is installed */
  readonly installedVersion?: string;

  /** The whole object. */
  readonly object: JsonMap;
}

/** What OLM v0 has in a namespace for operators. */
export interface OperatorNamespaceContent {
  readonly operatorGroups: readonly NamespaceOperatorGroup[];
  readonly subscriptions: readonly NamespaceSubscription[];
}

/**
 * Returns the OperatorGroups and Subscriptions of a namespace. A namespace that does not exist has none.
 *
 * @throws InspectionError if they cannot be listed; ClientError if the cluster cannot be reached
 */
export async function operatorNamespaceOf(
  cluster: ClusterConnection, namespace: string, options: InspectOptions = {},
): Promise<OperatorNamespaceContent> {
  checkArguments('operatorNamespaceOf', { cluster, namespace });
  checkOptions('options of operatorNamespaceOf', 'InspectOptions', options);
  const interests = [
    { resource: OPERATOR_GROUPS, namespace }, { resource: SUBSCRIPTIONS, namespace },
    withoutCopies({ resource: CLUSTER_SERVICE_VERSIONS, namespace }),
  ] as const;
  const view = await gather(openedSource(cluster, options).source, () => interests);
  refuseIncomplete(view, interests, namespace);
  const [groups, subscriptions, csvs] = interests.map((interest) => (objectsOf(view, interest) ?? []).filter((object) => !isTerminating(object))) as
    [KubernetesObject[], KubernetesObject[], KubernetesObject[]];
  return {
    operatorGroups: groups.map(({ metadata: { name }, spec, status }) => {
      const hasSelector = field(spec, 'selector') !== undefined;
      const targetNamespaces = hasSelector ? stringListField(status, 'namespaces') : stringListField(spec, 'targetNamespaces');
      return { name, targetNamespaces, hasSelector };
    }),
    subscriptions: subscriptions.map((subscription) => {
      const csv = byName(csvs, installedCsv(subscription, csvs));
      const [installed, installedVersion] = [csv?.metadata.name, specString(csv, 'version')];
      return {
        name: subscription.metadata.name, packageName: specString(subscription, 'name') ?? '',
        ...defined({ installed, installedVersion }), object: { ...subscription },
      };
    }),
  };
}
