import { checkExplainable, explain, type ExplainOptions, MissingObjectError } from '../../cluster/explain';
import type { InspectedCluster } from '../../cluster/inspected-cluster';
import type { ObjectExplanation } from '../../cluster/inspection/explain/explain';
import { UnknownObjectError } from '../../cluster/operations/targets/referenced-object';
import { CliError, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { choice, text } from '../frame/option';
import { explanationText } from './explain-text';
import { portable, writeStructured } from './structured-output';
import { exitCodeOf } from './verdict-words';

/** The object to explain is in a single namespace. */
const { allNamespaces: _, ...ofOneNamespace } = sourceOptions;

/** Explains why an object is in its state. */
export const explainCommand = defineCommand({
  description: 'Explains why something is not ready: prints the chain of objects from the request down to the pods, where it broke, and the causes with '
    + 'remedies, the most likely first. Kinds: subscription, csv, installplan, catalogsource, operatorgroup, namespace (one that is stuck in deletion), '
    + 'clusterextension, clustercatalog, bundledeployment, bundleinstance and bundle of RukPak, and deployment (of an operator that runs without OLM), with the names '
    + 'that kubectl takes; and olm for OLM itself. '
    + 'The command changes nothing.\n\n'
    + 'Exit codes: 0 if it is healthy, 3 if it is progressing, 1 if it failed or does not exist.',
  operands: [{ name: 'KIND/NAME', description: 'what to explain, such as subscription/shop, csv/shop.v1.2.0 or olm', several: true }],
  options: {
    expect: text('VERSION', 'what should be installed: the ClusterServiceVersion of a Subscription, or the version of a ClusterExtension'),
    output: choice('FORMAT', ['text', 'json', 'yaml'], 'text', 'format of the output', { short: 'o' }),
    ...ofOneNamespace,
  },
  examples: [
    { description: 'Why an operator is not ready', command: 'olm-constructs explain subscription/shop -n shop' },
    { description: 'Why a Namespace is not deleted', command: 'olm-constructs explain namespace/shop' },
    { description: 'On a dump of a cluster, without access to it', command: 'olm-constructs explain subscription/shop --from must-gather/' },
  ],
  run: async (context, { operands, options }) => {
    operands.forEach(check);
    const { cluster, namespace, now } = await openSource({ ...options, allNamespaces: false }, context);
    const { stdout, signal } = context;
    const { expect: expected } = options;
    const explanations: ObjectExplanation[] = [];
    for (const operand of operands) {
      explanations.push(await explained(cluster, operand, {
        now, signal, ...(namespace === undefined ? {} : { namespace }), ...(expected === undefined ? {} : { expected }),
      }));
    }
    const { output } = options;
    if (output === 'json' || output === 'yaml') {
      writeStructured(stdout, output, portable(explanations.length === 1 ? explanations[0] : explanations));
    } else {
      explanations.flatMap((found, index) => [...(index === 0 ? [] : ['']), ...explanationText(found, stdout, now)])
        .forEach((line) => stdout.line(line));
    }
    return exitCodeOf(explanations.map(({ verdict }) => verdict));
  },
});

function check(reference: string): void {
  try {
    checkExplainable(reference);
  } catch (error) {
    throw error instanceof UnknownObjectError ? new UsageError(error.message) : error;
  }
}

async function explained(cluster: InspectedCluster, reference: string, options: ExplainOptions): Promise<ObjectExplanation> {
  try {
    const found = await explain(cluster, reference, options);
    return found;
  } catch (error) {
    throw error instanceof MissingObjectError ? new CliError(error.message, ExitCode.FINDINGS)
      : error instanceof UnknownObjectError ? new UsageError(error.message) : error;
  }
}
