import { defined } from '../../../formats/json/defined';
import { printableLine } from '../../../text/printable';
import { deploymentNames, OwnedApi, ownedApis } from '../view/cluster-service-version';
import { ClusterView, Interest } from '../view/cluster-view';
import { condition, specString, statusString } from '../view/kubernetes-object';
import { dependenciesOf, InstalledDependency } from './installed-dependencies';
import { catalogInterests, apiInterests, namespaceInterest, namespaceInterests } from './operator-interests';
import { OperatorReadyOptions } from './operator-options';
import { isKnown, requiresApproval, Situation, situation } from './situation';

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
    return { ...packageName, ...defined({ csv: targetCsv }), ...installPlan };
  }
  const deprecated = deprecations(situation);
  return {
    ...packageName,
    csv: csv.metadata.name,
    version: specString(csv, 'version') ?? '',
    phase: statusString(csv, 'phase') ?? '',
    ownedApis: ownedApis(csv),
    deployments: deploymentNames(csv),
    // Computed when it is read: a status of many operators does without it.
    get dependencies() {
      return dependenciesOf([csv.metadata.name], { subscriptions, csvs, plans }, earlierDependencies);
    },
    ...installPlan,
    ...(deprecated.length === 0 ? {} : { deprecations: deprecated }),
  };
}

/** Current state of an operator, observed without waiting, for a refresh and to detect drift. */
export interface OperatorObservation {
  /** Interests that must be listed. There may be more after a list. */
  readonly watch: readonly Interest[];
  /** Whether all of them are listed. */
  readonly isKnown: boolean;
  /** Whether the Subscription exists. */
  readonly isSubscribed: boolean;
  readonly channel?: string;
  readonly installed: Partial<InstalledOperator>;
  /** OperatorGroups of the namespace. */
  readonly operatorGroups: readonly { readonly name: string; readonly spec: unknown }[];
}

/** Returns the current state of an operator. */
export function observeOperator(options: OperatorReadyOptions, view: ClusterView): OperatorObservation {
  const found = situation(options, view);
  const { subscription, groups = [], csv } = found;
  const channel = specString(subscription ?? undefined, 'channel');
  return {
    watch: [
      ...Object.values(namespaceInterests(options.namespace)), namespaceInterest(options.namespace),
      ...catalogInterests(options.namespace, subscription ?? undefined), ...apiInterests(csv),
    ],
    isKnown: isKnown(found) && found.apis.every(({ crd }) => crd !== undefined),
    isSubscribed: subscription !== undefined && subscription !== null,
    ...defined({ channel }),
    installed: installedOperator(found),
    operatorGroups: groups.map(({ metadata: { name }, spec }) => ({ name, spec })),
  };
}

/** Prefix that OLM adds to the message of the catalog, such as `olm.channel/alpha: `. */
const REFERENCE = /^olm\.(?:package|channel|bundle)\/\S+: /;

/**
 * Returns the deprecations of an installed operator, in sentences with the messages of its catalog. Since 0.27, OLM sets these conditions on the
 * Subscription for the installed ClusterServiceVersion.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/operators/v1alpha1/subscription_types.go `SubscriptionPackageDeprecated`
 */
export function deprecations({ subscription }: Situation): string[] {
  const found = subscription ?? undefined;
  const packageName = specString(found, 'name') ?? '';
  const deprecated: readonly (readonly [condition: string, what: string])[] = [
    ['PackageDeprecated', `package '${packageName}'`],
    ['ChannelDeprecated', `channel '${specString(found, 'channel') ?? ''}' of package '${packageName}'`],
    ['BundleDeprecated', `bundle '${statusString(found, 'installedCSV') ?? ''}'`],
  ];
  return deprecated.flatMap(([type, what]) => {
    const { status, message = '' } = condition(found, type) ?? {};
    return status === 'True' ? [`${what} is deprecated: ${printableLine(message.replace(REFERENCE, ''))}`] : [];
  });
}
