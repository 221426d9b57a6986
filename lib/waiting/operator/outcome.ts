import { deploymentNames, OwnedApi, ownedApis } from './owned-apis';
import { Situation, waitsForApproval } from './situation';
import { specText, statusText } from '../cluster/kubernetes-object';

/** What is installed. */
export interface InstalledOperator {
  /** The package that the Subscription asks for. */
  readonly package: string;
  /** The name of the ClusterServiceVersion. */
  readonly csv: string;
  readonly version: string;
  /** The phase of the ClusterServiceVersion. */
  readonly phase: string;
  readonly ownedApis: readonly OwnedApi[];
  /** The names of the operator's Deployments. */
  readonly deployments: readonly string[];
  /** The name of the InstallPlan that installed it, as long as the Subscription refers to it. */
  readonly installPlan?: string;
  /** The name of an InstallPlan to a further version, which waits for approval. */
  readonly pendingInstallPlan?: string;
}

/** What a look at the cluster tells of the operator; a part of it as long as it is not there. */
export function installedOperator({ subscription, csv, plan, goal }: Situation): Partial<InstalledOperator> {
  const isPending = plan !== undefined && waitsForApproval(plan);
  const installPlan = plan === undefined ? {} : { [isPending ? 'pendingInstallPlan' : 'installPlan']: plan.metadata.name };
  const name = specText(subscription ?? undefined, 'name');
  const packageName = name === undefined ? {} : { package: name };
  if (csv === undefined) {
    return { ...packageName, ...(goal === undefined ? {} : { csv: goal }), ...installPlan };
  }
  return {
    ...packageName,
    csv: csv.metadata.name,
    version: specText(csv, 'version') ?? '',
    phase: statusText(csv, 'phase') ?? '',
    ownedApis: ownedApis(csv),
    deployments: deploymentNames(csv),
    ...installPlan,
  };
}
