import { dependenciesOf, InstalledDependency } from './installed-dependencies';
import { deprecations } from './deprecations';
import { OwnedApi, ownedApis } from './owned-apis';
import { requiresApproval, Situation } from './situation';
import { deploymentNames } from '../view/install-strategy';
import { specString, statusString } from '../view/kubernetes-object';

/** Installed operator. */
export interface InstalledOperator {
  /** Package of the Subscription. */
  readonly package: string;
  /** Name of the ClusterServiceVersion. */
  readonly csv: string;
  readonly version: string;
  /** Phase of the ClusterServiceVersion. */
  readonly phase: string;
  readonly ownedApis: readonly OwnedApi[];
  /** Names of the operator's Deployments. */
  readonly deployments: readonly string[];
  /** Operators that OLM installed as its dependencies, or as those of an earlier version. */
  readonly dependencies: readonly InstalledDependency[];
  /** Name of the InstallPlan that installed it, while the Subscription refers to it. */
  readonly installPlan?: string;
  /** Name of an InstallPlan for another version that requires approval. */
  readonly pendingInstallPlan?: string;
  /** Deprecations of the operator, in sentences. @default - none */
  readonly deprecations?: readonly string[];
}

/** Returns what is known about the operator, which is only a part of the outcome until it is installed. */
export function installedOperator(situation: Situation): Partial<InstalledOperator> {
  const { subscription, subscriptions = [], csv, csvs = [], plan, plans = [], targetCsv, earlierDependencies } = situation;
  const isPending = plan !== undefined && requiresApproval(plan);
  const installPlan = plan === undefined ? {} : { [isPending ? 'pendingInstallPlan' : 'installPlan']: plan.metadata.name };
  const name = specString(subscription ?? undefined, 'name');
  const packageName = name === undefined ? {} : { package: name };
  if (csv === undefined) {
    return { ...packageName, ...(targetCsv === undefined ? {} : { csv: targetCsv }), ...installPlan };
  }
  const deprecated = deprecations(situation);
  return {
    ...packageName,
    csv: csv.metadata.name,
    version: specString(csv, 'version') ?? '',
    phase: statusString(csv, 'phase') ?? '',
    ownedApis: ownedApis(csv),
    deployments: deploymentNames(csv),
    dependencies: dependenciesOf([csv.metadata.name], { subscriptions, csvs, plans }, earlierDependencies),
    ...installPlan,
    ...(deprecated.length === 0 ? {} : { deprecations: deprecated }),
  };
}
