import { csvPackage } from './csv-properties';
import { referencedCsvs, Situation } from './situation';
import { SUBSCRIPTIONS } from '../view/api-resource';
import { isTerminating, namespacedName, specString } from '../view/kubernetes-object';
import { Finding } from '../explain/finding';
import { list } from '../explain/formatting';
import { actionKey, AdoptAction, actionTarget } from '../view/action';
import { stringField } from '../../../formats/json/json-value';

/** Decision about ClusterServiceVersions that no Subscription refers to: the adoption of one, or why none is adopted. */
export interface CsvAdoption {
  readonly action?: AdoptAction;
  readonly finding?: Finding;
}

/**
 * Decides whether the Subscription adopts an installed ClusterServiceVersion: only if the Subscription refers to none yet, only one of the same
 * package that no Subscription refers to, and only if it is clear which one.
 *
 * OLM determines only from the status of a Subscription what it installed, and never resolves a Subscription for an operator that is already
 * installed. With the name in its status, OLM proceeds as if the Subscription had installed it.
 */
export function csvAdoption(situation: Situation): CsvAdoption {
  const { subscription, subscriptions = [], csvs = [], namespace } = situation;
  const packageName = specString(subscription ?? undefined, 'name');
  if (!subscription || packageName === undefined || isTerminating(subscription) || referencedCsvs(subscription).length > 0) {
    return {};
  }
  const claimed = new Set(subscriptions.flatMap(referencedCsvs));
  const all = csvs.filter((csv) => !claimed.has(csv.metadata.name) && !isTerminating(csv) && csvPackage(csv) === packageName);
  const replaced = new Set(all.map((csv) => specString(csv, 'replaces')));
  const newest = all.filter((csv) => !replaced.has(csv.metadata.name));
  const [csv] = newest;
  const { resourceVersion } = subscription.metadata;
  if (csv === undefined || resourceVersion === undefined) {
    return {};
  }
  if (newest.length > 1) {
    const names = list(newest.map(({ metadata }) => metadata.name));
    return { finding: { cause: 'several-csvs-without-subscription', message: `package ${packageName} is installed more than once in namespace ${namespace}: ${names}` } };
  }
  const target = actionTarget(SUBSCRIPTIONS, subscription);
  return {
    action: {
      type: 'adopt', key: `${actionKey('adopt', target)} ${resourceVersion}`, target, resourceVersion, csv: csv.metadata.name,
      // The schema requires a time. The creation time requires no clock.
      since: stringField(subscription.status, 'lastUpdated') ?? stringField(subscription.metadata, 'creationTimestamp') ?? '1970-01-01T00:00:00Z',
      description: `records in the status of Subscription ${namespacedName(subscription)} that ${csv.metadata.name} is installed, so that OLM manages it from now on`,
    },
  };
}
