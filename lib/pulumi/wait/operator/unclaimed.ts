import { Situation } from './situation';
import { SUBSCRIPTIONS } from '../cluster/api-resource';
import { isDeleted, KubernetesObject, path, specText, statusText } from '../cluster/kubernetes-object';
import { Finding } from '../explain/finding';
import { list } from '../explain/quote';
import { actionKey, AdoptAction, target } from '../waiting/action';
import { isMap, mapsField, textField } from '../../../bundle/json-value';
import { OLM_GROUP } from '../../../olm/olm-group';

/** The properties of a bundle, which OLM keeps on what it installs from it. */
const PROPERTIES = 'operatorframework.io/properties';

/** What is to be done about ClusterServiceVersions that no Subscription refers to. */
export interface Unclaimed {
  readonly action?: AdoptAction;
  readonly finding?: Finding;
}

/**
 * Whether the Subscription is to take over what is installed: only one that leads to nothing yet, only what is of its package and no
 * Subscription's, and only when it is clear which of several is meant.
 *
 * What is installed by a Subscription, OLM knows from that one's status alone. A Subscription that comes later to an operator that is there is
 * refused for good; with the name in its status OLM goes on as if it had installed it.
 */
export function unclaimed(situation: Situation): Unclaimed {
  const { subscription, subscriptions = [], csvs = [], namespace } = situation;
  const packageName = specText(subscription ?? undefined, 'name');
  if (!subscription || packageName === undefined || isDeleted(subscription) || referredBy(subscription).length > 0) {
    return {};
  }
  const claimed = new Set(subscriptions.flatMap(referredBy));
  const all = csvs.filter((csv) => !claimed.has(csv.metadata.name) && !isDeleted(csv) && packageOf(csv, namespace) === packageName);
  const replaced = new Set(all.map((csv) => specText(csv, 'replaces')));
  const newest = all.filter((csv) => !replaced.has(csv.metadata.name));
  const [csv] = newest;
  const { resourceVersion } = subscription.metadata;
  if (csv === undefined || resourceVersion === undefined) {
    return {};
  }
  if (newest.length > 1) {
    const names = list(newest.map(({ metadata }) => metadata.name));
    return { finding: { cause: 'csvs-without-subscription', text: `package ${packageName} is installed more than once in namespace ${namespace}: ${names}` } };
  }
  const of = target(SUBSCRIPTIONS, subscription);
  return {
    action: {
      type: 'adopt', key: `${actionKey('adopt', of)} ${resourceVersion}`, target: of, resourceVersion, csv: csv.metadata.name,
      // The schema wants a time; that of the Subscription's making needs no clock.
      since: textField(subscription.status, 'lastUpdated') ?? textField(subscription.metadata, 'creationTimestamp') ?? '1970-01-01T00:00:00Z',
      why: `notes on Subscription ${path(subscription)} that ${csv.metadata.name} is installed, so that OLM takes it for its own and goes on from there`,
    },
  };
}

/** The ClusterServiceVersions that a Subscription calls its own. */
function referredBy(subscription: KubernetesObject): string[] {
  return ['installedCSV', 'currentCSV'].map((field) => statusText(subscription, field)).filter((name) => name !== undefined);
}

/** The package that a ClusterServiceVersion is of: by the properties of its bundle; those of old releases of OLM have only a label. */
function packageOf({ metadata: { annotations, labels } }: KubernetesObject, namespace: string): string | undefined {
  const property = properties(annotations?.[PROPERTIES]).find(({ type }) => type === 'olm.package');
  const prefix = `${OLM_GROUP}/`;
  const suffix = `.${namespace}`;
  const label = Object.keys(labels ?? {}).find((key) => key.startsWith(prefix) && key.endsWith(suffix));
  return textField(property?.['value'], 'packageName') ?? label?.slice(prefix.length, -suffix.length);
}

function properties(text: string | undefined): { readonly [field: string]: unknown }[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return isMap(parsed) ? mapsField(parsed, 'properties') : [];
  } catch {
    return [];
  }
}
