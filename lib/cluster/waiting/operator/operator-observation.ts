import { catalogInterests, crdInterests, namespaceInterest, namespaceInterests } from './operator-interests';
import { OperatorReadyOptions } from './options';
import { InstalledOperator, installedOperator } from './outcome';
import { isKnown, situation } from './situation';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { specString } from '../view/kubernetes-object';

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
      ...catalogInterests(options.namespace, subscription ?? undefined), ...crdInterests(csv),
    ],
    isKnown: isKnown(found) && found.apis.every(({ crd }) => crd !== undefined),
    isSubscribed: subscription !== undefined && subscription !== null,
    ...(channel === undefined ? {} : { channel }),
    installed: installedOperator(found),
    operatorGroups: groups.map(({ metadata: { name }, spec }) => ({ name, spec })),
  };
}
