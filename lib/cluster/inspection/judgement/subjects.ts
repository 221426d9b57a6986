import { csvJudge, csvSituation } from './csv-judge';
import { deploymentSubject } from './deployment-subject';
import { groupJudge } from './group-judge';
import { Subject } from './judge';
import { namespaceJudge } from './namespace-judge';
import { olmJudge } from './olm-judge';
import { planJudge, planSituation } from './plan-judge';
import { installationSubject, rukpakBundleSubject } from './rukpak-subjects';
import { conditionsSince, csvLeftSuccess, deletionSince, operatorStateSince, rolloutSince } from './state-times';
import { createdAt, latest, timeOf } from '../source/object-times';
import { fieldAt } from '../../../formats/json/json-value';
import { PACKAGES_GROUP } from '../../../olm/v0/model/olm-names';
import {
  API_SERVICES, ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, DEPLOYMENTS, INSTALL_PLANS, NAMESPACES, OPERATOR_GROUPS,
  SUBSCRIPTIONS,
} from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { specString } from '../../waiting/view/kubernetes-object';
import { inNamespace, named, objectOf, objectsOf } from '../../waiting/view/queries';
import { catalogReady } from '../../waiting/catalog/catalog-waiter';
import { OLM_TRACES } from '../../waiting/olm/olm-detection';
import { clusterCatalogReady } from '../../waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionReady } from '../../waiting/olm-v1/cluster-extension-waiter';
import { extensionSituation } from '../../waiting/olm-v1/extension-situation';
import { CLUSTER_CATALOGS, catalogInterest } from '../../waiting/olm-v1/resources';
import { namespaceInterest, namespaceInterests, packages } from '../../waiting/operator/operator-interests';
import { operatorReady } from '../../waiting/operator/operator-waiter';
import { OperatorReadyOptions } from '../../waiting/operator/options';
import { byName, situation } from '../../waiting/operator/situation';
import { BUNDLE_DEPLOYMENTS, BUNDLE_INSTANCES, BUNDLES } from '../../waiting/rukpak/resources';

/** The object to judge. */
export interface SubjectName {
  readonly name: string;

  /** Namespace of the object. @default - `default` for a namespaced object */
  readonly namespace?: string;

  /** ClusterServiceVersion that a Subscription should install, or version of a ClusterExtension. @default - what the object requests */
  readonly expected?: string;
}

/** API of packageserver, which every release of OLM has. */
const PACKAGES_API = named(API_SERVICES, `v1.${PACKAGES_GROUP}`);

/** Returns the OLM of a cluster as a subject. */
export function olmSubject(): Subject {
  const controllers = ['olm-operator', 'catalog-operator', 'packageserver'].map((name) => named(DEPLOYMENTS, name));
  return {
    title: 'OLM',
    judge: olmJudge,
    more: () => [...OLM_TRACES, PACKAGES_API],
    since: (view) => latest(controllers.flatMap((interest) => objectsOf(view, interest) ?? []).map(rolloutSince)),
  };
}

/** Returns the operator of a Subscription as a subject. */
export function operatorSubject(options: OperatorReadyOptions): Subject {
  const { namespace, subscription } = options;
  const collected = perRevision((view) => situation(options, view));
  const waiter = operatorReady(options, collected);
  return {
    title: `Subscription ${namespace}/${subscription}`,
    judge: () => waiter,
    more: (view) => {
      const subscriptions = objectsOf(view, namespaceInterests(namespace).subscriptions);
      return byName(subscriptions, subscription) === undefined ? [] : [packages(namespace)];
    },
    since: (view) => operatorStateSince(collected(view)),
    situation: collected,
  };
}

