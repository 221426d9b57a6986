import { mapsField, textField } from '../../../../bundle/json-value';
import { condition, conditions, KubernetesObject, path, statusText } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';

/** How OLM words that objects in the cluster would not fit a changed CRD. */
const BREAKS_OBJECTS = /risk of data loss|updated validation is too restrictive/;

/** What is wrong with an InstallPlan. */
export function planFindings(plan: KubernetesObject): Finding[] {
  const message = condition(plan, 'Installed')?.message || statusText(plan, 'message') || conditions(plan).find(({ status }) => status === 'False')?.message || '';
  if (statusText(plan, 'phase') === 'Failed') {
    const text = `InstallPlan ${path(plan)} failed: ${message === '' ? 'it says no reason' : quote(message)}`;
    return [{ cause: BREAKS_OBJECTS.test(message) ? 'plan-would-break-objects' : 'plan-failed', text }];
  }
  if (/forbidden/i.test(message)) {
    return [{ cause: 'plan-lacks-rights', text: `InstallPlan ${path(plan)} cannot go on: ${quote(message)}` }];
  }
  return lookupFindings(plan);
}

/** What keeps the bundle images of a plan from being unpacked. */
function lookupFindings(plan: KubernetesObject): Finding[] {
  return mapsField(plan.status, 'bundleLookups').flatMap((lookup) => mapsField(lookup, 'conditions')
    .filter((found) => textField(found, 'status') === 'True')
    .map((found): Finding => {
      const type = textField(found, 'type') ?? '';
      const text = `bundle ${textField(lookup, 'identifier') ?? '?'} of InstallPlan ${path(plan)}: ${quote(textField(found, 'message') ?? type)}`;
      return { cause: type === 'BundleLookupFailed' ? 'unpack-failed' : 'unpacking', text };
    }));
}
