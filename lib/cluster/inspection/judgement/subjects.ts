import { defined } from '../../../formats/json/defined';
import { fieldAt, stringField } from '../../../formats/json/json-value';
import { groupVersion, PACKAGES_GROUP } from '../../../formats/schema/api-groups';
import { clusterCatalogReady } from '../../waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionReady } from '../../waiting/olm-v1/cluster-extension-waiter';
import { extensionSituation } from '../../waiting/olm-v1/extension-situation';
import { catalogInterest, CLUSTER_CATALOGS } from '../../waiting/olm-v1/resources';
import { catalogReady } from '../../waiting/olm/catalog-waiter';
import { OLM_TRACES } from '../../waiting/olm/olm-detection';
import { namespaceInterest, namespaceInterests, packages } from '../../waiting/operator/operator-interests';
import { OperatorReadyOptions } from '../../waiting/operator/operator-options';
import { operatorReady } from '../../waiting/operator/operator-waiter';
import { byName, situation } from '../../waiting/operator/situation';
import { installationSituation } from '../../waiting/rukpak/installation-situation';
import {
  BUNDLE_DEPLOYMENTS, BUNDLE_INSTANCES, bundleInterest, BUNDLES, Installation, installationInterest, InstallationKind,
} from '../../waiting/rukpak/resources';
import { rukpakBundleReady } from '../../waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationReady } from '../../waiting/rukpak/rukpak-installation-waiter';
import {
  API_SERVICES, ApiResource, CATALOG_SOURCES, CLUSTER_EXTENSIONS, CLUSTER_SERVICE_VERSIONS, DEPLOYMENTS, INSTALL_PLANS, NAMESPACES,
  OPERATOR_GROUPS, SUBSCRIPTIONS,
} from '../../waiting/view/api-resource';
import { ClusterView, inNamespace, Interest, named, objectOf, objectsOf } from '../../waiting/view/cluster-view';
import { specString } from '../../waiting/view/kubernetes-object';
import { conditionsSince, createdAt, csvLeftSuccess, deletionSince, lastCreatedAt, latest, operatorStateSince, rolloutSince, timeOf } from '../source/object-times';
import { degradation } from './degradation';
import { deploymentSubject } from './deployment-subject';
import { Subject } from './judge';
import { namespaceJudge } from './namespace-judge';
import { observedSubject } from './observed-object';
import { observedResource } from './observed-resources';
import { olmJudge } from './olm-judge';
import { csvJudge, csvSituation, groupJudge, planJudge, planSituation } from './operator-judges';

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
    degradation: (view, now) => degradation(collected(view), now),
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
          return latest([createdAt(csv), csvLeftSuccess(csv), lastCreatedAt(groups)]);
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
      const waiter = clusterExtensionReady({ name, ...defined({ version: expected }) });
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
    default: {
      const observed = observedResource(resource);
      return observed === undefined ? undefined : observedSubject(observed, { name, namespace });
    }
  }
}

/** A catalog with an address is usually served by a Deployment of the same name, as an `OperatorRegistry` is. */
function catalogSubject(title: string, namespace: string, name: string): Subject {
  const [catalog, deployments] = [named(CATALOG_SOURCES, name, namespace), inNamespace(DEPLOYMENTS, namespace)];
  const served = (view: ClusterView): string | undefined => {
    const found = objectOf(view, catalog);
    const hasAddress = found ? specString(found, 'address') !== undefined : true;
    return hasAddress && byName(objectsOf(view, deployments), name) !== undefined ? name : undefined;
  };
  return {
    title,
    judge: (view) => {
      const deployment = served(view);
      return catalogReady({ namespace, name, ...defined({ deployment }) });
    },
    more: () => [deployments, namespaceInterest(namespace)],
    since: (view) => {
      const found = objectOf(view, catalog);
      const deployment = byName(objectsOf(view, deployments), name);
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

/** Returns an object that installs a bundle with RukPak as a subject. */
export function installationSubject(kind: InstallationKind, name: string): Subject {
  const waiters = {
    v1alpha1: rukpakInstallationReady({ kind, name, version: 'v1alpha1' }), v1alpha2: rukpakInstallationReady({ kind, name, version: 'v1alpha2' }),
  };
  return {
    title: `${kind} ${name}`,
    judge: (view) => waiters[installationIn(kind, name, view).version],
    since: (view) => {
      const { object, deployments = [] } = installationSituation(installationIn(kind, name, view), view);
      return latest([conditionsSince(object), ...deployments.map(rolloutSince)]);
    },
  };
}

/** Returns a Bundle of RukPak as a subject. */
export function rukpakBundleSubject(name: string): Subject {
  const waiter = rukpakBundleReady({ name });
  return { title: `${BUNDLES.kind} ${name}`, judge: () => waiter, since: (view) => conditionsSince(objectOf(view, bundleInterest(name))) };
}

/** Returns an object that installs a bundle, in the API version in which it is served or dumped: the last version, unless the cluster lacks it. */
export function installationIn(kind: InstallationKind, name: string, view: ClusterView): Installation {
  if (kind === 'BundleInstance') {
    return { kind, name, version: 'v1alpha1' };
  }
  const [first, second] = (['v1alpha1', 'v1alpha2'] as const).map((version) => installationInterest({ kind, name, version })) as [Interest, Interest];
  const isServed = (interest: Interest): boolean => view.snapshot(interest).problem?.kind !== 'not-served';
  const dumped = stringField(objectOf(view, second) ?? undefined, 'apiVersion');
  const isFirst = dumped === groupVersion(first.resource) || (!isServed(second) && isServed(first));
  return { kind, name, version: isFirst ? 'v1alpha1' : 'v1alpha2' };
}
