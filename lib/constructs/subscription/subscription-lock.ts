import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { parseVersion } from '../../formats/semver/version';
import { parseRangeWithShorthands, rangeContains } from '../../formats/semver/version-range';
import { lockedBundle, operatorKey } from '../../resolve/lock/lock-content';
import { LockedOperator } from '../../resolve/lock/locked-operator';
import type { OperatorLockFile } from '../../resolve/operator-lock-file';
import type { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { planMisfits } from '../../resolve/plan/plan-misfits';
import { groupByEach } from '../../text/group-by';
import { perObject } from '../../text/per-object';
import { catalogContentOf, CatalogRef, ICatalog } from '../model/catalog-ref';
import { requireBefore } from '../model/chart-order';
import { ClusterObjects } from '../model/cluster-objects';
import { lockCommand } from '../model/lock-command';
import { claimDependency, type ClusterLock } from '../model/lock-of-cluster';
import { CatalogLookup } from './catalog-lookup';
import type { OperatorSubscription } from './operator-subscription';
import { InstallPlanApproval, OperatorSubscriptionProps } from './operator-subscription-props';
import { printableValidation } from '../model/printable-validation';

/** How the locks of an app apply to a Subscription. */
export interface SubscriptionLock {
  /** The props, with the locked version if the operator is locked. */
  readonly props: OperatorSubscriptionProps;

  /** The lock and its entry for the operator, if the operator is locked. */
  readonly locked?: LockedEntry;

  /** Whether a lock that is still to be made or changed decides which bundle is installed, and checks it. */
  readonly isUndecided: boolean;

  /** Plan by which the operator is upgraded, if there is one. */
  readonly upgradePlan?: OperatorUpgradePlan;

  /** Why the lock in the props does not fit, as a sentence. */
  readonly problem?: string;
}

/** A lock and its entry for an operator. */
export interface LockedEntry {
  readonly file: OperatorLockFile;
  readonly operator: LockedOperator;
}

/** What a lock has in the namespace of an operator. */
export interface LockedNamespace {
  readonly operators: readonly LockedOperator[];

  /** CSVs besides that of the operator: OLM may put all of them into one InstallPlan. */
  readonly otherCsvs: readonly string[];
}

/** Returns how the locks of an app apply to a Subscription of OLM v0: the one in its props, or that of its cluster. */
export function subscriptionLock(
  subscription: Construct, props: OperatorSubscriptionProps, { owner, file: clusterFile, upgradePlan: clusterPlan }: ClusterLock,
): SubscriptionLock {
  const file = props.lock ?? clusterFile;
  const upgradePlan = props.upgradePlan ?? clusterPlan;
  const { operator, problem, props: chosen } = file === undefined ? { props } : lockedProps(subscription, props, file);
  return {
    props: chosen,
    ...(file === undefined || operator === undefined ? {} : { locked: { file, operator } }),
    isUndecided: props.lock === undefined && owner !== undefined && operator === undefined,
    ...defined({ upgradePlan }),
    // An OperatorLock reports all differences together.
    ...(problem === undefined || props.lock === undefined ? {} : { problem }),
  };
}

/** Returns what a lock has in the namespace of an operator with a given CSV. */
export function lockedNamespace({ file }: LockedEntry, namespace: string, csv: string | undefined): LockedNamespace {
  const operators = file.operators.filter(other => other.namespace === namespace);
  return { operators, otherCsvs: operators.map(other => other.csv).filter(other => other !== csv) };
}

/** Props of a Subscription with the locked version. */
interface LockedProps {
  readonly props: OperatorSubscriptionProps;

  /** Locked operator, or undefined if the Subscription is not locked or the lock does not fit. */
  readonly operator?: LockedOperator;

  /** Why the lock does not fit, as a sentence. */
  readonly problem?: string;
}

/** Returns the props with the version, the CSV and the channel of a lock, and manual approval. If the lock does not fit, they are unchanged. */
function lockedProps(scope: Construct, props: OperatorSubscriptionProps, file: OperatorLockFile): LockedProps {
  // The compiler requires a catalog; in plain JavaScript, a missing one is reported elsewhere.
  if ((props.catalog as ICatalog | undefined) === undefined) {
    return { props };
  }
  const packageName = new CatalogLookup(scope, props).package();
  const namespace = props.namespace ?? Chart.of(scope).namespace ?? packageName;
  const operator = file.tryFindOperator(namespace, packageName);
  const misfit = operator === undefined ? `the lock has no package '${packageName}' in namespace '${namespace}'` : misfitOf(props, operator);
  if (operator === undefined || misfit !== undefined) {
    return { props, problem: `${misfit}; run \`olm-constructs lock\`` };
  }
  const { versionRange: _, ...others } = props;
  return {
    props: { ...others, channel: operator.channel, version: operator.version, startingCsv: operator.csv, approval: InstallPlanApproval.MANUAL },
    operator,
  };
}

/** Whether the props allow a version. */
export function acceptsVersion({ version, versionRange }: OperatorSubscriptionProps, locked: string): boolean {
  if (versionRange === undefined) {
    return (version ?? locked) === locked;
  }
  const [range, parsed] = [parseRangeWithShorthands(versionRange), parseVersion(locked)];
  return range === undefined || (parsed !== undefined && rangeContains(range, parsed));
}

/** Returns why a lock does not fit the props or the catalog. */
function misfitOf(props: OperatorSubscriptionProps, operator: LockedOperator): string | undefined {
  const { packageName, version, csv, channel, catalog, catalogNamespace } = operator;
  const locked = `package '${packageName}' is locked to`;
  if (props.catalog.catalogName !== catalog || props.catalog.catalogNamespace !== catalogNamespace) {
    return `${locked} the catalog '${catalogNamespace}/${catalog}', and the Subscription has '${props.catalog.catalogNamespace}/${props.catalog.catalogName}'`;
  }
  if (props.channel !== undefined && props.channel !== channel) {
    return `${locked} channel '${channel}', and the Subscription has '${props.channel}'`;
  }
  if (!acceptsVersion(props, version)) {
    return `${locked} version ${version}, and the Subscription has ${props.version ?? props.versionRange}`;
  }
  const content = props.catalog.catalogContent;
  return content === undefined || lockedBundle(content, operator) !== undefined ? undefined
    : `${locked} '${csv}' in channel '${channel}', which the catalog '${catalogNamespace}/${catalog}' no longer has`;
}

/** Operators of a lock by the ClusterServiceVersions that require them. */
const DEPENDENCIES = perObject(({ operators }: OperatorLockFile) => groupByEach(operators, ({ requiredBy }) => requiredBy));

/**
 * Creates the Subscriptions of the operators that a locked one requires, pinned to the versions of the lock, unless another Subscription of the
 * namespace created them. Each in turn creates those that it requires, and is applied after them: OLM then chooses nothing by itself.
 *
 * @param create creates a Subscription as a child of the parent
 */
export function createLockedDependencies(
  parent: OperatorSubscription, { file, operator }: LockedEntry,
  create: (id: string, props: OperatorSubscriptionProps) => OperatorSubscription,
): OperatorSubscription[] {
  const { namespace, operatorGroupRef, _subscriptionProps: { labels, annotations } } = parent;
  return (DEPENDENCIES(file).get(operator.csv) ?? [])
    .filter(locked => locked.namespace === namespace && locked.subscription === undefined)
    .filter(locked => claimDependency(parent, operatorKey(locked)))
    .map(locked => {
      const dependency = create(`Dependency-${locked.packageName}`, {
        catalog: catalogOf(parent, locked),
        packageName: locked.packageName,
        namespace,
        createNamespace: false,
        operatorGroup: operatorGroupRef,
        lock: file,
        ...defined({ upgradePlan: parent._upgradePlan, labels, annotations }),
      });
      if (parent.namespaceObject !== undefined) {
        requireBefore(dependency.subscription, parent.namespaceObject);
      }
      return dependency;
    });
}

/** Returns the catalog of a dependency: that of the Subscription, or another one of the app, or one by name. */
function catalogOf(parent: OperatorSubscription, { catalog, catalogNamespace }: LockedOperator): ICatalog {
  if (parent.catalog.catalogName === catalog && parent.catalog.catalogNamespace === catalogNamespace) {
    return parent.catalog;
  }
  const source = ClusterObjects.of(parent).ofKind(OLM_GROUP, 'CatalogSource', catalogNamespace).find(({ name }) => name === catalog);
  if (source === undefined) {
    return CatalogRef.named(catalog, catalogNamespace);
  }
  const content = catalogContentOf(source);
  return CatalogRef.fromObject(source, content === undefined ? {} : { content });
}

/** Reports at synthesis that an upgrade plan does not lead to the version of a Subscription. A plan need not include every operator. */
export function checkUpgradePlan(subscription: OperatorSubscription, plan: OperatorUpgradePlan): void {
  const { namespace, name, packageName, startingCsv: csv, approval } = subscription;
  const isPlanned = plan.operators.some(operator => operator.namespace === namespace && operator.packageName === packageName);
  // The command `lock` makes a lock, and only then can a plan be made for it.
  if (isPlanned && lockCommand() === undefined) {
    subscription.node.addValidation(printableValidation(() => planMisfits(plan, [{
      namespace, name, packageName, isManual: approval === InstallPlanApproval.MANUAL, ...defined({ csv }),
    }]).map(({ line, message }) => `${plan.source === undefined ? '' : `${plan.source.file}:${line ?? 1}: `}${message}`)));
  }
}
