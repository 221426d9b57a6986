import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { parseRangeWithShorthands } from '../formats/semver/range-shorthand';
import { parseVersion } from '../formats/semver/version';
import { rangeContains } from '../formats/semver/version-range';
import { lockedBundle, LockedOperator } from '../resolve/lock/lock-content';
import type { OperatorLockFile } from '../resolve/operator-lock-file';
import { CatalogLookup } from './catalog-lookup';
import type { ICatalog } from './catalog-ref';
import { InstallPlanApproval } from './install-plan-approval';
import { OperatorSubscriptionProps } from './operator-subscription-props';

/** Props of a Subscription with the locked version. */
export interface LockedProps {
  readonly props: OperatorSubscriptionProps;

  /** Locked operator, or undefined if the Subscription is not locked or the lock does not fit. */
  readonly operator?: LockedOperator;

  /** Why the lock does not fit, as a sentence. */
  readonly problem?: string;
}

/** Returns the props with the version, the CSV and the channel of a lock, and manual approval. If the lock does not fit, they are unchanged. */
export function lockedProps(scope: Construct, props: OperatorSubscriptionProps, file: OperatorLockFile): LockedProps {
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
