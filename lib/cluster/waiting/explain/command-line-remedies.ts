import { type CauseName, KNOWN_CAUSES } from './known-causes';
import type { ExplainedFinding, Explanation } from './explanation';

/** How a cluster is selected on the command line, for remedies. */
const SELECTED = 'with --kubeconfig and --context';

/** Remedies in terms of the command line, for causes whose usual remedy is a setting of a construct or a component. */
const REMEDIES: { readonly [cause in CauseName]?: string } = {
  'invalid-credentials': `renew the credentials, for example by logging in again, or select another cluster or user ${SELECTED}`,
  'api-server-unreachable': `check that the cluster is running, or select another one ${SELECTED}; check that network, VPN, proxy and firewall allow the `
    + 'connection',
  'namespace-missing': 'create the Namespace first',
  'olm-exists': 'use the OLM that exists, or remove it with uninstall',
  'olm-v1-missing': `install OLM v1 (catalogd and operator-controller) first, or select the cluster that runs it ${SELECTED}`,
  'rukpak-missing': `install RukPak first, in the release that the object is for; or select the cluster that runs it ${SELECTED}`,
  'object-missing': `create it; if it exists, select its cluster ${SELECTED}`,
  'object-outdated': `apply it again; if it is up to date, select its cluster ${SELECTED}`,
  'subscription-missing': `create it; if it exists, select its cluster ${SELECTED}`,
  'several-csvs-without-subscription': 'delete the ClusterServiceVersions that are not needed (CRDs and their objects are kept), then run wait with --adopt, '
    + 'or an OperatorWaitJob with `adopt`, to adopt the remaining one',
  'unpack-failed': 'make the bundle image accessible (registry, pull secret, network), then delete the failed Job or run wait with --recover 1: OLM does not '
    + 'retry by itself',
  'plan-requires-approval': 'pin the version (startingCSV with installPlanApproval Manual) and run wait with --approve, approve the InstallPlan otherwise, '
    + 'or use automatic approval',
  'plan-not-allowed': 'pin one of these versions in startingCSV, allow them by name with --allow, or allow all older versions of the channel with --stepwise',
  'plan-failed': 'OLM never retries a failed InstallPlan: fix the cause, then run wait with --recover 1, or delete the plan and the '
    + 'ClusterServiceVersion it created',
  'csv-component-failed': 'OLM retries only when permissions in the namespace change: fix what the message names, and run wait with --recover 1',
  'csv-missing': 'pin the deleted version in startingCSV, and it is reinstalled; or run wait with --recover 1 to accept another version, which may not '
    + 'handle the existing objects of its APIs',
  'csv-without-subscription': 'run wait with --adopt, or an OperatorWaitJob with `adopt`, so that the Subscription takes it over as it runs; or delete the ClusterServiceVersion (CRDs and '
    + 'their objects are kept), and OLM installs it again',
  'olm-missing': `install OLM first, or select the cluster that runs OLM ${SELECTED}`,
  'access-denied': 'grant the account this permission; the page "Permissions of waiters" lists the minimal role',
  'operands-remaining': 'delete these objects while the operator is still running, or choose what happens to them with --operands delete or --operands ignore',
  'operands-at-risk': 'delete these objects while the operator is still running, or choose what happens to them: --operands delete, or --operands ignore '
    + 'to lose them without their cleanup',
  'operators-remaining': 'remove these operators first, for example with remove subscription/NAME, or remove them together with OLM: --remove-operators',
  'finalizers-remaining': 'let the controller that set the finalizers finish its work; --force removes them and skips that work',
};

/** Returns the remedy of a cause for users of the command line. */
export function commandLineRemedy(cause: CauseName): string {
  return REMEDIES[cause] ?? KNOWN_CAUSES[cause].remedy;
}

/** Returns findings with the remedies for the command line. A remedy that is specific to a finding is kept. */
export function withCommandLineRemedies(findings: readonly ExplainedFinding[]): ExplainedFinding[] {
  return findings.map((finding) => (
    finding.remedy === KNOWN_CAUSES[finding.cause].remedy ? { ...finding, remedy: commandLineRemedy(finding.cause) } : finding
  ));
}

/** Returns an explanation with the remedies for the command line. */
export function inCommandLineTerms({ findings, ...explanation }: Explanation): Explanation {
  return { ...explanation, findings: withCommandLineRemedies(findings) };
}
