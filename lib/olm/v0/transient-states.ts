/**
 * States of OLM v0 that look like failures, and that OLM leaves without a change by the user. The health checks for Argo CD and Flux, the waiters,
 * `status` and `explain` take them from here: none of them reports a failure because of one.
 */

/** Reasons of the phase Failed of a ClusterServiceVersion from which OLM restarts the operator. */
export const RESTART_REASONS: readonly string[] = [
  'ComponentUnhealthy', 'NeedsReinstall', 'RequirementsNotMet', 'NeedsCertRotation', 'APIServiceResourceIssue', 'APIServiceResourcesNeedReinstall',
];

/** Whether OLM restarts a ClusterServiceVersion that failed for a reason. */
export function isRestart(reason: string | undefined): boolean {
  return reason !== undefined && RESTART_REASONS.includes(reason);
}

/**
 * Reason of the condition BundleUnpackFailed if OLM unpacked the bundle, but could not create its InstallPlan, for example because of a conflict. OLM
 * retries.
 */
export const PLAN_NOT_CREATED = 'EnsureInstallPlanFailed';

/** Reason of the condition ResolutionFailed if there is no solution. With any other, such as a catalog that does not respond, OLM retries. */
export const UNSATISFIABLE = 'ConstraintsNotSatisfiable';

/** Prefix of an installed ClusterServiceVersion in OLM's resolution errors: `@existing/keda//keda.v2.6.1`. */
export const EXISTING = '@existing';

/** Words around the name of a ClusterServiceVersion that no Subscription refers to, in OLM's resolution errors. */
export const UNREFERENCED = ['clusterserviceversion', 'exists and is not referenced by a subscription'] as const;

/** Upgrade that OLM is carrying out. */
export interface Replacement {
  /** ClusterServiceVersion that no Subscription refers to: the replaced one or, until OLM has updated the Subscription, the new one. */
  readonly unreferenced: string;
  /** ClusterServiceVersion that a Subscription refers to. */
  readonly referenced: string;
}

/** Whether OLM resolves again by itself after a failure. */
export function isResolvedAgain({ reason, message }: { readonly reason: string; readonly message: string }): boolean {
  return reason !== UNSATISFIABLE || replacementIn(message) !== undefined;
}

/**
 * Returns the upgrade because of which OLM cannot resolve a namespace, or undefined if that is not the reason. During an upgrade, both versions are
 * installed, and the Subscription refers to one of them: OLM reports a conflict between the two, until it has deleted the replaced one and resolves
 * again. The same conflict with a bundle of a catalog is permanent: the installed version has lost its Subscription.
 *
 * @param message message of the condition ResolutionFailed
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/v0.46.0/pkg/controller/registry/resolver/variable_types.go
 */
export function replacementIn(message: string): Replacement | undefined {
  const [before, after] = UNREFERENCED;
  const isUnreferenced = (name: string): boolean => message.includes(`${before} ${name} ${after}`);
  const existing = message.split(' ').filter((word) => word.startsWith(`${EXISTING}/`)).map((word) => word.split(',')[0]!.split('/')[3]);
  const names = existing.filter((name) => name !== undefined);
  const [unreferenced, referenced] = [names.find(isUnreferenced), names.find((name) => !isUnreferenced(name))];
  return unreferenced === undefined || referenced === undefined ? undefined : { unreferenced, referenced };
}
