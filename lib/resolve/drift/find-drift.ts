import { compareUtf8 } from '../../formats/json/go-json';
import { compareVersions, parseTolerantVersion, parseVersion } from '../../formats/semver/version';
import { catalogKey, catalogKeyOf, type LockContent } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import type { InstalledState, InstalledSubscription, OperatorInCluster, PendingInstallPlan } from './installed-state';
import { groupBy } from '../../text/group-by';
import { shell } from '../../text/shell';

/**
 * How an operator or a catalog in a cluster differs from its lock:
 *
 * - `missing`: a locked operator is not installed, or a locked catalog does not exist
 * - `version`: another version is installed
 * - `unsubscribed`: the operator is installed, but has no Subscription
 * - `channel`, `catalog`: the Subscription follows another one
 * - `approval`: the Subscription approves InstallPlans automatically
 * - `pin`: the `startingCSV` of the Subscription is not the locked CSV
 * - `unknown`: an operator that is not locked
 * - `unneeded`: OLM installed it as a dependency, and nothing in the lock requires it
 * - `image`: the catalog has another image
 */
export type DriftKind = 'missing' | 'version' | 'unsubscribed' | 'channel' | 'catalog' | 'approval' | 'pin' | 'unknown' | 'unneeded' | 'image';

/** A difference between a lock and a cluster. */
export interface DriftDifference {
  readonly kind: DriftKind;

  /** Locked value, or an empty string if nothing is locked. */
  readonly locked: string;

  /** Value in the cluster, or an empty string. */
  readonly found: string;

  /** The difference and its remedy, in a sentence. */
  readonly message: string;
}

/** An operator that differs from its lock. */
export interface DriftedOperator {
  readonly namespace: string;

  /** Package, or an empty string if unknown. */
  readonly packageName: string;

  /** Name of its Subscription in the cluster, or an empty string if it has none. */
  readonly subscription: string;

  /** Locked version, or an empty string if it is not locked. */
  readonly lockedVersion: string;

  /** Locked CSV, or an empty string if it is not locked. */
  readonly lockedCsv: string;

  /** Installed version, or an empty string if none is installed. */
  readonly installedVersion: string;

  /** Installed CSV, or an empty string if none is installed. */
  readonly installedCsv: string;

  /** CSVs of the namespace that require it or, if none does, CSVs that it was installed with as a dependency. */
  readonly requiredBy: readonly string[];

  /** The differences; at least one. */
  readonly differences: readonly DriftDifference[];
}

/** A catalog that differs from its lock. */
export interface DriftedCatalog {
  readonly namespace: string;
  readonly name: string;
  readonly differences: readonly DriftDifference[];
}

/** Differences between a lock and a cluster. */
export interface FoundDrift {
  /** Operators that differ, sorted by namespace, package and CSV. */
  readonly operators: readonly DriftedOperator[];

  /** Catalogs that differ, sorted by namespace and name. */
  readonly catalogs: readonly DriftedCatalog[];
}

/** Returns the differences between a lock and a cluster. What a dump lacks is not compared: see `notCompared`. */
export function findDrift(lock: LockContent, state: InstalledState): FoundDrift {
  const { isSelection = false } = state;
  const { found, others, isUpgraded } = matched(lock, state);
  const unlocked = others.filter((operator) => !hasUnknownPackage(operator));
  // What requires it may not be in a dump.
  const isUnneeded = ({ namespace, subscription, requiredBy }: OperatorInCluster): boolean => (
    subscription?.isGenerated === true && !isSelection && requiredBy.every((csv) => isUpgraded(namespace, csv))
  );
  return {
    operators: [
      ...[...found].map(([locked, operator]) => (
        drifted(operator, locked, operator !== undefined ? lockedDifferences(locked, operator) : isSelection ? [] : [missingDifference(locked)])
      )),
      ...unlocked.map((operator) => drifted(operator, undefined, [unlockedDifference(operator, isUnneeded(operator))])),
    ].filter(({ differences }) => differences.length > 0)
      .sort((one, other) => (
        compareUtf8(one.namespace, other.namespace) || compareUtf8(one.packageName, other.packageName)
          || compareUtf8(one.installedCsv, other.installedCsv)
      )),
    catalogs: driftedCatalogs(lock, state),
  };
}

