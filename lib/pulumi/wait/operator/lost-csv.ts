import { plannedCsvs, Situation } from './situation';
import { statusText } from '../cluster/kubernetes-object';

/**
 * The name of the ClusterServiceVersion that the Subscription calls installed, where it is not there and nothing is about to bring it:
 * somebody deleted it. OLM goes by its InstallPlans, and plans the next version from the one that is gone.
 */
export function lostCsv({ subscription, csvs, csv, plan }: Situation): string | undefined {
  const name = statusText(subscription ?? undefined, 'installedCSV');
  if (name === undefined || csv !== undefined || csvs === undefined || csvs.some(({ metadata }) => metadata.name === name)) {
    return undefined;
  }
  const isComing = plan !== undefined && statusText(plan, 'phase') !== 'Complete' && plannedCsvs(plan).includes(name);
  return isComing ? undefined : name;
}
