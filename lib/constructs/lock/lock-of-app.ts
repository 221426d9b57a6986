import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import type { InstallMode } from '../../bundle/model/install-mode';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogBundle } from '../../catalog/catalog-bundle';
import { defined } from '../../formats/json/defined';
import { integerField, stringField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { GatedLock, gateLock } from '../../resolve/gates/gate-lock';
import { GateOptions, gateSettings } from '../../resolve/gates/gate-settings';
import { catalogKey, catalogKeyOf, type LockContent, lockedBundle } from '../../resolve/lock/lock-content';
import { LockCatalog, LockRequest, LockSubscription } from '../../resolve/lock/lock-request';
import { MadeLock, makeLock } from '../../resolve/lock/make-lock';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { Resolution } from '../../resolve/resolution';
import { olmOfCluster } from '../installation/olm-of-cluster';
import { catalogContentOf } from '../model/catalog-ref';
import { ClusterObjects } from '../model/cluster-objects';
import type { PlanRequest } from '../model/lock-command';
import { bundleInRange } from '../subscription/catalog-lookup';
import { targetNamespacesFor } from '../subscription/operator-group';
import { OperatorSubscription } from '../subscription/operator-subscription';
import { InstallPlanApproval } from '../subscription/operator-subscription-props';
import { bundleProblems } from '../subscription/subscription-checks';
import { chooseInstallMode } from '../subscription/subscription-choice';
import { acceptsVersion } from '../subscription/subscription-lock';

/** Namespace whose catalogs are visible in all namespaces, if the OLM of the app is unknown. */
const UPSTREAM_CATALOG_NAMESPACE = 'olm';

/** How the lock of an app is made. */
export interface AppLockRequest {
  /** Current lock, or undefined. */
  readonly file: OperatorLockFile | undefined;

  /** Path of the lock file. */
  readonly path: string;

  /** Packages whose versions are chosen anew. */
  readonly update: readonly string[] | 'all';

  /** Restrictions on upgrades in the lock. */
  readonly gates: GateOptions;
}

/** Cache of a function's last result, kept as long as its inputs stay the same: cdk8s validates the app once for each chart. */
class LastResult<Result> {
  #last?: { readonly key: string; readonly result: Result };

  /**
   * Returns the last result, or computes a new one if the key differs.
   *
   * @param key everything that the result depends on
   */
  public of(key: string, make: () => Result): Result {
    if (this.#last?.key !== key) {
      this.#last = { key, result: make() };
    }
    return this.#last.result;
  }
}

/** The last lock of a construct and the check of its upgrades, cached: both take longer than to detect whether anything changed. */
interface LastLock {
  readonly made: LastResult<MadeLock>;
  readonly gated: LastResult<GatedLock>;
}

const LAST_LOCKS = new WeakMap<IConstruct, LastLock>();

function lastLock(construct: IConstruct): LastLock {
  const last = LAST_LOCKS.get(construct) ?? { made: new LastResult<MadeLock>(), gated: new LastResult<GatedLock>() };
  LAST_LOCKS.set(construct, last);
  return last;
}

/** The lock of an app. */
export interface AppLock extends GatedLock {
  /** Reasons why operators cannot be locked, as sentences. Without problems, the content is complete. */
  readonly problems: readonly string[];

  /** Reasons why the cluster could not run versions of the lock, as sentences. */
  readonly unsuitable: readonly string[];
}

/**
 * Makes the lock of the app that a construct is in, and checks the upgrades in it.
 */
export function lockOfApp(construct: IConstruct, objects: ClusterObjects, request: AppLockRequest): AppLock {
  const { file: current, path, update, gates } = request;
  const last = lastLock(construct);
  const subscriptions = objects.constructs.filter(found => OperatorSubscription.isOperatorSubscription(found))
    // Subscriptions of dependencies are children of the Subscription that requires them.
    .filter(({ _result, node }) => _result === undefined && !OperatorSubscription.isOperatorSubscription(node.scope));
  const locked = subscriptions.map(lockSubscription);
  const unknown = update === 'all' ? [] : update.filter(name => !locked.some(found => found.packageName === name)
    && current?.operators.some(found => found.packageName === name) !== true);
  if (unknown.length > 0) {
    const names = [...new Set(locked.map(found => found.packageName))].sort();
    return {
      content: { catalogs: [], operators: [] },
      refusals: [],
      notes: [],
      unsuitable: [],
      problems: [`no Subscription of the app installs ${unknown.map(name => `'${name}'`).join(', ')}, and the lock does not have it; packages: ${names.join(', ')}`],
    };
  }
  const catalogs = catalogsOf(objects, subscriptions);
  const wanted: LockRequest = {
    subscriptions: locked,
    catalogs,
    globalNamespaces: [olmOfCluster(construct)?.catalogNamespace ?? UPSTREAM_CATALOG_NAMESPACE],
    withoutGlobalCatalogs: subscriptions.filter(({ _subscriptionProps }) => _subscriptionProps.excludeGlobalCatalogs === true)
      .map(({ namespace }) => namespace),
    ...defined({ current }),
    update,
  };
  const key = JSON.stringify([
    { ...wanted, current: undefined, catalogs: catalogs.map(({ content, ...catalog }) => [catalog, content?.contentHash]) },
    subscriptions.map(({ _subscriptionProps: { versionRange } }) => versionRange),
  ]);
  const { resolutionLimits } = gates;
  const made = last.made.of(key, () => (
    makeLock(wanted, props => Resolution.of({ ...props, ...defined({ limits: resolutionLimits }) }).operators)
  ));
  const { content: madeContent, problems } = made;
  if (problems.length > 0) {
    return { content: madeContent, problems, unsuitable: [], refusals: [], notes: [] };
  }
  const contents = contentsOf(catalogs);
  const unsuitable = lockedBundleProblems(subscriptions, madeContent, contents, objects);
  const settings = gateSettings({ ...gates, singleNamespaces: singleNamespaces(subscriptions, madeContent, contents) });
  return current === undefined ? { content: madeContent, problems, unsuitable, refusals: [], notes: [] } : {
    problems: [], unsuitable,
    ...last.gated.of(JSON.stringify([key, settings]), () => {
      const sources = { catalogs: contents, objects: [], ...defined({ resolutionLimits }) };
      return gateLock(current, made, sources, settings, path);
    }),
  };
}

/** Returns the known contents of catalogs, by namespace and name. */
function contentsOf(catalogs: readonly LockCatalog[]): Map<string, Catalog> {
  return new Map(catalogs.flatMap(catalog => catalog.content === undefined ? [] : [[catalogKey(catalog), catalog.content] as const]));
}

/** Returns the namespaces whose operators watch one namespace only. A dependency is in the OperatorGroup of the operator that requires it. */
function singleNamespaces(
  subscriptions: readonly OperatorSubscription[], { operators }: LockContent, contents: ReadonlyMap<string, Catalog>,
): string[] {
  return subscriptions
    .filter(({ _subscriptionProps: { operatorGroup, installMode } }) => operatorGroup === undefined || installMode !== undefined)
    .filter(subscription => {
      const { namespace, packageName } = subscription;
      const operator = operators.find(locked => locked.namespace === namespace && locked.packageName === packageName);
      const bundle = operator === undefined ? undefined : lockedBundle(contents.get(catalogKeyOf(operator)), operator);
      const mode = lockedInstallMode(subscription, bundle);
      return typeof mode !== 'string' && targetNamespacesFor(mode, namespace).length === 1;
    })
    .map(({ namespace }) => namespace);
}

/** Plans an upgrade between locks of the app that a construct is in. */
export function planOfApp(objects: ClusterObjects, { before, after }: PlanRequest, gates: GateOptions): OperatorUpgradePlan {
  const subscriptions = objects.constructs.filter(found => OperatorSubscription.isOperatorSubscription(found));
  const contents = contentsOf(catalogsOf(objects, subscriptions));
  const next = OperatorLockFile.fromString(after);
  return OperatorUpgradePlan.between(OperatorLockFile.fromString(before), next, {
    ...(gates.forbiddenRights === undefined ? {} : { forbiddenRights: [...gates.forbiddenRights] }),
    requireManifests: gates.requireManifests === true,
    ...defined({ resolutionLimits: gates.resolutionLimits }),
    singleNamespaces: singleNamespaces(subscriptions, next, contents),
    catalogs: Object.fromEntries(contents),
    objects: objects.constructs.filter(found => ApiObject.isApiObject(found)).map(object => object.toJson() as { [key: string]: unknown }),
  });
}

function lockSubscription(subscription: OperatorSubscription): LockSubscription {
  const { _subscriptionProps: props, name, namespace, catalog, node: { path } } = subscription;
  const isPinned = props.version !== undefined || props.approval === InstallPlanApproval.MANUAL;
  const csv = isPinned ? pinnedCsv(subscription) : undefined;
  return {
    namespace, name, packageName: subscription.packageName, catalog: catalog.catalogName, catalogNamespace: catalog.catalogNamespace, path,
    ...defined({ channel: props.channel, csv, version: props.version }),
    accepts: version => acceptsVersion(props, version),
    ...highestInRange(subscription),
  };
}

/** Returns the CSV that the props pin, regardless of the lock. */
function pinnedCsv({ _subscriptionProps: { startingCsv, version }, catalog, packageName }: OperatorSubscription): string | undefined {
  return startingCsv ?? (version === undefined ? undefined
    : catalog.catalogContent?.tryFindPackage(packageName)?.bundles.find(bundle => bundle.version === version)?.name ?? `${packageName}.v${version}`);
}

/** Returns the CSV of the highest version in the specified range. */
function highestInRange(subscription: OperatorSubscription): { readonly firstChoice?: string } {
  const { _subscriptionProps: props, catalog, packageName } = subscription;
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
      ...defined({ image, priority, content }),
    };
    found.set(catalogKey(catalog), catalog);
  }
  for (const { catalog: { catalogName: name, catalogNamespace: namespace, catalogContent: content } } of subscriptions) {
    const key = catalogKey({ namespace, name });
    found.set(key, { ...found.get(key), name, namespace, ...defined({ content }) });
  }
  return [...found.values()];
}

