import { defined } from '../../../formats/json/defined';
import { groupBy } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { Finding, MAX_FINDINGS } from '../explain/explanation';
import { inspection } from '../machine/inspection';
import { Timeouts, Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { ClusterView, Interest, objectsOf } from '../view/cluster-view';
import { isTerminating, KubernetesObject, namespacedName, specString, statusString } from '../view/kubernetes-object';
import { namespaceInterests } from './operator-interests';
import { byName } from './situation';

/** Names of the objects that are created for an operator. */
export interface OperatorObjects {
  readonly namespace: string;
  /** Name of the Subscription. */
  readonly subscription: string;
  /** Name of the OperatorGroup, omitted if it is not created together with the Subscription. */
  readonly operatorGroup?: string;
}

/** Options of `operatorAdoption`. */
export interface OperatorAdoptionOptions extends OperatorObjects {
  readonly package: string;
  /** Objects that were adopted earlier and are about to be changed or deleted. @default - none */
  readonly previous?: OperatorObjects;
  /** @default - one minute for the initial lists */
  readonly timeouts?: Partial<Timeouts>;
}

/** Operator found in the cluster. */
export interface FoundOperator {
  /** Namespace and name of the Subscription, or undefined if there is none yet. */
  readonly subscription?: string;
  readonly channel?: string;
  /** Name of the ClusterServiceVersion that it installed. */
  readonly csv?: string;
}

/**
 * Checks, before existing objects are overwritten, that a Subscription of this name is for the same package, that it is the only one for the
 * package, and that there is no other OperatorGroup. It changes nothing.
 */
export function operatorAdoption(options: OperatorAdoptionOptions): Waiter<WaiterState<undefined>, FoundOperator> {
  const { subscriptions: subscriptionInterest, groups: groupInterest } = namespaceInterests(options.namespace);
  const watch = [subscriptionInterest, ...(options.operatorGroup === undefined ? [] : [groupInterest])];
  return inspection({
    subject: `adoption of operator ${options.namespace}/${options.subscription}`,
    watch,
    timeouts: options.timeouts,
    inspect: (view) => {
      const [subscriptions, groups = []] = watch.map((interest) => existing(interest, view));
      const isKnown = watch.every((interest) => existing(interest, view) !== undefined);
      return {
        isKnown,
        findings: isKnown ? [...subscriptionFindings(options, subscriptions ?? []), ...groupFindings(options, groups)] : [],
        outcome: described(byName(subscriptions, options.subscription)),
      };
    },
  });
}

/** Returns the objects of an interest, or an empty list if OLM is not installed yet. */
function existing(interest: Interest, view: ClusterView): readonly KubernetesObject[] | undefined {
  return view.snapshot(interest).problem?.kind === 'not-served' ? [] : objectsOf(view, interest);
}

function subscriptionFindings(options: OperatorAdoptionOptions, subscriptions: readonly KubernetesObject[]): Finding[] {
  const { package: wanted, previous } = options;
  const isPrevious = ({ metadata: { name, namespace } }: KubernetesObject): boolean => (
    previous?.subscription === name && previous.namespace === namespace
  );
  const others = subscriptions.filter((subscription) => !isPrevious(subscription) && !isTerminating(subscription));
  const same = byName(others, options.subscription);
  const other = specString(same, 'name');
  return [
    ...(same === undefined || other === wanted ? []
      : [{ cause: 'subscription-of-another-package', message: `Subscription ${namespacedName(same)} is for package ${other ?? '(none)'}, not for ${wanted}` } as const]),
    ...duplicateSubscriptionFindings(wanted, options.subscription, others),
  ];
}

/** Returns other OperatorGroups in the namespace. With two, OLM does nothing in a namespace. */
function groupFindings({ namespace, operatorGroup, previous }: OperatorAdoptionOptions, groups: readonly KubernetesObject[]): Finding[] {
  const isPrevious = (name: string): boolean => previous?.namespace === namespace && previous.operatorGroup === name;
  const others = groups.filter((group) => group.metadata.name !== operatorGroup && !isPrevious(group.metadata.name) && !isTerminating(group));
  return others.map((group) => ({
    cause: 'too-many-operator-groups', grace: 'none',
    message: `OperatorGroup ${namespacedName(group)} exists, and '${operatorGroup ?? ''}' would be a second one in the namespace`,
    remedy: `use the existing one: set operatorGroup to OperatorGroupRef.named('${group.metadata.name}')`,
  }));
}

/** Returns other Subscriptions in the namespace for the same package. With two, OLM resolves nothing in the namespace. */
export function duplicateSubscriptionFindings(packageName: string | undefined, name: string, subscriptions: readonly KubernetesObject[]): Finding[] {
  const known = packageName === undefined ? [] : OF_PACKAGE(subscriptions).get(packageName) ?? [];
  return known.filter(({ subscription }) => subscription !== name).map(({ finding }) => finding);
}

/** For each package, the findings about its Subscriptions that another one may show. */
const OF_PACKAGE = perObject((subscriptions: readonly KubernetesObject[]) => {
  const byPackage = groupBy(subscriptions.filter((found) => !isTerminating(found)), (found) => specString(found, 'name') ?? '');
  return new Map([...byPackage].map(([packageName, found]) => [packageName, found.slice(0, MAX_FINDINGS + 1).map((other) => ({
    subscription: other.metadata.name, finding: duplicateFinding(packageName, other),
  }))]));
});

function duplicateFinding(packageName: string, other: KubernetesObject): Finding {
  const { name } = other.metadata;
  return {
    cause: 'package-subscribed-twice',
    message: `Subscription ${namespacedName(other)} already subscribes to package ${packageName}${installed(other)}; a namespace can have only one Subscription per package`,
    remedy: `if it was renamed, set previousName to '${name}'; to adopt it under its name, use '${name}' as the name of the Subscription and set adopt; or delete `
      + 'that Subscription first',
  };
}

function installed(subscription: KubernetesObject): string {
  const csv = statusString(subscription, 'installedCSV');
  return csv === undefined ? '' : ` and has ${csv} installed`;
}

function described(subscription: KubernetesObject | undefined): FoundOperator {
  const [channel, csv] = [specString(subscription, 'channel'), statusString(subscription, 'installedCSV')];
  return {
    ...(subscription === undefined ? {} : { subscription: namespacedName(subscription) }),
    ...defined({ channel, csv }),
  };
}
