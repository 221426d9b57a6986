import { mapListField, stringField } from '../../../formats/json/json-value';
import { PLAN_NOT_CREATED } from '../../../olm/v0/transient-states';
import { perObject } from '../../../text/per-object';
import { Finding, foremost } from '../explain/explanation';
import { detail, list, messageLine } from '../explain/formatting';
import { KNOWN_CAUSES } from '../explain/known-causes';
import { condition, conditions, KubernetesObject, namespacedName, statusString } from '../view/kubernetes-object';
import { missingApiFinding } from './missing-apis';
import { planError } from './plan-errors';
import { createdCsvs, openStep, planSteps, PlanStep } from './plan-steps';
import { podFindings, podsOfJob } from './pods';

/** The API server's error for a role or a binding that grants rights that its author does not have. The missing rights are at its end. */
const FORBIDDEN = /(?<!\S)(\S+ "[^"]+") is forbidden: user ("[^"]+")(.*)$/s;
const MISSING = ' is attempting to grant RBAC permissions not currently held:';

/** What OLM writes before the error of an attempt that it repeats. */
const RETRYING = /^retrying execution due to error: /;

/** Returns the problems of an InstallPlan. */
export function planFindings(plan: KubernetesObject): Finding[] {
  const status = condition(plan, 'Installed')?.message || statusString(plan, 'message') || conditions(plan).find(({ status }) => status === 'False')?.message || '';
  const message = status.replace(RETRYING, '');
  const isFailed = statusString(plan, 'phase') === 'Failed';
  const step = openStep(plan);
  const missing = missingApiFinding(`InstallPlan ${namespacedName(plan)} ${isFailed ? 'failed' : 'cannot proceed'}`, message, step);
  if (missing !== undefined) {
    return [isFailed ? { ...missing, cause: 'plan-api-missing', remedy: afterwards(missing.remedy, plan) } : missing];
  }
  if (isFailed) {
    const unsupported = unsupportedSteps(plan);
    return unsupported.length > 0 ? unsupported : [failure(plan, message, step)];
  }
  if (message !== '' && statusString(plan, 'phase') !== 'Complete') {
    return [retry(plan, message, step)];
  }
  return step?.status === 'WaitingForApi' ? [{
    cause: 'crd-not-established', message: `CustomResourceDefinition ${step.name} is not established: InstallPlan ${namespacedName(plan)} waits for it`,
  }] : lookupFindings(plan);
}

/** Returns the finding of a plan that OLM gave up. */
function failure(plan: KubernetesObject, message: string, step: PlanStep | undefined): Finding {
  const error = planError(message);
  const cause = error?.cause === 'plan-forbidden' ? undefined : error?.cause;
  return {
    cause: cause ?? 'plan-failed',
    message: `InstallPlan ${namespacedName(plan)} failed${at(step, message)}: ${message === '' ? 'no reason given' : reason(message)}`,
    ...(error?.fix === undefined ? {} : { remedy: afterwards(error.fix, plan) }),
  };
}

/** Returns the finding of a plan that OLM still tries to carry out: forever if it lacks permissions, otherwise for a minute. */
function retry(plan: KubernetesObject, message: string, step: PlanStep | undefined): Finding {
  const error = planError(message);
  const isForbidden = error?.cause === 'plan-forbidden';
  return {
    cause: isForbidden ? 'plan-forbidden' : error?.cause ?? 'plan-retrying',
    message: `InstallPlan ${namespacedName(plan)} cannot proceed${at(step, message)}: ${reason(message)}`,
    ...(isForbidden ? {} : { grace: 'timeout' }),
    ...(isForbidden || error?.fix === undefined ? {} : { remedy: `${error.fix}; OLM retries for about a minute, after which the InstallPlan has failed and has to be deleted` }),
  };
}

/** Returns the object that OLM cannot create, unless the message names it anyway. */
function at(step: PlanStep | undefined, message: string): string {
  return step === undefined || step.name === '' || excessOf(message) !== undefined ? '' : ` at ${step.api.kind} ${step.name}`;
}

/** Returns an error as one line. An error about rights is shortened to those that are missing. */
function reason(message: string): string {
  return excessOf(message) ?? messageLine(message);
}

