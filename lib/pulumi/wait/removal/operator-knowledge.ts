import { OperatorRemovalOptions } from './operator-removal-options';
import { OperatorTraces } from './operator-traces';
import { ApiResource, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, OPERATORS } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { KubernetesObject, specText, statusText } from '../cluster/kubernetes-object';
import { objectOf, objectsOf, one, optional, originals } from '../cluster/queries';
import { mapsField, textField } from '../../../bundle/json-value';
import { CONTROLLERS, namespaceInterests } from '../operator/operator-interests';
import { OwnedApi, ownedApis } from '../operator/owned-apis';
import { byName } from '../operator/situation';

/** What is followed to remove an operator. */
export interface RemovalInterests {
  readonly subscriptions: Interest;
  readonly csvs: Interest;
  readonly allCsvs: Interest;
  readonly deployments: Interest;
  readonly controllers: Interest;
  readonly operands: readonly { readonly api: OwnedApi; readonly interest: Interest }[];
  readonly crds: readonly Interest[];
  readonly operator: Interest | undefined;
}

/** Everything that a removal may look at; which of it, the options say. */
export function removalInterests({ namespace }: OperatorRemovalOptions, traces: OperatorTraces, view: ClusterView): RemovalInterests {
  const { subscriptions, csvs, deployments } = namespaceInterests(namespace);
  return {
    subscriptions, csvs, deployments,
    allCsvs: originals({ resource: CLUSTER_SERVICE_VERSIONS }),
    controllers: CONTROLLERS,
    operands: traces.apis.map((api) => ({ api, interest: { resource: servedResource(api, objectOf(view, crdOf(api))) } })),
    crds: traces.apis.map(crdOf),
    operator: traces.package === undefined ? undefined : optional(one(OPERATORS, `${traces.package}.${namespace}`)),
  };
}

const crdOf = ({ crd }: OwnedApi): Interest => one(CUSTOM_RESOURCE_DEFINITIONS, crd);

/** The resource of an API in a version that is served: by one that is not, its objects could not be seen. */
function servedResource({ group, plural, kind, version }: OwnedApi, crd: KubernetesObject | null | undefined): ApiResource {
  const served = mapsField(crd?.spec, 'versions').filter((found) => found['served'] === true).map((found) => textField(found, 'name'));
  const known = served.includes(version) ? version : served.find((name) => name !== undefined) ?? version;
  return { group, plural, kind, version: known, namespaced: specText(crd ?? undefined, 'scope') !== 'Cluster' };
}

/** Adds what can be seen now to what is known. */
export function learn(options: OperatorRemovalOptions, known: OperatorTraces, view: ClusterView): OperatorTraces {
  const { subscriptions: ofSubscriptions, csvs: ofCsvs } = namespaceInterests(options.namespace);
  const [subscriptions = [], csvs = []] = [objectsOf(view, ofSubscriptions), objectsOf(view, ofCsvs)];
  const subscription = byName(subscriptions, options.subscription);
  const packageName = known.package ?? specText(subscription, 'name');
  const ofOthers = subscriptions.filter((other) => other !== subscription).flatMap(csvNames);
  const label = `operators.coreos.com/${packageName ?? ''}.${options.namespace}`;
  const labelled = csvs.filter((csv) => packageName !== undefined && csv.metadata.labels?.[label] !== undefined).map(({ metadata }) => metadata.name);
  const names = [...new Set([...known.csvs, ...csvNames(subscription), ...labelled])].filter((name) => !ofOthers.includes(name));
  const own = names.map((name) => byName(csvs, name)).filter((csv) => csv !== undefined);
  const apis = [...known.apis, ...own.flatMap((csv) => ownedApis(csv))];
  const targets = own.map((csv) => csv.metadata.annotations?.['olm.targetNamespaces']).find((found) => found !== undefined);
  const targetNamespaces = known.targetNamespaces ?? (targets === undefined || targets === '' ? undefined : targets.split(','));
  return {
    csvs: names,
    apis: apis.filter(({ crd }, index) => apis.findIndex((other) => other.crd === crd) === index),
    ...(packageName === undefined ? {} : { package: packageName }),
    ...(targetNamespaces === undefined ? {} : { targetNamespaces }),
  };
}

function csvNames(subscription: KubernetesObject | undefined): string[] {
  return [statusText(subscription, 'installedCSV'), statusText(subscription, 'currentCSV')].filter((name) => name !== undefined);
}
