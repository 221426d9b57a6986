import { namespaceInterests } from './operator-interests';
import { byName } from './situation';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { isDeleted, KubernetesObject, path, specText, statusText } from '../cluster/kubernetes-object';
import { objectsOf } from '../cluster/queries';
import { Finding } from '../explain/finding';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';
import { Waiter } from '../waiting/waiter';

/** The objects that are written for an operator. */
export interface WrittenObjects {
  readonly namespace: string;
  /** The name of the Subscription. */
  readonly subscription: string;
  /** The name of the OperatorGroup; undefined where others make it. */
  readonly operatorGroup?: string;
}

/** What is about to be written over what is there. */
export interface OperatorAdoptionOptions extends WrittenObjects {
  readonly package: string;
  /** What was taken over the last time: it is about to be changed or to go. @default - nothing */
  readonly own?: WrittenObjects;
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
  const { subscriptions: ofSubscriptions, groups: ofGroups } = namespaceInterests(options.namespace);
  const watch = [ofSubscriptions, ...(options.operatorGroup === undefined ? [] : [ofGroups])];
  return createWaiter<undefined, FoundOperator>({
    subject: `adoption of operator ${options.namespace}/${options.subscription}`,
    failure: 'is not possible',
    firstPhase: 'looking',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: 60_000, ...options.timeouts, settling: 0 },
    needsOlm: false,
    read: (_, view) => {
      const [subscriptions, groups = []] = watch.map((interest) => found(interest, view));
      const isKnown = watch.every((interest) => found(interest, view) !== undefined);
      const findings = isKnown ? [...subscriptionFindings(options, subscriptions ?? []), ...groupFindings(options, groups)] : [];
      const outcome = described(byName(subscriptions, options.subscription));
      return {
        memory: undefined, phase: 'looking', waitingFor: 'the first lists of the API server', watch, findings, wishes: [], reached: outcome,
        ...(!isKnown || findings.length > 0 ? {} : { ready: { what: 'all', outcome } }),
      };
    },
  });
}

/** The objects of an interest; none where there is no OLM yet. */
function found(interest: Interest, view: ClusterView): readonly KubernetesObject[] | undefined {
  return view.scope(interest).problem?.kind === 'not-served' ? [] : objectsOf(view, interest);
}

function subscriptionFindings(options: OperatorAdoptionOptions, subscriptions: readonly KubernetesObject[]): Finding[] {
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

/** That there would be a second OperatorGroup: with two of them OLM does nothing in a namespace. */
function groupFindings({ namespace, operatorGroup, own }: OperatorAdoptionOptions, groups: readonly KubernetesObject[]): Finding[] {
  const isOwn = (name: string): boolean => own?.namespace === namespace && own.operatorGroup === name;
  return groups.filter((group) => group.metadata.name !== operatorGroup && !isOwn(group.metadata.name) && !isDeleted(group)).map((group) => ({
    cause: 'operator-groups-several', patience: 'none',
    text: `OperatorGroup ${path(group)} is there, and '${operatorGroup ?? ''}' would be a second one of the namespace`,
    remedy: `use the one that is there: give OperatorGroupRef.named('${group.metadata.name}') as operatorGroup`,
  }));
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
