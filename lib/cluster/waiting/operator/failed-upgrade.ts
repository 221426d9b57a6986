import { Situation } from './situation';
import { CauseName } from '../causes/known-causes';
import { condition, statusString } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { csvFindings } from '../rules/cluster-service-versions';
import { UNREFERENCED_CSV } from '../rules/resolution';

/** Causes of a version that has failed. OLM may be retrying it. */
const FAILED: readonly CauseName[] = ['csv-start-timeout', 'csv-failed', 'csv-component-failed'];

/**
 * Returns the finding that OLM does not upgrade a version that failed while it replaced another one. As long as that is so, the replaced version
 * remains without a Subscription, which the resolver rejects regardless of the catalog unless `upgradeStrategy` is set.
 */
export function failedUpgradeFindings({ subscription, csv, csvs = [] }: Situation): Finding[] {
  const failed = condition(subscription ?? undefined, 'ResolutionFailed');
  const replaced = failed?.status === 'True' ? UNREFERENCED_CSV.exec(failed.message)?.[1] : undefined;
  const isReplaced = csvs.some((other) => other.metadata.name === replaced && statusString(other, 'phase') === 'Replacing');
  return csv !== undefined && isReplaced && csvFindings(csv).some(({ cause }) => FAILED.includes(cause))
    ? [{ cause: 'upgrade-from-failed', message: `OLM does not upgrade ${csv.metadata.name}, because it failed` }]
    : [];
}