/** Returns the objects that a dump lacks, so that a part of a lock is not compared with it: for a cluster, an empty list. */
export function notCompared(lock: LockContent, state: InstalledState): string[] {
  if (state.isSelection !== true) {
    return [];
  }
  const { found, others } = matched(lock, state);
  return [...new Set([
    ...[...found].flatMap(([{ namespace, packageName }, operator]) => (
      operator === undefined ? [`the Subscription of operator ${namespace}/${packageName}`] : operator.notDumped ?? []
    )),
    ...others.filter(hasUnknownPackage).flatMap(({ notDumped = [] }) => notDumped),
    ...absentCatalogs(lock, state).map(({ namespace, name }) => `CatalogSource ${namespace}/${name}`),
  ])];
}

/** The operators of a cluster by those of a lock, and those that are not in the lock. */
interface Matched {
  readonly found: ReadonlyMap<LockedOperator, OperatorInCluster | undefined>;
  readonly others: readonly OperatorInCluster[];

  /** Whether an operator of a namespace is locked to another version than that of a CSV. */
  readonly isUpgraded: (namespace: string, csv: string) => boolean;
}

function matched({ operators: locked }: LockContent, { operators }: InstalledState): Matched {
  const byPackage = groupBy(operators, ({ namespace, packageName }) => keyOf(namespace, packageName));
  const byCsv = groupBy(operators, ({ namespace, csv }) => keyOf(namespace, csv));
  const found = new Map(locked.map((each) => [each, operatorOf(each, [
    ...byPackage.get(keyOf(each.namespace, each.packageName)) ?? [],
    ...(byCsv.get(keyOf(each.namespace, each.csv)) ?? []).filter(({ packageName }) => packageName === ''),
  ])]));
  const known = new Set(found.values());
  const lockedPackages = groupBy(locked, ({ namespace, packageName }) => keyOf(namespace, packageName));
  return {
    found,
    others: operators.filter((operator) => !known.has(operator)),
    isUpgraded: (namespace, csv) => {
      const packageName = byCsv.get(keyOf(namespace, csv))?.[0]?.packageName ?? '';
      const kept = lockedPackages.get(keyOf(namespace, packageName))?.[0];
      return kept !== undefined && kept.csv !== csv;
    },
  };
}

/** Whether the package is unknown because a dump lacks the Subscription, so that the operator may be one of the lock. */
function hasUnknownPackage({ packageName, notDumped }: OperatorInCluster): boolean {
  return packageName === '' && notDumped !== undefined;
}

function keyOf(namespace: string, name: string): string {
  return JSON.stringify([namespace, name]);
}

/** Returns the operator of a package: that with the locked Subscription, or with any other Subscription of the package, or only with the CSV. */
function operatorOf(locked: LockedOperator, candidates: readonly OperatorInCluster[]): OperatorInCluster | undefined {
  return candidates.find(({ subscription }) => subscription !== undefined && subscription.name === locked.subscription)
    ?? candidates.find(({ subscription }) => subscription !== undefined)
    ?? candidates.find(({ csv }) => csv === locked.csv) ?? candidates[0];
}

function drifted(
  operator: OperatorInCluster | undefined, locked: LockedOperator | undefined, differences: readonly DriftDifference[],
): DriftedOperator {
  const requiredBy = operator?.requiredBy ?? [];
  return {
    namespace: locked?.namespace ?? operator?.namespace ?? '',
    packageName: locked?.packageName ?? operator?.packageName ?? '',
    subscription: operator?.subscription?.name ?? '',
    lockedVersion: locked?.version ?? '',
    lockedCsv: locked?.csv ?? '',
    installedVersion: operator?.version ?? '',
    installedCsv: operator?.csv ?? '',
    requiredBy: requiredBy.length > 0 ? requiredBy : operator?.installedWith ?? [],
    differences,
  };
}

