import { catalogInterests, crdInterests, namespaceInterest, namespaceInterests } from './operator-interests';
import { OperatorReadyOptions } from './options';
import { InstalledOperator, installedOperator } from './outcome';
import { isKnown, situation } from './situation';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { specText } from '../cluster/kubernetes-object';

/** How things are, without waiting: for a refresh, and for telling what changed. */
export interface OperatorLook {
  /** What has to be listed to see it; it may grow after a list. */
  readonly watch: readonly Interest[];
  /** Whether all of it is listed. */
  readonly isKnown: boolean;
  /** Whether the Subscription is there. */
  readonly isSubscribed: boolean;
  readonly channel?: string;
  readonly installed: Partial<InstalledOperator>;
  /** The OperatorGroups of the namespace, with the namespaces that each of them aims at. */
  readonly operatorGroups: readonly { readonly name: string; readonly spec: unknown }[];
}

/** Looks at an operator. */
export function lookAtOperator(options: OperatorReadyOptions, view: ClusterView): OperatorLook {
  const found = situation(options, view);
  const { subscription, groups = [], csv } = found;
  const channel = specText(subscription ?? undefined, 'channel');
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
