import { readNotedManifests } from '../../cluster/operations/manifests';
import { waitFor, type WaitResult } from '../../cluster/wait';
import { planFromFile } from '../../resolve/plan/read-plan';
import { CliError, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { count, flag, list, text } from '../frame/option';
import { writeResult } from '../frame/write-result';
import { actOptions, filename, openCluster } from './act-options';
import { exitCodeOf, printResults, resultData, type ReportedResult } from './act-report';

/** Waits until everything that manifests contain is ready. */
export const waitCommand = defineCommand({
  description: 'Waits until all OLM objects in manifests are ready: OLM itself, CatalogSources, Subscriptions with their operators, ClusterCatalogs and '
    + 'ClusterExtensions of OLM v1, Bundles and BundleDeployments of RukPak, and operators that run without OLM. The wait can begin before the manifests are applied. For a failure, it prints the causes and remedies.\n\n'
    + 'InstallPlans are approved only with --approve, and only those that install the version that a Subscription is pinned to: its startingCSV, with '
    + 'manual approval. With --plan, only those with the versions of an upgrade plan, in its order.\n\n'
    + 'Exit codes: 0 if everything is ready, 1 if something failed, 3 if it only timed out, 4 if the cluster could not be read.',
  options: {
    filename,
    approve: flag('approve the InstallPlans that install pinned versions'),
    stepwise: flag('with --approve, also approve older versions of the channel on the way to a pinned one'),
    allow: list('CSV', 'with --approve, also approve this version, on the way or as a dependency'),
    plan: text('FILE', 'with --approve, approve only the versions in this upgrade plan, in its order; it is the output of `plan OLD NEW -o json`'),
    recover: count('NUMBER', 0, 'how often a failed installation is deleted so that OLM retries it'),
    adopt: flag('let Subscriptions take over installed operators of their packages that have no Subscription, and delete the previous Subscription of a renamed one'),
    recordFailures: flag('write an Event on each object that is not ready in the end, with the explanation'),
    ...actOptions,
  },
  examples: [
    { description: 'Wait for what kubectl applies, and approve the pinned versions', command: 'olm-constructs wait -f dist --approve' },
    { description: 'Print what would be approved', command: 'olm-constructs wait -f dist --approve --dry-run' },
    { description: 'Carry out a reviewed upgrade plan, and nothing else', command: 'olm-constructs wait -f dist --approve --plan olm.plan.json' },
    { description: 'Wait for a single file, 10 minutes at most, and print the result as JSON', command: 'olm-constructs wait -f subscription.yaml --timeout 10m -o json' },
  ],
  run: async (context, { options }) => {
    const { approve, stepwise, allow, plan, recover, adopt } = options;
    if (options.filename.length === 0) {
      throw new UsageError('nothing to wait for; set -f to a file or folder of manifests');
    }
    if (!approve && (stepwise || allow.length > 0)) {
      throw new UsageError(`${stepwise ? '--stepwise' : '--allow'} has an effect only with --approve; add --approve`);
    }
    if (plan !== undefined && (!approve || stepwise || allow.length > 0)) {
      throw new UsageError(!approve ? '--plan has an effect only with --approve; add --approve'
        : `--plan lists everything to approve, so ${stepwise ? '--stepwise' : '--allow'} has no effect; remove it`);
    }
    const upgradePlan = plan === undefined ? {} : { upgradePlan: planFromFile(plan) };
    const { manifests, notes } = await readNotedManifests(options.filename, context.readStdin, 'olm-constructs wait -f -');
    const { connection, how } = openCluster(options, context);
    const { recordFailures } = options;
    const report = await waitFor(connection, manifests, {
      ...how, approve, stepwise, allowedCsvs: allow, recover, adopt, recordFailures, ...upgradePlan,
    });
    if (report.results.length === 0) {
      throw new CliError(`no objects of OLM in ${options.filename.join(', ')}: nothing to wait for among ${manifests.length} objects; specify the manifests with `
        + 'Subscriptions, CatalogSources, ClusterExtensions, ClusterCatalogs, BundleDeployments or OLM itself, or with the CRDs and Deployments of an operator');
    }
    [...notes, ...report.notes].forEach((note) => context.stderr.line(note));
    const results = report.results.map(reported);
    if (options.output === 'json') {
      writeResult(context.stdout, options.output, 'WaitReport', { results: resultData(results), notes: [...notes, ...report.notes], actions: report.changes });
    } else {
      printResults(results, context);
    }
    return exitCodeOf(results);
  },
});

/** Returns the result of a wait for the report. */
export function reported(result: WaitResult): ReportedResult<'ready', WaitResult['object']> {
  return { ...result, doneText: 'ready', fields: result.object };
}
