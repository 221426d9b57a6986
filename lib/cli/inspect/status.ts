import { labelSelector } from '../../cluster/inspection/source/label-selector';
import { type ClusterStatus, overallVerdict } from '../../cluster/inspection/status/cluster-status';
import { statusOf } from '../../cluster/status';
import { NO_OLM } from '../../cluster/waiting/explain/no-olm';
import { UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { choice, flag, text } from '../frame/option';
import { printStatusChanges } from './status-watch';
import { statusLines } from './status-tables';
import { portable, writeStructured } from './structured-output';
import { exitCodeOf } from './verdict-words';

/** Prints what OLM manages in a cluster. */
export const statusCommand = defineCommand({
  description: 'Prints the state of OLM, of its catalogs and of the operators it installs: the installed and the wanted version, and what they wait for. '
    + 'The command changes nothing.\n\n'
    + 'Exit codes: 0 if everything is ready, 3 if something is not ready yet, 1 if something failed or no OLM is installed.',
  options: {
    selector: text('SELECTOR', 'labels of the Subscriptions, catalogs and extensions, such as app=shop,tier!=test', { short: 'l' }),
    output: choice('FORMAT', ['table', 'wide', 'json', 'yaml'], 'table', 'format of the output', { short: 'o' }),
    watch: flag('keep printing changes, until Ctrl-C: a table on a terminal, lines elsewhere', { short: 'w' }),
    ...sourceOptions,
  },
  examples: [
    { description: 'Everything in a cluster', command: 'olm-constructs status -A' },
    { description: 'With package, channel and catalog', command: 'olm-constructs status -n shop -o wide' },
    { description: 'Objects from a dump', command: 'olm-constructs status --from must-gather/' },
  ],
  run: async (context, { options }) => {
    const { output, selector, watch } = options;
    const selects = labelSelector(selector ?? '');
    if (selects === undefined) {
      throw new UsageError(`--selector '${selector ?? ''}' is invalid; separate requirements such as app=shop, app!=shop, app, !app or 'app in (a, b)' by commas`);
    }
    if (watch && (options.from.length > 0 || output === 'json' || output === 'yaml')) {
      throw new UsageError('--watch needs a cluster, and prints tables or lines: omit --from, and --output json or yaml');
    }
    if (!watch) {
      context.endsSoon();
    }
    const { cluster, connection, namespace, now } = await openSource(options, context);
    const { stdout } = context;
    const scope = { ...(namespace === undefined ? {} : { namespace }), ...(selector === undefined ? {} : { selects }) };
    const table = (status: ClusterStatus): string[] => statusLines(status, stdout, { isWide: output === 'wide', isOneNamespace: namespace !== undefined });
    if (watch && connection !== undefined) {
      return printStatusChanges(connection, scope, context, table);
    }
    const status = await statusOf(cluster, { ...scope, now, signal: context.signal });
    if (output === 'json' || output === 'yaml') {
      writeStructured(stdout, output, portable(status));
    } else {
      table(status).forEach((line) => stdout.line(line));
    }
    return conclusion(status, namespace, context.stderr.line.bind(context.stderr));
  },
});

/** Prints what is missing, and returns the exit code. */
function conclusion(status: ClusterStatus, namespace: string | undefined, print: (line: string) => void): ExitCode {
  const { olm, hasOlmV1, subscriptions, clusterExtensions, notes } = status;
  const isUnknown = notes.length > 0;
  if (olm === undefined && !hasOlmV1 && subscriptions.length === 0 && !isUnknown) {
    print(NO_OLM);
    return ExitCode.FINDINGS;
  }
  if (subscriptions.length + clusterExtensions.length === 0) {
    print(`no operator is installed${namespace === undefined ? '' : ` in namespace ${namespace}; use -A for all namespaces`}`);
  }
  return exitCodeOf([overallVerdict(status)]);
}
