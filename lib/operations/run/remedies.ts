import type { CauseName } from '../../waiting/causes/known-causes';
import { KNOWN_CAUSES } from '../../waiting/causes/known-causes';
import type { ExplainedFinding, Explanation } from '../../waiting/explain/explanation';

/** Remedies in terms of the command line, for causes whose usual remedy is a setting of a construct or a component. */
const REMEDIES: { readonly [cause in CauseName]?: string } = {
  'plan-requires-approval': 'pin the version (startingCSV with installPlanApproval Manual) and run wait with --approve, approve the InstallPlan otherwise, '
    + 'or use automatic approval',
  'plan-not-allowed': 'pin one of these versions in startingCSV, allow them by name with --allow, or allow all older versions of the channel with --stepwise',
  'plan-failed': 'OLM never retries a failed InstallPlan: fix the cause, then run wait with --recover 1, or delete the plan and the '
    + 'ClusterServiceVersion it created',
  'csv-component-failed': 'OLM retries only when permissions in the namespace change: fix what the message names, and run wait with --recover 1',
  'csv-missing': 'pin the deleted version in startingCSV, and it is reinstalled; or run wait with --recover 1 to accept another version, which may not '
    + 'handle the existing objects of its APIs',
  'csv-without-subscription': 'run wait with --adopt, so that the Subscription takes it over as it runs; or delete the ClusterServiceVersion (CRDs and '
    + 'their objects are kept), and OLM installs it again',
  'olm-missing': 'install OLM first, or select the cluster that runs OLM with --kubeconfig and --context',
  'access-denied': 'grant the account this permission; the guide "What the waiters may do" lists the minimal role',
  'operands-remaining': 'delete these objects while the operator is still running, or choose what happens to them with --operands delete or --operands ignore',
  'operands-at-risk': 'delete these objects while the operator is still running, or choose what happens to them: --operands delete, or --operands ignore '
    + 'to lose them without that',
  'operators-remaining': 'remove these operators first, for example with remove subscription/NAME, or remove them together with OLM: --remove-operators',
  'finalizers-remaining': 'let the controller that set the finalizers finish its work; --force removes them and skips that work',
};

/** Returns an explanation with the remedies of the command line. */
export function withOwnRemedies({ findings, ...explanation }: Explanation): Explanation {
  return { ...explanation, findings: findings.map(withOwnRemedy) };
}

/** Returns a finding with the remedy of the command line. A remedy that was made for one finding stays. */
export function withOwnRemedy(finding: ExplainedFinding): ExplainedFinding {
  return finding.remedy === KNOWN_CAUSES[finding.cause].remedy ? { ...finding, remedy: REMEDIES[finding.cause] ?? finding.remedy } : finding;
}