/** Describes an operator that is not locked. A dependency is needed as long as it is required by an operator that does not change. */
function unlockedDifference(operator: OperatorInCluster, isUnneeded: boolean): DriftDifference {
  const { csv, subscription, requiredBy, installedWith } = operator;
  const found = csv === '' ? subscription?.name ?? '' : csv;
  const remedy = removalOf(operator);
  if (isUnneeded) {
    const neededBy = requiredBy.length > 0 ? `${requiredBy.join(', ')}, which is locked to another version, requires it`
      : installedWith.length > 0 ? `OLM installed it with ${installedWith.join(', ')}` : 'OLM installed it as a dependency';
    return { kind: 'unneeded', locked: '', found, message: `${found} is a dependency that nothing in the lock requires; ${neededBy}; ${remedy}` };
  }
  const because = requiredBy.length === 0 ? '' : `; ${requiredBy.join(', ')} requires it`;
  return {
    kind: 'unknown', locked: '', found,
    message: `${found} is not in the lock${because}; add it to the app and run \`olm-constructs lock\`, or ${remedy}`,
  };
}

function removalOf({ namespace, csv, subscription, notDumped }: OperatorInCluster): string {
  return subscription === undefined
    ? notDumped !== undefined ? 'remove it with its Subscription, which is not in the dump' : `remove it: it has no Subscription; run \`${shell`kubectl delete clusterserviceversion ${csv} -n ${namespace}`}\``
    : `remove it with \`${shell`olm-constructs remove subscription/${subscription.name} -n ${namespace}`}\``;
}

/** Returns the locked catalogs that were not found, if catalogs could be read. */
function absentCatalogs(lock: LockContent, { catalogs }: InstalledState): LockContent['catalogs'] {
  const found = new Set(catalogs?.map(catalogKey));
  return catalogs === undefined ? [] : lock.catalogs.filter((catalog) => !found.has(catalogKey(catalog)));
}

function driftedCatalogs(lock: LockContent, { catalogs, isSelection }: InstalledState): DriftedCatalog[] {
  const known = groupBy(catalogs ?? [], catalogKey);
  return catalogs === undefined ? [] : lock.catalogs.flatMap(({ namespace, name, image = '' }): DriftedCatalog[] => {
    const found = known.get(catalogKey({ namespace, name }))?.[0];
    const title = `CatalogSource ${namespace}/${name}`;
    if (found === undefined) {
      return isSelection === true ? [] : [{ namespace, name, differences: [{
        kind: 'missing', locked: image, found: '', message: `${title} does not exist; apply the manifests of the app`,
      }] }];
    }
    return image === '' || image === found.image ? [] : [{ namespace, name, differences: [{
      kind: 'image', locked: image, found: found.image,
      message: `${title} has ${found.image === '' ? 'no image' : `the image ${found.image}`} instead of ${image}; apply the manifests of the app, or run \`olm-constructs lock\``,
    }] }];
  });
}

const APPLY = 'apply the manifests of the app';

/** Returns the difference for an operator that is locked but not in the cluster. */
export function missingDifference({ namespace, csv }: LockedOperator): DriftDifference {
  return { kind: 'missing', locked: csv, found: '', message: `${csv} is not installed in namespace ${namespace}; ${APPLY}` };
}

/** Returns how an operator differs from its lock. */
export function lockedDifferences(locked: LockedOperator, operator: OperatorInCluster): DriftDifference[] {
  const { subscription } = operator;
  return [
    ...versionDifferences(locked, operator),
    ...(subscription === undefined ? operator.notDumped !== undefined ? [] : [{
      kind: 'unsubscribed' as const, locked: locked.subscription ?? '', found: '',
      message: `${operator.csv} has no Subscription, so OLM does not upgrade it; ${APPLY}`,
    }] : subscriptionDifferences(locked, subscription)),
  ];
}

