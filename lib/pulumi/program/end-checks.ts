import * as pulumi from '@pulumi/pulumi';
import { refusedConstructs } from '../../gitops/checks/app-validation';
import { constructsOf } from '../../constructs/model/cluster-scope';
import { printableMessage } from '../../text/printable';
import { type ClusterApp, currentStack } from './cluster-app';
import { DeployedCluster } from './deployed-cluster';
import { valueOf } from './output-values';

/** Checks of a whole program, and the cluster that they are for, or undefined for all others. */
export interface ProgramChecker {
  readonly name: string;
  readonly provider: pulumi.ProviderResource | undefined;

  /** Whether it checks a cluster. */
  readonly covers: (cluster: ClusterApp) => boolean;

  /** Whether the program has ended and the checks have begun. */
  readonly hasBegun: () => boolean;
}

const CHECKERS = new WeakMap<object, ProgramChecker[]>();

/**
 * Registers the checks of a program. Returns all of them, including later ones.
 *
 * @throws Error if the cluster has others already
 */
export function addChecker(checker: ProgramChecker): void {
  const checkers = checkersOf(currentStack());
  const other = checkers.find(({ provider }) => provider === checker.provider);
  if (other !== undefined) {
    throw new Error(printableMessage(`PlatformChecks '${checker.name}' ${checker.provider === undefined ? 'has no provider, and neither has' : 'has the same provider as'} '${other.name}', so that `
      + 'both check the same components; pass all arguments to one of them, or pass a `provider`'));
  }
  checkers.push(checker);
}

/** Returns all checks of a program, including those that are added later. */
export function checkersOf(stack: object): readonly ProgramChecker[] & Pick<ProgramChecker[], 'push'> {
  const checkers = CHECKERS.get(stack) ?? [];
  CHECKERS.set(stack, checkers);
  return checkers;
}

/**
 * Refuses a component that the checks of the program would not see.
 *
 * @param what name of the component, such as `OperatorRegistry 'hello'`
 * @throws Error if they have begun, which only a component in a callback can be too late for
 */
export function refuseIfTooLate(what: string, cluster: ClusterApp): void {
  const checker = checkersOf(currentStack()).find(({ hasBegun, covers }) => hasBegun() && covers(cluster));
  if (checker !== undefined) {
    throw new Error(printableMessage(`${what} is created after the end of the program, in a callback such as that of \`apply\`, so PlatformChecks '${checker.name}' cannot check it; `
      + 'create it outside of the callback, or export a value from the callback, as in `export const hello = output.apply(() => new OperatorSubscription(…).namespace)`: '
      + 'the checks wait for exported values'));
  }
}

/** Waits until a program has created all of its resources. Returns whether it did so without an error. */
export async function endOfProgram(): Promise<boolean> {
  const stack = pulumi.runtime.getStackResource();
  // Resources that are created in the same turn come first, and the stack itself gets its outputs in it.
  await new Promise((resolve) => setImmediate(resolve));
  try {
    await (stack === undefined ? undefined : valueOf(stack.outputs));
    return true;
  } catch {
    return false;
  }
}

/** How checks end a program. */
export const programEnd = {
  /**
   * Ends the program with an error, and does not stop what already runs. Pulumi prints errors that nothing catches; those of outputs get a prefix.
   */
  fail: (error: Error): void => void Promise.reject(error),
};

const claimed = new WeakSet<ClusterApp>();

/**
 * Returns the outputs of a component, once all constructs of its cluster are checked with the values of the outputs in their arguments. If none has
 * any, they were checked when they were created.
 *
 * The promise keeps the program running until then; one component of each cluster suffices.
 */
export function checkedAtEnd(cluster: ClusterApp, component: pulumi.Resource, outputs: pulumi.Inputs): pulumi.Inputs | Promise<pulumi.Inputs> {
  if (cluster.placeholders.isEmpty || claimed.has(cluster) || pulumi.runtime.getStackResource() === undefined) {
    return outputs;
  }
  claimed.add(cluster);
  const checkers = checkersOf(currentStack());
  return checkAtEnd(cluster, component, () => checkers.some(({ covers }) => covers(cluster))).then(() => {
    // A component that a callback creates later starts the checks again.
    claimed.delete(cluster);
    return outputs;
  });
}

async function checkAtEnd(cluster: ClusterApp, component: pulumi.Resource, isChecked: () => boolean): Promise<void> {
  if (!await endOfProgram() || isChecked()) {
    return;
  }
  const deployed = await DeployedCluster.of(cluster, { resources: [], withCharts: false });
  const problems = refusedBy(deployed);
  if (problems.length > 0) {
    programEnd.fail(failure(problems, deployed.resourceAt(problems[0]!.path) ?? component));
  }
}

/** Returns the errors of constructs themselves, that of a constructor or those of validations. */
function refusedBy(deployed: DeployedCluster): { readonly path: string; readonly line: string }[] {
  if (deployed.refused.length > 0) {
    return deployed.refused.map(({ path, problem }) => ({ path, line: `[${path}] ${problem}` }));
  }
  return deployed.inOneCluster(() => refusedConstructs(constructsOf(deployed.root))).map(({ construct: { node: { path } }, problem }) => (
    { path, line: path === '' ? problem : `[${path}] ${problem}` }
  )).filter(({ line }) => !deployed.hasLate(line));
}

/** Returns the error with which a program ends, at a resource. */
export function failure(problems: readonly { readonly line: string }[], resource: pulumi.Resource): pulumi.ResourceError {
  const lines = problems.map(({ line }) => line);
  const message = lines.length === 1 ? lines[0]! : `${lines.length} problems\n${lines.map((line) => `  ${line}`).join('\n')}`;
  return new pulumi.ResourceError(message, resource, true);
}
