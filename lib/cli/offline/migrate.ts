import { installedOperators } from '../../cluster/installed-operators';
import { MigrationPlan } from '../../constructs/migration-plan';
import { migrationOf } from '../../constructs/olm-v1/migration-target';
import { defined } from '../../formats/json/defined';
import { OlmV1Version } from '../../olm/v1/olm-v1-version';
import { migrationText, type OperatorMigration } from '../../olm/v1/operator-migration';
import { ExitCode, UsageError, worstOf } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openCompleteSource, sourceOptions } from '../frame/inspected-source';
import { flag, outputFormat, text, type Values } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { writeResult } from '../frame/write-result';
import { BUNDLE_DESCRIPTION, checkOperands, eachInput, type InputResults, readBundle } from './inputs';
import { migrationsOfApp } from './run-app';

const { allNamespaces: _, ...ofOneNamespace } = sourceOptions;

const options = {
  olmVersion: text('VERSION', `release of OLM v1 that the operators move to; by default ${OlmV1Version.DEFAULT.version}`),
  experimental: flag('OLM v1 has its experimental CRDs and features'),
  fromCluster: flag('plan for the operators of a cluster'),
  app: text('COMMAND', 'command that runs the app; by default `app` of cdk8s.yaml'),
  output: outputFormat(['text', 'json'], 'text', 'format of the plan'),
  ...ofOneNamespace,
  namespace: text('NAMESPACE', 'namespace of the operators in the cluster, by default all; of a bundle, by default its package', { short: 'n', group: 'Cluster options:' }),
  ...registryOptions,
} as const;

/** The OLM v1 to move to. */
interface Target {
  readonly version: OlmV1Version;
  readonly experimental: boolean;
}

/** `olm-constructs migrate` */
export const migrateCommand = defineCommand({
  description: 'Prints how operators move from OLM v0 to OLM v1: for each operator the steps with their commands, what is lost, and why OLM v1 would not install it. Plans for '
    + 'bundles, for the operators of a cluster or a dump of one, or otherwise for the app of the folder, which it runs as `cdk8s synth` does. The command changes nothing.\n\n'
    + 'The exit code is 1 if OLM v1 would not install one of them, or something required is unknown; 4 if there is nothing to plan.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, required: false, several: true }],
  options,
  examples: [
    { description: 'The operators of the app in the folder', command: 'olm-constructs migrate' },
    { description: 'A bundle that is installed in the namespace shop', command: 'olm-constructs migrate bundle -n shop' },
    { description: 'The operators in a dump of a cluster', command: 'olm-constructs migrate --from dump.yaml' },
  ],
  run: async (context, { operands, options: given }) => {
    checkContradictions(operands, given);
    const version = given.olmVersion === undefined ? OlmV1Version.DEFAULT : releaseOf(given.olmVersion);
    const target = { version, experimental: given.experimental };
    const bundles = await ofBundles(operands, given, target, context);
    const operators = operands.length > 0 ? bundles.results.flatMap(({ value }) => value)
      : given.fromCluster || given.from.length > 0 ? await ofCluster(given, target, context)
        : await migrationsOfApp(context, given.app, { version: version.version, experimental: given.experimental });
    const plan = MigrationPlan._of(operators);
    if (given.output === 'json') {
      writeResult(context.stdout, given.output, 'MigrationPlan', { isPossible: plan.isPossible, operators: plan.operators });
    } else {
      context.stdout.write(migrationText(plan.operators, context.stdout));
    }
    return worstOf([plan.isPossible ? ExitCode.SUCCESS : ExitCode.FINDINGS, bundles.exitCode]);
  },
});

function checkContradictions(operands: readonly string[], given: Values<typeof options>): void {
  const { from, fromCluster, app, namespace, kubeconfig, context } = given;
  const isCluster = fromCluster || from.length > 0;
  if (fromCluster && from.length > 0) {
    throw new UsageError('--from-cluster and --from contradict each other; set one of them');
  }
  if ([operands.length > 0, isCluster, app !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('BUNDLE, --app, and --from-cluster or --from contradict each other; set one of them');
  }
  if (!fromCluster && (kubeconfig !== undefined || context !== undefined)) {
    throw new UsageError('--kubeconfig and --context select the cluster to plan for; add --from-cluster');
  }
  if (namespace !== undefined && operands.length === 0 && !isCluster) {
    throw new UsageError('--namespace is for bundles and clusters: the app has the namespaces of its operators; omit it');
  }
}

function releaseOf(version: string): OlmV1Version {
  try {
    return OlmV1Version.parse(version);
  } catch (error) {
    throw new UsageError(`--olm-version: ${(error as Error).message}`);
  }
}

function ofBundles(
  operands: readonly string[], { namespace, ...registry }: Values<typeof options>, target: Target, context: CommandContext,
): Promise<InputResults<readonly OperatorMigration[]>> {
  checkOperands(operands);
  return eachInput(operands, context, async (operand) => (
    MigrationPlan.forBundle(await readBundle(operand, context, registry), { ...target, ...defined({ namespace }) }).operators
  ));
}

async function ofCluster(given: Values<typeof options>, target: Target, context: CommandContext): Promise<OperatorMigration[]> {
  const { cluster, connection } = await openCompleteSource({ ...given, allNamespaces: given.namespace === undefined }, context);
  const { operators, notes } = await installedOperators(cluster, { signal: context.signal, ...defined({ namespace: given.namespace }) });
  notes.forEach((note) => context.stderr.warn(note));
  if (operators.length === 0) {
    const where = given.namespace === undefined ? '' : ` in namespace ${given.namespace}`;
    context.stderr.line(connection === undefined ? `the dump has no Subscription${where}: what OLM v0 has installed is not known from it`
      : `no Subscription${where}: OLM v0 installs no operator`);
  }
  return operators.flatMap(({ installed, installMode, unknown }) => (
    unknown !== undefined ? [unknown] : installed === undefined ? [] : [migrationOf(installed, installMode, target)]
  ));
}