/**
 * Returns why a cluster could not run the versions of a lock, as sentences with paths: the problems that Subscriptions will have once the lock
 * chooses their versions.
 *
 * @param contents contents of catalogs, by namespace and name
 */
function lockedBundleProblems(
  subscriptions: readonly OperatorSubscription[], { operators }: LockContent, contents: ReadonlyMap<string, Catalog>, objects: ClusterObjects,
): string[] {
  return operators.flatMap(operator => {
    const inNamespace = subscriptions.filter(({ namespace }) => namespace === operator.namespace);
    // A dependency uses the OperatorGroup of the operator that requires it: a namespace has only one.
    const subscription = inNamespace.find(({ packageName }) => packageName === operator.packageName) ?? inNamespace[0];
    const bundle = lockedBundle(contents.get(catalogKeyOf(operator)), operator);
    return subscription === undefined || bundle === undefined ? [] : problemsOf(subscription, bundle, objects);
  });
}

function problemsOf(subscription: OperatorSubscription, bundle: CatalogBundle, objects: ClusterObjects): string[] {
  const installMode = lockedInstallMode(subscription, bundle);
  if (typeof installMode === 'string') {
    return [installMode];
  }
  const { namespace, _subscriptionProps: { operatorGroup } } = subscription;
  // The OperatorGroup that the construct creates still has the install mode chosen before the lock.
  return bundleProblems({
    construct: subscription, namespace, bundle, installMode, operatorGroup: operatorGroup?.object, isOperatorGroupGiven: operatorGroup !== undefined,
  }, objects).map(problem => `[${subscription.node.path}] ${problem}`);
}

/** Returns the install mode of a Subscription with a bundle, or why it has none, as a sentence with its path. */
function lockedInstallMode(subscription: OperatorSubscription, bundle: CatalogBundle | undefined): InstallMode | string {
  try {
    return chooseInstallMode(subscription, subscription._subscriptionProps, subscription.namespace, bundle);
  } catch (error) {
    return (error as Error).message;
  }
}