function versionDifferences(locked: LockedOperator, operator: OperatorInCluster): DriftDifference[] {
  const { csv, installPlan } = operator;
  if (csv === locked.csv) {
    return !operator.isDeleted ? [] : [{
      kind: 'missing', locked: locked.csv, found: '',
      message: `${csv} was deleted, although its Subscription lists it as installed; see \`${shell`olm-constructs explain subscription/${operator.subscription?.name ?? ''} -n ${locked.namespace}`}\``,
    }];
  }
  if (csv === '') {
    return operator.notDumped !== undefined ? [] : [{ ...missingDifference(locked), message: `${locked.csv} is not installed; ${nextStep(locked, operator, installPlan)}` }];
  }
  return [{
    kind: 'version', locked: locked.csv, found: csv,
    message: `${csv} is installed instead of ${locked.csv}; ${isNewer(operator.version, locked.version)
      ? `OLM installs no older version: run \`${shell`olm-constructs lock --update ${locked.packageName}`}\`, or remove the operator and install it again`
      : nextStep(locked, operator, installPlan)}`,
  }];
}

/** Returns the remedy that brings a cluster to the locked version. */
function nextStep(
  { namespace, csv, packageName }: LockedOperator, { subscription, notDumped }: OperatorInCluster, installPlan: PendingInstallPlan | undefined,
): string {
  if (installPlan !== undefined) {
    const title = `InstallPlan ${namespace}/${installPlan.name}`;
    const content = installPlan.csvs.join(', ');
    return installPlan.phase === 'RequiresApproval' ? `${title}, which installs ${content}, requires approval; ${installPlan.csvs.includes(csv)
      ? 'approve it with `olm-constructs wait --approve`' : `see what leads to ${csv} with \`olm-constructs plan --from-cluster\``}`
      : installPlan.phase === 'Failed' ? `${title} failed: ${installPlan.message}; see \`${shell`olm-constructs explain installplan/${installPlan.name} -n ${namespace}`}\``
        : `${title}, which installs ${content}, is in phase ${installPlan.phase}`;
  }
  const see = `see \`${shell`olm-constructs explain subscription/${subscription?.name ?? ''} -n ${namespace}`}\``;
  return subscription === undefined || subscription.startingCsv !== csv ? APPLY : notDumped !== undefined ? see
    : `OLM created no InstallPlan for it; ${see} and the channel of package ${packageName}`;
}

function subscriptionDifferences(locked: LockedOperator, subscription: InstalledSubscription): DriftDifference[] {
  const title = `Subscription ${locked.namespace}/${subscription.name}`;
  const [catalogLocked, catalogFound] = [locked, subscription].map(catalogKeyOf) as [string, string];
  const difference = (kind: DriftKind, expected: string, found: string, message: string): DriftDifference[] => (
    expected === found ? [] : [{ kind, locked: expected, found, message: `${title} ${message}; ${APPLY}` }]
  );
  return [
    ...difference('catalog', catalogLocked, catalogFound, `takes the package from the catalog ${catalogFound} instead of ${catalogLocked}`),
    ...difference('channel', locked.channel, subscription.channel, `follows ${
      subscription.channel === '' ? 'the default channel' : `the channel ${subscription.channel}`} instead of ${locked.channel}`),
    ...difference('approval', 'Manual', subscription.approval, 'approves InstallPlans automatically, so that OLM installs versions later than the locked one'),
    ...difference('pin', locked.csv, subscription.startingCsv, `starts from ${subscription.startingCsv === '' ? 'any CSV' : subscription.startingCsv} instead of ${locked.csv}`),
  ];
}

function isNewer(version: string, than: string): boolean {
  const [found, locked] = [version, than].map((written) => parseVersion(parseTolerantVersion(written) ?? ''));
  return found !== undefined && locked !== undefined && compareVersions(found, locked) > 0;
}
