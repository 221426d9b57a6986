import { bundlesOf, crdsOf, deploymentInterest, deploymentsOf, RukpakApiVersion } from './resources';
import { ApiResource } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { isTerminating, KubernetesObject, specString } from '../cluster/kubernetes-object';
import { objectOf, objectsOf, optional } from '../cluster/queries';
import { list } from '../explain/formatting';
import { createWaiter } from '../machine/create-waiter';
import { Observation } from '../machine/observation';
import { DEFAULT_TIMEOUTS, Timeouts } from '../machine/timeouts';
import { Waiter } from '../machine/waiter';
import { WaiterState } from '../machine/waiter-state';
import { apiOf } from '../olm-v1/extension-status';
import { listableVersion } from '../removal/crd-conversion';
import { deletedTitles, DeletionPolicy, deletionStage, FoundObject, objectTitle, RemovalReport, Stage } from '../removal/stage';

/** Options of `rukpakDeploymentRemoval`. */
export interface RukpakDeploymentRemovalOptions {
  /** Name of the BundleDeployment. */
  readonly name: string;
  readonly version: RukpakApiVersion;
  /**
   * What happens to operands, the objects of the bundle's APIs. The CRDs are deleted with the BundleDeployment, and all their objects with them:
   * `abort` removes nothing while there are any, `ignore` loses them, and `delete` deletes them first, while the operator is still running.
   *
   * @default 'abort'
   */
  readonly operands?: 'abort' | 'ignore' | 'delete';
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their work. @default false */
  readonly force?: boolean;
  /** @default - `RUKPAK_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `rukpakDeploymentRemoval`: finalizers of operands take time. */
export const RUKPAK_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0 };

/** Memory of the removal: what it deleted. */
interface RukpakRemovalMemory {
  readonly removed: readonly string[];
}

/** Removes a BundleDeployment, and waits until what RukPak created for it is gone. */
export function rukpakDeploymentRemoval(options: RukpakDeploymentRemovalOptions): Waiter<WaiterState<RukpakRemovalMemory>, RemovalReport> {
  return createWaiter<RukpakRemovalMemory, RemovalReport>({
    subject: `removal of bundle deployment ${options.name}`,
    failure: 'did not finish',
    firstPhase: 'inspecting',
    memory: { removed: [] },
    timeouts: { ...RUKPAK_REMOVAL_TIMEOUTS, ...options.timeouts, settling: 0 },
    needsOlm: false,
    observe: (memory, view, { timeInPhase }) => observe(options, memory, view, timeInPhase),
  });
}

function observe(
  { name, version, operands = 'abort', force = false }: RukpakDeploymentRemovalOptions, before: RukpakRemovalMemory, view: ClusterView,
  timeInPhase: (phase: string) => number,
): Observation<RukpakRemovalMemory, RemovalReport> {
  const interest = deploymentInterest(name, version);
  const deployment = objectOf(view, interest);
  const decides = operands !== 'ignore' && !!deployment && !isTerminating(deployment);
  const apis = (objectsOf(view, crdsOf(name)) ?? []).map(operandInterest);
  const owned = [crdsOf(name), deploymentsOf(name), ...(version === 'v1alpha1' ? [bundlesOf(name)] : [])];
  const watch = [interest, ...owned, ...apis.map((api) => (decides ? api : optional(api)))];
  if (!watch.every((each) => each.optional === true || objectsOf(view, each) !== undefined)) {
    return { memory: before, phase: 'inspecting', waitingFor: 'the initial lists from the API server', watch, findings: [], actions: [], reached: {} };
  }
  const found = decides ? foundIn(view, apis) : [];
  const stages = [
    () => guardStage(operands === 'abort' ? found : []),
    () => deletionStage('operands', operands === 'delete' ? found : [], policy(force, timeInPhase, 'deletes an operand while the operator is still running')),
    () => deletionStage('deployment', foundIn(view, [interest]), policy(force, timeInPhase, 'deletes the BundleDeployment')),
    () => collectionStage(foundIn(view, owned)),
  ];
  let stage: Stage = { phase: 'inspecting' };
  for (const make of stages) {
    stage = make();
    if (stage.waitingFor !== undefined) {
      break;
    }
  }
  const { phase, waitingFor, actions = [], findings = [] } = stage;
  const removed = [...new Set([...before.removed, ...deletedTitles(actions)])];
  const report: RemovalReport = { removed, left: [] };
  return {
    memory: { removed }, phase, waitingFor: waitingFor ?? 'nothing', watch, actions, findings, reached: report,
    ...(waitingFor === undefined ? { ready: { key: 'removed', outcome: report } } : {}),
  };
}

function guardStage(found: readonly FoundObject[]): Stage {
  return found.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{
      cause: 'operands-at-risk',
      message: `RukPak would delete ${found.length === 1 ? 'one object' : `${found.length} objects`} together with the CRDs: ${list(found.map(objectTitle))}`,
    }],
  };
}

/** Waits until the garbage collector has deleted what the BundleDeployment owned. */
function collectionStage(found: readonly FoundObject[]): Stage {
  const stage = deletionStage('collecting', found, policy(false, () => 0, ''));
  const untouched = found.filter(({ object }) => !isTerminating(object));
  return stage.waitingFor === undefined ? stage : {
    ...stage, actions: [],
    findings: [...stage.findings ?? [], ...untouched.map((object) => (
      { cause: 'deletion-pending' as const, message: `${objectTitle(object)} still exists, although its owner is deleted` }
    ))],
  };
}

/** Returns the interest in the objects of a CRD, in the version in which they are stored. */
function operandInterest(crd: KubernetesObject): Interest {
  const { group, plural, kind, version } = apiOf(crd);
  const resource: ApiResource = { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' };
  return { resource };
}

function foundIn(view: ClusterView, interests: readonly Interest[]): FoundObject[] {
  return interests.flatMap((interest) => (objectsOf(view, interest) ?? [])
    .filter(({ metadata }) => interest.name === undefined || metadata.name === interest.name)
    .map((object) => ({ resource: interest.resource, object })));
}

function policy(force: boolean, timeInPhase: (phase: string) => number, description: string): DeletionPolicy {
  return { force, timeInPhase, description };
}
