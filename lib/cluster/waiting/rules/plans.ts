import { mapListField, stringField } from '../../../formats/json/json-value';
import { PLAN_NOT_CREATED } from '../../../olm/v0/transient-states';
import { Finding } from '../explain/explanation';
import { detail, messageLine } from '../explain/formatting';
import { condition, conditions, KubernetesObject, namespacedName, statusString } from '../view/kubernetes-object';
import { missingApiFinding } from './missing-apis';
import { podFindings, podsOfJob } from './pods';

/** OLM's messages about objects in the cluster that would be invalid under a changed CRD. */
const BREAKS_OBJECTS = /risk of data loss|updated validation is too restrictive/;

/** The API server's error for a role or a binding that grants rights that its author does not have. The missing rights are at its end. */
const GRANTS_TOO_MUCH = /(\S+ "[^"]+") is forbidden: user ("[^"]+").* is attempting to grant RBAC permissions not currently held:\s*(.*)$/s;

/** Returns the problems of an InstallPlan. */
export function planFindings(plan: KubernetesObject): Finding[] {
  const message = condition(plan, 'Installed')?.message || statusString(plan, 'message') || conditions(plan).find(({ status }) => status === 'False')?.message || '';
  const isFailed = statusString(plan, 'phase') === 'Failed';
  const missing = missingApiFinding(`InstallPlan ${namespacedName(plan)} ${isFailed ? 'failed' : 'cannot proceed'}`, message);
  if (missing !== undefined) {
    return [isFailed ? { ...missing, cause: 'plan-api-missing', remedy: `${missing.remedy}; ${RETRY}` } : missing];
  }
  if (isFailed) {
    const unsupported = unsupportedSteps(plan);
    return unsupported.length > 0 ? unsupported : [{
      cause: BREAKS_OBJECTS.test(message) ? 'plan-breaks-objects' : 'plan-failed',
      message: `InstallPlan ${namespacedName(plan)} failed: ${message === '' ? 'no reason given' : messageLine(message)}`,
    }];
  }
  if (/forbidden/i.test(message)) {
    const [, role, account, missing] = GRANTS_TOO_MUCH.exec(message) ?? [];
    const why = missing === undefined ? messageLine(message) : `it creates ${role!}, which grants what ${account!} does not have: ${messageLine(missing)}`;
    return [{ cause: 'plan-forbidden', message: `InstallPlan ${namespacedName(plan)} cannot proceed: ${why}` }];
  }
  return lookupFindings(plan);
}

/** How OLM carries a failed plan out after all. */
const RETRY = 'then delete the InstallPlan and the ClusterServiceVersion that it created, because OLM never retries a failed plan';

/** Returns the objects of a plan whose kind OLM does not install, whatever the cluster serves. */
function unsupportedSteps(plan: KubernetesObject): Finding[] {
  return mapListField(plan.status, 'plan').filter((step) => stringField(step, 'status') === 'UnsupportedResource').map(({ resource }) => {
    const [kind, name] = ['kind', 'name'].map((key) => stringField(resource, key) ?? '?');
    return {
      cause: 'kind-unsupported',
      message: `InstallPlan ${namespacedName(plan)} failed: OLM v0 installs no objects of the kind ${kind!}, and the bundle has '${name!}'`,
    };
  });
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
  const unfinished = jobs.filter((job) => condition(job, 'Complete')?.status !== 'True');
  const ofPods = unfinished.flatMap((job) => podFindings(podsOfJob(job, pods)));
  const ofJobs = unfinished.flatMap((job) => conditions(job)
    .filter(({ type, status }) => type === 'Failed' && status === 'True')
    .map(({ reason, message }): Finding => ({ cause: 'unpack-failed', message: `unpack Job ${namespacedName(job)} failed (${reason}): ${messageLine(message)}` })));
  const ofOlm: Finding[] = isFailed
    ? [{ cause: 'unpack-failed', message: `OLM could not unpack the bundle: ${messageLine(failed.message)}` }]
    : [{ cause: 'unpacking', message: `OLM is still unpacking the bundle${detail(condition(subscription, 'BundleUnpacking')?.message)}` }];
  return [...ofJobs, ...(ofJobs.length > 0 && isFailed ? [] : ofOlm), ...ofPods];
}
