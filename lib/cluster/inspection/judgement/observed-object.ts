import { Finding } from '../../waiting/explain/explanation';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/waiter';
import { ApiResource } from '../../waiting/view/api-resource';
import { ClusterView, Interest } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { conditionsSince } from '../source/object-times';
import { Judge, Subject } from './judge';

/** Name of an object, with its namespace if it has one. */
export interface ObservedName {
  readonly name: string;
  readonly namespace: string;
}

/** State of an object that no waiter waits for. */
export interface ObservedObject {
  /** The object, `null` if it does not exist, or undefined until it is listed. */
  readonly object: KubernetesObject | null | undefined;

  /** State in a few words. */
  readonly state: string;
  readonly findings: readonly Finding[];

  /** What has to happen next, or undefined if the object is healthy. */
  readonly waitingFor?: string;

  /** Objects that it stands for, with their states. */
  readonly parts?: readonly ObservedPart[];

  /** Notes in addition to the state. @default - none */
  readonly notes?: readonly string[];
}

/** Object that another one stands for. */
export interface ObservedPart {
  readonly kind: string;
  readonly object: KubernetesObject;
  readonly state: string;
  readonly isHealthy: boolean;
}

/** How to observe the objects of a resource. */
export interface ObservedResource {
  readonly resource: ApiResource;

  /** Time after which an object that is not healthy has failed, in milliseconds. @default - that of waiters */
  readonly timeout?: number;
  readonly watch: (name: ObservedName, view: ClusterView) => readonly Interest[];
  readonly observe: (name: ObservedName, view: ClusterView) => ObservedObject;
}

/** Returns an object as a subject. */
export function observedSubject({ resource, timeout, watch, observe }: ObservedResource, { name, namespace }: ObservedName): Subject {
  const title = `${resource.kind} ${resource.namespaced ? `${namespace}/` : ''}${name}`;
  const waiter: Judge = createWaiter<undefined, KubernetesObject>({
    subject: title,
    failure: 'is not as it should be',
    firstPhase: 'checking',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, ...(timeout === undefined ? {} : { total: timeout }) },
    needsOlm: false,
    observe: (_, view) => {
      const { object, findings, waitingFor } = observe({ name, namespace }, view);
      const missing: Finding[] = object === null ? [{ cause: 'object-missing', message: `${title} does not exist` }] : [];
      return {
        memory: undefined, actions: [], reached: {}, phase: 'checking', watch: watch({ name, namespace }, view),
        waitingFor: waitingFor ?? `${title} to be created`, findings: [...missing, ...findings],
        ...(object && waitingFor === undefined ? { ready: { key: name, outcome: object } } : {}),
      };
    },
  });
  return { title, judge: () => waiter, since: (view) => conditionsSince(observe({ name, namespace }, view).object) };
}