/** Returns which rights a role or a binding grants that its author does not have, or undefined if the error is about something else. */
function excessOf(message: string): string | undefined {
  const [, role = '', account = '', rest = ''] = FORBIDDEN.exec(message) ?? [];
  const at = rest.lastIndexOf(MISSING);
  return at < 0 ? undefined : `it creates ${role}, which grants what ${account} does not have: ${messageLine(rest.slice(at + MISSING.length).trimStart())}`;
}

/** Returns a remedy with what OLM needs to carry out a failed plan after all. What the plan did not create stays. */
function afterwards(fix: string, plan: KubernetesObject): string {
  const csvs = createdCsvs(plan);
  const also = csvs.length === 0 ? '' : ` and ClusterServiceVersion ${list(csvs)}, which it created`;
  return `${fix}; then delete InstallPlan ${plan.metadata.name}${also}: OLM never retries a failed plan`;
}

/** Returns the objects of a plan whose kind OLM does not install, whatever the cluster serves. */
function unsupportedSteps(plan: KubernetesObject): Finding[] {
  const remedy = afterwards(KNOWN_CAUSES['kind-unsupported'].remedy, plan);
  return planSteps(plan).filter(({ status }) => status === 'UnsupportedResource').map(({ api: { kind }, name }): Finding => ({
    cause: 'kind-unsupported', remedy,
    message: `InstallPlan ${namespacedName(plan)} failed: OLM v0 installs no objects of the kind ${kind || '?'}, and the bundle has '${name || '?'}'`,
  }));
}

/** Returns why bundle images of a plan are not unpacked. */
function lookupFindings(plan: KubernetesObject): Finding[] {
  return mapListField(plan.status, 'bundleLookups').flatMap((lookup) => mapListField(lookup, 'conditions')
    .filter((found) => stringField(found, 'status') === 'True')
    .map((found): Finding => {
      const type = stringField(found, 'type') ?? '';
      const message = `bundle ${stringField(lookup, 'identifier') ?? '?'} of InstallPlan ${namespacedName(plan)}: ${messageLine(stringField(found, 'message') ?? type)}`;
      return { cause: type === 'BundleLookupFailed' ? 'unpack-failed' : 'unpacking', message };
    }));
}

/** Returns why the bundle of a Subscription is not unpacked, according to the unpack Job, its pods, and OLM. */
export function unpackFindings(subscription: KubernetesObject, jobs: readonly KubernetesObject[], pods: readonly KubernetesObject[]): Finding[] {
  const failed = condition(subscription, 'BundleUnpackFailed');
  if (failed?.status === 'True' && failed.reason === PLAN_NOT_CREATED) {
    return [{ cause: 'resolution-error', message: `OLM could not create the InstallPlan: ${messageLine(failed.message)}` }];
  }
  const isFailed = failed?.status === 'True';
  const isUnpacking = condition(subscription, 'BundleUnpacking')?.status === 'True';
  if (!isFailed && !isUnpacking) {
    return [];
  }
  const { ofJobs, ofPods } = OF_UNPACKING(jobs)(pods);
  const ofOlm: Finding[] = isFailed
    ? [{ cause: 'unpack-failed', message: `OLM could not unpack the bundle: ${messageLine(failed.message)}` }]
    : [{ cause: 'unpacking', message: `OLM is still unpacking the bundle${detail(condition(subscription, 'BundleUnpacking')?.message)}` }];
  return [...ofJobs, ...(ofJobs.length > 0 && isFailed ? [] : ofOlm), ...ofPods];
}

/** Findings of the unpack Jobs that are not complete, and of their pods. The Subscriptions of a catalog share them. */
const OF_UNPACKING = perObject((jobs: readonly KubernetesObject[]) => {
  const unfinished = jobs.filter((job) => condition(job, 'Complete')?.status !== 'True');
  const ofJobs = foremost(unfinished.flatMap((job) => conditions(job)
    .filter(({ type, status }) => type === 'Failed' && status === 'True')
    .map(({ reason, message }): Finding => ({ cause: 'unpack-failed', message: `unpack Job ${namespacedName(job)} failed (${reason}): ${messageLine(message)}` }))));
  return perObject((pods: readonly KubernetesObject[]) => (
    { ofJobs, ofPods: foremost(unfinished.flatMap((job) => podFindings(podsOfJob(job, pods)))) }
  ));
});
