import { compareUtf8 } from '../../formats/json/go-json';
import { catalogKey, type LockContent } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';
import type { DriftDifference, DriftedCatalog, DriftedOperator } from './drift-types';
import type { InstalledState, OperatorInCluster } from './installed-state';
import { lockedDifferences, missingDifference } from './locked-differences';

/** Differences between a lock and a cluster. */
export interface FoundDrift {
  /** Operators that differ, sorted by namespace, package and CSV. */
  readonly operators: readonly DriftedOperator[];

  /** Catalogs that differ, sorted by namespace and name. */
  readonly catalogs: readonly DriftedCatalog[];
}

/** Returns the differences between a lock and a cluster. */
export function findDrift(lock: LockContent, state: InstalledState): FoundDrift {
  const found = new Map(lock.operators.map((locked) => [locked, operatorOf(locked, state.operators)]));
  const known = new Set(found.values());
  const others = state.operators.filter((operator) => !known.has(operator));
  return {
    operators: [
      ...[...found].map(([locked, operator]) => (
        drifted(operator, locked, operator === undefined ? [missingDifference(locked)] : lockedDifferences(locked, operator))
      )),
      ...others.map((operator) => drifted(operator, undefined, [unlockedDifference(operator, lock.operators, state.operators)])),
    ].filter(({ differences }) => differences.length > 0)
      .sort((one, other) => (
        compareUtf8(one.namespace, other.namespace) || compareUtf8(one.packageName, other.packageName)
          || compareUtf8(one.installedCsv, other.installedCsv)
      )),
    catalogs: driftedCatalogs(lock, state),
  };
}

/** Returns the operator of a package: that with the locked Subscription, or with any other Subscription of the package, or only with the CSV. */
function operatorOf(locked: LockedOperator, operators: readonly OperatorInCluster[]): OperatorInCluster | undefined {
  const candidates = operators.filter(({ namespace, packageName, csv }) => (
    namespace === locked.namespace && (packageName === locked.packageName || (packageName === '' && csv === locked.csv))
  ));
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
function unlockedDifference(
  operator: OperatorInCluster, locked: readonly LockedOperator[], operators: readonly OperatorInCluster[],
): DriftDifference {
  const { namespace, csv, subscription, requiredBy, installedWith } = operator;
  const found = csv === '' ? subscription?.name ?? '' : csv;
  const remedy = removalOf(operator);
  const isUpgraded = (name: string): boolean => {
    const packageName = operators.find((other) => other.namespace === namespace && other.csv === name)?.packageName ?? '';
    const kept = locked.find((other) => other.namespace === namespace && other.packageName === packageName);
    return kept !== undefined && kept.csv !== name;
  };
  if (subscription?.isGenerated === true && requiredBy.every(isUpgraded)) {
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

function removalOf({ namespace, csv, subscription }: OperatorInCluster): string {
  return subscription === undefined
    ? `remove it: it has no Subscription; run \`kubectl delete clusterserviceversion ${csv} -n ${namespace}\``
    : `remove it with \`olm-constructs remove subscription/${subscription.name} -n ${namespace}\``;
}

function driftedCatalogs(lock: LockContent, { catalogs }: InstalledState): DriftedCatalog[] {
  return catalogs === undefined ? [] : lock.catalogs.flatMap(({ namespace, name, image = '' }): DriftedCatalog[] => {
    const found = catalogs.find((catalog) => catalogKey(catalog) === catalogKey({ namespace, name }));
    const title = `CatalogSource ${namespace}/${name}`;
    if (found === undefined) {
      return [{ namespace, name, differences: [{
        kind: 'missing', locked: image, found: '', message: `${title} does not exist; apply the manifests of the app`,
      }] }];
    }
    return image === '' || image === found.image ? [] : [{ namespace, name, differences: [{
      kind: 'image', locked: image, found: found.image,
      message: `${title} has ${found.image === '' ? 'no image' : `the image ${found.image}`} instead of ${image}; apply the manifests of the app, or run \`olm-constructs lock\``,
    }] }];
  });
}
