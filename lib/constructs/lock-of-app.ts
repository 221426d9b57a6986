import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { catalogContentOf } from './catalog-content-of';
import type { PlanRequest } from './lock-command';
import { acceptsVersion } from './locked-props';
import { InstallPlanApproval } from './install-plan-approval';
import { ClusterObjects } from './model/cluster-objects';
import { olmOfCluster } from './olm-of-cluster';
import { OperatorSubscription } from './operator-subscription';
import { bundleInRange } from './version-range-choice';
import type { Catalog } from '../catalog/catalog';
import { integerField, stringField } from '../json/json-value';
import { OLM_GROUP } from '../olm/model/olm-names';
import { catalogKey } from '../resolve/lock/lock-content';
import { LockCatalog, LockSubscription } from '../resolve/lock/lock-request';
import { MadeLock, makeLock } from '../resolve/lock/make-lock';
import { OperatorLockFile } from '../resolve/operator-lock-file';
import { OperatorUpgradePlan } from '../resolve/operator-upgrade-plan';
import type { ResolutionProps } from '../resolve/model/resolution-props';
import type { ResolvedOperator } from '../resolve/model/resolved-operator';
import { Resolution } from '../resolve/resolution';
import { ResolutionError } from '../resolve/resolution-error';

/** Catalogs in these namespaces are visible in all of them, if the app does not know its OLM. */
const UPSTREAM_CATALOG_NAMESPACE = 'olm';

/**
 * Makes the lock of the app that a construct is in.
 *
 * @param current the present lock, if there is one
 * @param update packages whose versions are chosen again
 */
export function lockOfApp(
  construct: IConstruct, objects: ClusterObjects, current: OperatorLockFile | undefined, update: readonly string[] | 'all',
): MadeLock {
  const subscriptions = objects.constructs.filter(found => OperatorSubscription.isOperatorSubscription(found))
    // Those of dependencies are in the Subscription that requires them.
    .filter(({ _result, node }) => _result === undefined && !OperatorSubscription.isOperatorSubscription(node.scope));
  const locked = subscriptions.map(lockSubscription);
  const unknown = update === 'all' ? [] : update.filter(name => !locked.some(found => found.package === name)
    && current?.operators.some(found => found.package === name) !== true);
  if (unknown.length > 0) {
    const names = [...new Set(locked.map(found => found.package))].sort();
    return {
      content: { catalogs: [], operators: [] },
      problems: [`no Subscription of the app installs ${unknown.map(name => `'${name}'`).join(', ')}, and the lock does not have it; packages: ${names.join(', ')}`],
    };
  }
  return makeLock({
    subscriptions: locked,
    catalogs: catalogsOf(objects, subscriptions),
    globalNamespaces: [olmOfCluster(construct)?.catalogNamespace ?? UPSTREAM_CATALOG_NAMESPACE],
    withoutGlobalCatalogs: subscriptions.filter(({ _subscriptionProps }) => _subscriptionProps.excludeGlobalCatalogs === true)
      .map(({ namespace }) => namespace),
    ...(current === undefined ? {} : { current }),
    update,
  }, resolved);
}

/** @throws Error with the reasons, and how to resolve them */
function resolved(props: ResolutionProps): ResolvedOperator[] {
  try {
    return Resolution.of(props).operators;
  } catch (error) {
    throw error instanceof ResolutionError ? new Error(error.explanation) : error;
  }
}

/** Plans an upgrade between locks of the app that a construct is in. */
export function planOfApp(objects: ClusterObjects, { before, after }: PlanRequest): OperatorUpgradePlan {
  const subscriptions = objects.constructs.filter(found => OperatorSubscription.isOperatorSubscription(found));
  const catalogs = catalogsOf(objects, subscriptions)
    .flatMap(catalog => catalog.content === undefined ? [] : [[catalogKey(catalog), catalog.content]]);
  return OperatorUpgradePlan.between(OperatorLockFile.fromString(before), OperatorLockFile.fromString(after), {
    catalogs: Object.fromEntries(catalogs) as { [name: string]: Catalog },
    objects: objects.constructs.filter(found => ApiObject.isApiObject(found)).map(object => object.toJson() as { [key: string]: unknown }),
  });
}

function lockSubscription(subscription: OperatorSubscription): LockSubscription {
  const { _subscriptionProps: props, name, namespace, catalog, node: { path } } = subscription;
  const isPinned = props.version !== undefined || props.approval === InstallPlanApproval.MANUAL;
  const csv = isPinned && props.versionRange === undefined ? pinnedCsv(subscription) : undefined;
  return {
    namespace, name, package: subscription.package, catalog: catalog.catalogName, catalogNamespace: catalog.catalogNamespace, path,
    ...(props.channel === undefined ? {} : { channel: props.channel }),
    ...(csv === undefined ? {} : { csv }),
    ...(props.version === undefined ? {} : { version: props.version }),
    accepts: version => acceptsVersion(props, version),
    ...highestInRange(subscription),
  };
}

/** Returns the CSV that the props pin, whatever the lock says. */
function pinnedCsv({ _subscriptionProps: { startingCsv, version }, catalog, package: packageName }: OperatorSubscription): string | undefined {
  return startingCsv ?? (version === undefined ? undefined
    : catalog.catalogContent?.tryFindPackage(packageName)?.bundles.find(bundle => bundle.version === version)?.name ?? `${packageName}.v${version}`);
}

/** Returns the CSV of the highest version in the range that is specified. */
function highestInRange(subscription: OperatorSubscription): { readonly firstChoice?: string } {
  const { _subscriptionProps: props, catalog, package: packageName } = subscription;
  const known = props.versionRange === undefined ? undefined : catalog.catalogContent?.tryFindPackage(packageName);
  const channel = props.channel === undefined ? known?.defaultChannel : known?.tryFindChannel(props.channel);
  return channel === undefined ? {} : { firstChoice: bundleInRange(subscription, props.versionRange!, catalog, channel).name };
}

/** Returns the catalogs of the app: those that it creates, and those that Subscriptions refer to. */
function catalogsOf(objects: ClusterObjects, subscriptions: readonly OperatorSubscription[]): LockCatalog[] {
  const found = new Map<string, LockCatalog>();
  for (const object of objects.ofKind(OLM_GROUP, 'CatalogSource')) {
    const spec = objects.specOf(object);
    const [image, priority, content] = [stringField(spec, 'image'), integerField(spec, 'priority'), catalogContentOf(object)];
    const catalog = {
      name: object.name, namespace: object.metadata.namespace ?? '',
      ...(image === undefined ? {} : { image }), ...(priority === undefined ? {} : { priority }), ...(content === undefined ? {} : { content }),
    };
    found.set(catalogKey(catalog), catalog);
  }
  for (const { catalog: { catalogName: name, catalogNamespace: namespace, catalogContent: content } } of subscriptions) {
    const key = catalogKey({ namespace, name });
    found.set(key, { ...found.get(key), name, namespace, ...(content === undefined ? {} : { content }) });
  }
  return [...found.values()];
}
