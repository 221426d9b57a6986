import type { DriftDifference, DriftKind } from './drift-types';
import type { InstalledSubscription, OperatorInCluster, PendingInstallPlan } from './installed-state';
import { parseTolerantVersion } from '../../formats/semver/tolerant-version';
import { compareVersions, parseVersion } from '../../formats/semver/version';
import { catalogKeyOf } from '../lock/lock-content';
import type { LockedOperator } from '../lock/locked-operator';

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
    ...(subscription === undefined ? [{
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
      message: `${csv} was deleted, although its Subscription lists it as installed; see \`olm-constructs explain subscription/${operator.subscription?.name ?? ''} -n ${locked.namespace}\``,
    }];
  }
  if (csv === '') {
    return [{ ...missingDifference(locked), message: `${locked.csv} is not installed; ${nextStep(locked, operator, installPlan)}` }];
  }
  return [{
    kind: 'version', locked: locked.csv, found: csv,
    message: `${csv} is installed instead of ${locked.csv}; ${isNewer(operator.version, locked.version)
      ? `OLM installs no older version: run \`olm-constructs lock --update ${locked.packageName}\`, or remove the operator and install it again`
      : nextStep(locked, operator, installPlan)}`,
  }];
}

/** Returns the remedy that brings a cluster to the locked version. */
function nextStep(
  { namespace, csv, packageName }: LockedOperator, { subscription }: OperatorInCluster, installPlan: PendingInstallPlan | undefined,
): string {
  if (installPlan !== undefined) {
    const title = `InstallPlan ${namespace}/${installPlan.name}`;
    const content = installPlan.csvs.join(', ');
    return installPlan.phase === 'RequiresApproval' ? `${title}, which installs ${content}, requires approval; ${installPlan.csvs.includes(csv)
      ? 'approve it with `olm-constructs wait --approve`' : `see what leads to ${csv} with \`olm-constructs plan --from-cluster\``}`
      : installPlan.phase === 'Failed' ? `${title} failed: ${installPlan.message}; see \`olm-constructs explain installplan/${installPlan.name} -n ${namespace}\``
        : `${title}, which installs ${content}, is in phase ${installPlan.phase}`;
  }
  return subscription === undefined || subscription.startingCsv !== csv ? APPLY
    : `OLM created no InstallPlan for it; see \`olm-constructs explain subscription/${subscription.name} -n ${namespace}\` and the channel of package ${packageName}`;
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
