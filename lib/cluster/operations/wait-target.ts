import { defined } from '../../formats/json/defined';
import type { PlanContent } from '../../resolve/plan/plan-content';
import { perObject } from '../../text/per-object';
import type { Finding } from '../waiting/explain/explanation';
import { type AppliedObject, onceApplied } from '../waiting/machine/once-applied';
import type { Timeouts, Waiter } from '../waiting/machine/waiter';
import { resourceName } from '../waiting/view/api-resource';
import type { Interest } from '../waiting/view/cluster-view';
import type { Manifest } from './manifests';

/** Object of a cluster, for reports. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;

  /** Namespace of the object. @default - the object is cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
}

/** Something to wait for, from manifests. */
export interface WaitTarget {
  /** Title for messages, such as `operator demo/plain`. */
  readonly subject: string;
  readonly object: ObjectReference;

  /** Targets that have to be ready first. */
  readonly after: readonly WaitTarget[];

  /**
   * Returns the wait.
   *
   * @param timeout total timeout in milliseconds, or undefined for the default of the kind
   */
  readonly waiter: (timeout: number | undefined) => Waiter<unknown, unknown>;

  /** Describes in a few words what is ready. */
  readonly readyText: (outcome: unknown) => string;
}

/** Options of waits for operators. */
export interface OperatorWaitOptions {
  /** Whether to approve InstallPlans that lead to a pinned version: to the `startingCSV` of a Subscription with manual approval. */
  readonly approve: boolean;

  /** Whether older versions in the channel are approved on the upgrade path to a pinned one. */
  readonly stepwise: boolean;

  /** Names of the ClusterServiceVersions that may be installed in addition, on the upgrade path or as dependencies. */
  readonly allowedCsvs: readonly string[];

  /** Upgrade plan: only its CSVs are approved, in its order, and `stepwise` and `allowedCsvs` have no effect. @default - the pins apply */
  readonly upgradePlan?: PlanContent;

  /** Whether a Subscription adopts an installed ClusterServiceVersion of its package that no Subscription refers to. */
  readonly adopt: boolean;

  /** How many times a failed installation is deleted, so that OLM retries. */
  readonly recover: number;
}

/** Properties specific to a kind of target. */
export interface TargetDefinition<State, Outcome> {
  readonly subject: string;
  readonly object: ObjectReference;

  /** Objects that have to be applied before the wait starts. */
  readonly applied: readonly AppliedObject[];

  /** Default timeout for these objects to be applied, in milliseconds. */
  readonly timeout: number;

  /** Whether the wait is pointless in a cluster without OLM. @default false */
  readonly needsOlm?: boolean;

  /** Targets that have to be ready first. @default - none */
  readonly after?: readonly WaitTarget[];

  /** Returns the wait for the applied objects. */
  readonly ready: (timeouts: Partial<Timeouts>) => Waiter<State, Outcome>;
  readonly readyText: (outcome: Outcome) => string;
}

/** Returns a target: it waits until its objects are applied, and then until they are ready. */
export function targetOf<State, Outcome>(definition: TargetDefinition<State, Outcome>): WaitTarget {
  const { subject, object, applied, after = [], needsOlm = false, ready, readyText } = definition;
  return {
    subject, object, after,
    waiter: (timeout) => onceApplied(
      { subject, objects: applied, timeout: timeout ?? definition.timeout, needsOlm },
      (elapsed) => ready(timeout === undefined ? {} : { total: Math.max(0, timeout - elapsed) }),
    ) as Waiter<unknown, unknown>,
    readyText: (outcome) => readyText(outcome as Outcome),
  };
}

/** Returns the requirement that an object is applied, with its spec. */
export function appliedWithSpec({ name, object, source }: Manifest, interest: Interest): AppliedObject {
  return { interest, name, source, spec: object['spec'] };
}

/**
 * Returns the same requirement for an object of an API that something else installs, unless the manifests do.
 *
 * @param unserved returns the problem if the cluster does not serve the API
 */
export function appliedToServed(
  manifest: Manifest, interest: Interest, unserved: (interest: Interest) => Finding, all: readonly Manifest[],
): AppliedObject {
  const isInstalled = CRD_NAMES(all).has(resourceName(interest.resource));
  return { ...appliedWithSpec(manifest, interest), ...(isInstalled ? {} : { unserved: unserved(interest) }) };
}

const CRD_NAMES = perObject((manifests: readonly Manifest[]) => (
  new Set(manifests.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ name }) => name))
));

/** Returns the reference to an object. */
export function referenceTo({ apiVersion, kind, namespace, name }: Manifest): ObjectReference {
  return { apiVersion, kind, ...defined({ namespace }), name };
}
