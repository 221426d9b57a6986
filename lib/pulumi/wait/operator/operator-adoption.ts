import { namespaceInterests } from './operator-interests';
import { byName } from './situation';
import { ClusterView } from '../cluster/cluster-view';
import { isDeleted, KubernetesObject, path, specText, statusText } from '../cluster/kubernetes-object';
import { objectsOf } from '../cluster/queries';
import { Finding } from '../explain/finding';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';
import { Waiter } from '../waiting/waiter';

/** A Subscription by its name. */
export interface SubscriptionName {
  readonly namespace: string;
  readonly subscription: string;
}

/** What is about to be written over what is there. */
export interface OperatorAdoptionOptions extends SubscriptionName {
  readonly package: string;
  /** The Subscription that was taken over the last time: it is about to be changed or to go. @default - none */
  readonly own?: SubscriptionName;
  /** @default - a minute for the first lists */
  readonly timeouts?: Partial<Timeouts>;
}

/** What is there to be taken over. */
export interface FoundOperator {
  /** Namespace and name of the Subscription; undefined where there is none yet. */
  readonly subscription?: string;
  readonly channel?: string;
  /** What is installed by it. */
  readonly csv?: string;
}

/**
 * Looks, before a Subscription is written over what is there, whether it is the one that is meant: of the same package, and the only one of it.
 * It changes nothing.
 */
export function operatorAdoption(options: OperatorAdoptionOptions): Waiter<Course<undefined>, FoundOperator> {
  const interest = namespaceInterests(options.namespace).subscriptions;
  return createWaiter<undefined, FoundOperator>({
    subject: `adoption of operator ${options.namespace}/${options.subscription}`,
    failure: 'is not possible',
    firstPhase: 'looking',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: 60_000, ...options.timeouts, settling: 0 },
    needsOlm: false,
    read: (_, view) => {
      const subscriptions = found(options, view);
      const findings = subscriptions === undefined ? [] : adoptionFindings(options, subscriptions);
      const outcome = described(byName(subscriptions, options.subscription));
      return {
        memory: undefined, phase: 'looking', waitingFor: 'the first lists of the API server', watch: [interest], findings, wishes: [], reached: outcome,
        ...(subscriptions === undefined || findings.length > 0 ? {} : { ready: { what: 'all', outcome } }),
      };
    },
  });
}

/** The Subscriptions of the namespace; none where there is no OLM yet. */
function found({ namespace }: OperatorAdoptionOptions, view: ClusterView): readonly KubernetesObject[] | undefined {
  const interest = namespaceInterests(namespace).subscriptions;
  return view.scope(interest).problem?.kind === 'not-served' ? [] : objectsOf(view, interest);
}

function adoptionFindings(options: OperatorAdoptionOptions, subscriptions: readonly KubernetesObject[]): Finding[] {
  const { package: wanted, own } = options;
  const isOwn = ({ metadata: { name, namespace } }: KubernetesObject): boolean => own?.subscription === name && own.namespace === namespace;
  const foreign = subscriptions.filter((subscription) => !isOwn(subscription) && !isDeleted(subscription));
  const same = byName(foreign, options.subscription);
  const other = specText(same, 'name');
  return [
    ...(same === undefined || other === wanted ? []
      : [{ cause: 'subscription-of-another-package', text: `Subscription ${path(same)} asks for package ${other ?? '(none)'}, not for ${wanted}` } as const]),
    ...twiceSubscribed(wanted, options.subscription, foreign),
  ];
}

/** That others of the namespace ask for the same package: OLM then resolves nothing in it. */
export function twiceSubscribed(packageName: string | undefined, name: string, subscriptions: readonly KubernetesObject[]): Finding[] {
  return subscriptions
    .filter((other) => packageName !== undefined && other.metadata.name !== name && specText(other, 'name') === packageName && !isDeleted(other))
    .map((other) => ({
      cause: 'package-subscribed-twice',
      text: `Subscription ${path(other)} asks for package ${packageName ?? ''} already${installed(other)}; a namespace can have one Subscription to a package`,
      remedy: `to take it over, give '${other.metadata.name}' as the name of the Subscription and set adopt; or delete that Subscription first`,
    }));
}

function installed(subscription: KubernetesObject): string {
  const csv = statusText(subscription, 'installedCSV');
  return csv === undefined ? '' : ` and has ${csv} installed`;
}

function described(subscription: KubernetesObject | undefined): FoundOperator {
  const [channel, csv] = [specText(subscription, 'channel'), statusText(subscription, 'installedCSV')];
  return {
    ...(subscription === undefined ? {} : { subscription: path(subscription) }),
    ...(channel === undefined ? {} : { channel }),
    ...(csv === undefined ? {} : { csv }),
  };
}