/** Returns an object as a subject, or undefined if its resource cannot be judged. */
export function subjectOf(resource: ApiResource, { name, namespace = 'default', expected }: SubjectName): Subject | undefined {
  const title = `${resource.kind} ${resource.namespaced ? `${namespace}/` : ''}${name}`;
  switch (resource) {
    case SUBSCRIPTIONS:
      return operatorSubject({ namespace, subscription: name, ...(expected === undefined ? {} : { pin: { csv: expected } }) });
    case CLUSTER_SERVICE_VERSIONS:
      return {
        title, judge: () => csvJudge(namespace, name),
        since: (view) => {
          const { csv, groups = [] } = csvSituation(namespace, name, view);
          return latest([createdAt(csv), csvLeftSuccess(csv), ...groups.map(createdAt)]);
        },
      };
    case INSTALL_PLANS:
      return { title, judge: () => planJudge(namespace, name), since: (view) => createdAt(planSituation(namespace, name, view).plan) };
    case CATALOG_SOURCES:
      return catalogSubject(title, namespace, name);
    case OPERATOR_GROUPS:
      return {
        title, judge: () => groupJudge(namespace, name),
        since: (view) => latest((objectsOf(view, namespaceInterests(namespace).groups) ?? []).map(conditionsSince)),
      };
    case NAMESPACES:
      return { title, judge: () => namespaceJudge(name), since: (view) => deletionSince(objectOf(view, named(NAMESPACES, name))) };
    case CLUSTER_EXTENSIONS: {
      const waiter = clusterExtensionReady({ name, ...(expected === undefined ? {} : { version: expected }) });
      return {
        title, judge: () => waiter,
        since: (view) => {
          const { extension, deployments = [] } = extensionSituation(name, view);
          return latest([conditionsSince(extension), ...deployments.map(rolloutSince)]);
        },
      };
    }
    case CLUSTER_CATALOGS: {
      const waiter = clusterCatalogReady({ name });
      return { title, judge: () => waiter, since: (view) => conditionsSince(objectOf(view, catalogInterest(name))) };
    }
    case DEPLOYMENTS:
      return deploymentSubject(namespace, name);
    case BUNDLE_DEPLOYMENTS:
      return installationSubject('BundleDeployment', name);
    case BUNDLE_INSTANCES:
      return installationSubject('BundleInstance', name);
    case BUNDLES:
      return rukpakBundleSubject(name);
    default:
      return undefined;
  }
}

/** A catalog with an address is usually served by a Deployment of the same name, as an `OperatorRegistry` is. */
function catalogSubject(title: string, namespace: string, name: string): Subject {
  const [catalog, deployments] = [named(CATALOG_SOURCES, name, namespace), inNamespace(DEPLOYMENTS, namespace)];
  const served = (view: ClusterView): string | undefined => {
    const found = objectOf(view, catalog);
    const hasAddress = found ? specString(found, 'address') !== undefined : true;
    return hasAddress && objectsOf(view, deployments)?.some(({ metadata }) => metadata.name === name) === true ? name : undefined;
  };
  return {
    title,
    judge: (view) => {
      const deployment = served(view);
      return catalogReady({ namespace, name, ...(deployment === undefined ? {} : { deployment }) });
    },
    more: () => [deployments, namespaceInterest(namespace)],
    since: (view) => {
      const found = objectOf(view, catalog);
      const deployment = objectsOf(view, deployments)?.find(({ metadata }) => metadata.name === name);
      return found ? latest([conditionsSince(found), timeOf(fieldAt(found.status, 'registryService', 'createdAt')), rolloutSince(deployment)]) : undefined;
    },
  };
}

/** Returns a function that caches its last result until the view changes, so that a judgement, its time and its table row have the same basis. */
export function perRevision<Result>(read: (view: ClusterView) => Result): (view: ClusterView) => Result {
  let last: { readonly view: ClusterView; readonly revision: number; readonly result: Result } | undefined;
  return (view) => {
    const { revision } = view;
    if (last !== undefined && last.view === view && last.revision === revision) {
      return last.result;
    }
    const result = read(view);
    last = revision === undefined ? undefined : { view, revision, result };
    return result;
  };
}
