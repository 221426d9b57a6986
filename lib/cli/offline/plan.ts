import { resolve } from 'node:path';
import { lockBefore } from '../../cluster/plan-upgrade';
import type { LockAnswer } from '../../constructs/model/lock-command';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import { PLAN_VERSION } from '../../resolve/plan/plan-content';
import { planText } from '../../resolve/plan/plan-text';
import { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { clusterOptions, selectsCluster } from '../frame/cluster';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openCompleteSource, sourceOptions } from '../frame/inspected-source';
import { flag, outputFormat, text, type Values } from '../frame/option';
import { writeResult } from '../frame/write-result';
import { locksOfApp } from './run-app';

/** Options for the start of a plan. */
export const planSourceOptions = { ...clusterOptions, from: sourceOptions.from } as const;

/** Start of a plan. */
export interface PlanBefore {
  /** Content of the installed lock. */
  readonly before: string;

  /** Path of the lock to install. */
  readonly next: string;

  /** @throws InspectionError if the cluster is about to install something other than the plan */
  readonly check: (plan: OperatorUpgradePlan) => void;
}

/** Reads what is installed: from a lock file, or from a cluster or a dump of one. */
export async function beforeOf(
  operands: readonly string[], options: Values<typeof planSourceOptions> & { readonly fromCluster: boolean }, context: CommandContext,
): Promise<PlanBefore> {
  const { fromCluster, from } = options;
  const [first, second] = operands;
  if (fromCluster && from.length > 0) {
    throw new UsageError('--from-cluster and --from contradict each other; set one of them');
  }
  if (!fromCluster && from.length === 0) {
    if (selectsCluster(options)) {
      throw new UsageError('--kubeconfig and --context select the cluster to plan from; add --from-cluster');
    }
    if (first === undefined || second === undefined) {
      throw new UsageError('the lock files OLD and NEW are required; with --from-cluster or --from, only NEW');
    }
    return { before: OperatorLockFile.fromFile(first).toYaml(), next: second, check: () => undefined };
  }
  if (first === undefined || second !== undefined) {
    throw new UsageError(`with ${fromCluster ? '--from-cluster' : '--from'}, specify one lock file: the one to install`);
  }
  const after = OperatorLockFile.fromFile(first);
  const { cluster } = await openCompleteSource({ ...options, namespace: undefined, allNamespaces: true }, context);
  const { lock, notes, check } = await lockBefore(cluster, after, { signal: context.signal });
  notes.forEach((note) => context.stderr.warn(note));
  return { before: lock.toYaml(), next: first, check };
}

/** `olm-constructs plan` */
export const planCommand = defineCommand({
  description: 'Prints what an upgrade from one lock, or from what a cluster has installed, to another lock means: for each operator the CSVs to approve in order, changes of CRDs by the rules of OLM v1 with the '
    + 'objects of the app that they touch, rights and images that are new, deprecations, and what is down meanwhile. The app of the folder has the catalogs.\n\n'
    + 'The exit code is 1 if OLM would not make one of the upgrades, or one has a change of a CRD that OLM v1 refuses, or gains a right that the OperatorLock forbids, and NEW has '
    + 'no waiver for it; 4 if no plan can be made, for example because an operator has failed.',
  operands: [
    { name: 'OLD', description: 'lock file that is installed, such as that of the base of a pull request; omit it with --from-cluster or --from', required: false },
    { name: 'NEW', description: 'lock file to install', required: false },
  ],
  options: {
    fromCluster: flag('plan from what is installed in a cluster, in the namespaces of NEW, instead of OLD'),
    requireManifests: flag('fail for versions without manifests in the catalog, which cannot be checked'),
    app: text('COMMAND', 'command that runs the app; by default `app` of cdk8s.yaml'),
    output: outputFormat(['text', 'json', 'markdown', 'mermaid', 'svg'], 'text', 'format of the plan'),
    ...planSourceOptions,
  },
  examples: [
    { description: 'A comment for a pull request', command: 'olm-constructs plan old.lock.yaml olm.lock.yaml -o markdown' },
    { description: 'From a dump of the cluster', command: 'olm-constructs plan olm.lock.yaml --from dump.yaml' },
  ],
  run: async (context, { operands, options }) => {
    const { app, output, requireManifests } = options;
    const { before, next, check } = await beforeOf(operands, options, context);
    const after = OperatorLockFile.fromFile(next).toYaml();
    const request = { update: [], plan: { before, after }, ...(requireManifests ? { requireManifests } : {}) };
    const { plan, installPlans } = answerFor(await locksOfApp(context, app, request), next);
    if (plan === undefined) {
      throw new CliError('the app uses an earlier version of olm-constructs, which makes no plans; update it');
    }
    const made = OperatorUpgradePlan._of(plan, installPlans);
    check(made);
    print(made, output, context);
    return made.isSafe ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});

function print(plan: OperatorUpgradePlan, output: 'text' | 'json' | 'markdown' | 'mermaid' | 'svg', { stdout }: CommandContext): void {
  switch (output) {
    case 'text':
      return stdout.write(planText(plan, stdout));
    case 'json':
      return writeResult(stdout, output, 'OperatorUpgradePlan', { planVersion: PLAN_VERSION, operators: plan.operators, installPlans: plan.installPlans });
    case 'markdown':
      return stdout.write(plan.toMarkdown());
    case 'mermaid':
      return stdout.write(plan.toMermaid());
    case 'svg':
      return stdout.data(plan.toSvg());
  }
}

/** Returns the answer for the lock with the given path, or the only answer if the app has one lock. */
function answerFor(answers: readonly LockAnswer[], path: string): LockAnswer {
  const [first] = answers;
  const found = answers.length === 1 ? first : answers.find((answer) => resolve(answer.path) === resolve(path));
  if (found === undefined) {
    throw new CliError(`the app has ${answers.length} locks, and none with the path ${path}; NEW must be one of ${answers.map((answer) => answer.path).join(', ')}`);
  }
  return found;
}
