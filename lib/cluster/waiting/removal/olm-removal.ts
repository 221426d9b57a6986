import { defined } from '../../../formats/json/defined';
import { OLM_GROUP } from '../../../formats/schema/api-groups';
import { OlmRemovalStep, OlmRemovalTarget } from '../../../olm/v0/release/removal-order';
import { append } from '../../../text/lists';
import { Finding } from '../explain/explanation';
import { list } from '../explain/formatting';
import { DEFAULT_TIMEOUTS, Timeouts, Waiter } from '../machine/waiter';
import { INITIAL_LISTS, Observation, ObservationContext, WaiterState } from '../machine/waiter-state';
import { CONTROLLERS } from '../operator/operator-interests';
import { isAvailable } from '../rules/deployments';
import { CLUSTER_SERVICE_VERSIONS, NAMESPACES, partOfOlm, PERSISTENT_VOLUME_CLAIMS, PODS } from '../view/api-resource';
import { ClusterView, inNamespace, Interest, objectsOf, withoutCopies } from '../view/cluster-view';
import { KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { ALL_PLANS } from './bundle-object-stage';
import { type BundleObject, distinctObjects, objectsOfPlans } from './bundle-objects';
import { activePods, namespaceDeletion } from './namespace-removal';
import { OlmLeftovers } from './olm-leftovers';
import { isPending, RemovalMemory, removalWaiter } from './removal-waiter';
import { deletedTitles, DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, RemovalReport, Stage } from './stage';

/** Options of `olmRemoval`. */
export interface OlmRemovalOptions {
  /** Steps in their order; see `OlmRelease.removalSteps`. */
  readonly steps: readonly OlmRemovalStep[];
  /** Whether to also remove the operators that OLM installed. Otherwise OLM is kept while there are operators. @default false */
  readonly removeOperators?: boolean;
  /**
   * Whether to also delete the cluster-scoped objects that OLM created from the bundles of operators and leaves behind, unless anything uses them.
   *
   * @default false
   */
  readonly leftovers?: boolean;
  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute, which skips their cleanup. @default false */
  readonly force?: boolean;
  /** @default - `OLM_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** Timeouts of `olmRemoval`. The deletion of a Namespace takes time, and olm-operator cleans up after each operator. */
export const OLM_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0 };

/** Memory of the OLM removal. */
export interface OlmRemovalMemory extends RemovalMemory {
  /** Number of completed steps. */
  readonly done: number;
  readonly left: readonly Leftover[];
  /** Cluster-scoped objects that InstallPlans created: the plans are deleted with OLM. */
  readonly planned: readonly BundleObject[];
}

/** Removes OLM step by step, so that no Namespace stays Terminating and no finalizer waits for a controller that no longer exists. */
export function olmRemoval(options: OlmRemovalOptions): Waiter<WaiterState<OlmRemovalMemory>, RemovalReport> {
  return removalWaiter<OlmRemovalMemory>({
    subject: 'removal of OLM',
    memory: { done: 0, removed: [], left: [], planned: [] },
    timeouts: { ...OLM_REMOVAL_TIMEOUTS, ...options.timeouts },
    observe: (memory, view, context) => observe(options, memory, view, context),
  });
}

/** Interest in the operators that OLM installed, including packageserver. Nothing is removed until they are listed. */
export const INSTALLED_OPERATORS = withoutCopies({ resource: CLUSTER_SERVICE_VERSIONS });

function observe(
  options: OlmRemovalOptions, before: OlmRemovalMemory, view: ClusterView, { timeInPhase }: ObservationContext,
): Observation<OlmRemovalMemory, RemovalReport> {
  const policy: DeletionPolicy = { description: '', force: options.force ?? false, timeInPhase };
  let memory = before;
  const watch: Interest[] = [INSTALLED_OPERATORS, CONTROLLERS, ALL_PLANS];
  const plans = objectsOf(view, ALL_PLANS);
  memory = { ...memory, planned: distinctObjects([...memory.planned, ...objectsOfPlans(plans ?? [])]) };
  const csvs = objectsOf(view, INSTALLED_OPERATORS);
  const isAllowed = memory.done > 0 || options.removeOperators === true;
  const operators = isAllowed ? [] : (csvs ?? []).filter((csv) => !isPart(csv, options.steps));
  while (memory.done < options.steps.length) {
    const step = options.steps[memory.done]!;
    const interests = step.targets.flatMap((target) => interestsOf(target));
    append(watch, interests);
    const isKnown = csvs !== undefined && !isPending(ALL_PLANS, view) && interests.every((interest) => objectsOf(view, interest) !== undefined);
    const stage: Stage = isKnown ? stageOf(step, view, { ...policy, description: `deletes the objects of the step "${step.title}"` })
      : { phase: step.title, waitingFor: INITIAL_LISTS };
    const actions = operators.length > 0 ? [] : stage.actions ?? [];
    memory = { ...memory, removed: [...new Set([...memory.removed, ...deletedTitles(actions)])] };
    if (stage.waitingFor !== undefined || operators.length > 0) {
      const findings = [...remainingOperators(operators), ...stoppedControllers(view, stage), ...(stage.findings ?? [])];
      const phase = operators.length > 0 ? 'inspecting' : stage.phase;
      return { memory, phase, waitingFor: stage.waitingFor ?? 'nothing', watch, findings, actions, reached: report(memory) };
    }
    memory = { ...memory, done: memory.done + 1, left: [...memory.left, ...(stage.left ?? [])] };
  }
  const leftovers = new OlmLeftovers(memory.planned, view);
  append(watch, leftovers.interests);
  const { phase, waitingFor, actions = [], findings = [], left = [] } = leftovers.stage(options.leftovers === true, {
    ...policy, description: 'deletes an object of a bundle that OLM leaves behind',
  });
  memory = { ...memory, removed: [...new Set([...memory.removed, ...deletedTitles(actions)])] };
  const outcome = report({ ...memory, left: [...memory.left, ...left] });
  return {
    memory, phase, waitingFor: waitingFor ?? 'nothing', watch, findings, actions, reached: outcome,
    ...(waitingFor === undefined ? { ready: { key: 'removed', outcome } } : {}),
  };
}

function stageOf(step: OlmRemovalStep, view: ClusterView, policy: DeletionPolicy): Stage {
  const unknown = step.targets.filter(({ apiVersion, kind }) => partOfOlm(apiVersion, kind) === undefined);
  // A step may target an object twice: by name, and together with all objects of its kind.
  const found = [...new Map(step.targets.flatMap((target) => {
    const [interest] = interestsOf(target);
    const objects = interest === undefined ? [] : objectsOf(view, interest) ?? [];
    return objects.map((object): FoundObject => ({ resource: interest!.resource, object }));
  }).map((part) => [objectTitle(part), part])).values()];
  const namespaces = found.filter(({ resource }) => resource === NAMESPACES);
  const stages = namespaces.map(({ object }) => {
    const { name } = object.metadata;
    const claims = objectsOf(view, inNamespace(PERSISTENT_VOLUME_CLAIMS, name)) ?? [];
    const users = claims.map((claim) => objectTitle({ resource: PERSISTENT_VOLUME_CLAIMS, object: claim }));
    return namespaceDeletion(step.title, object, { users, running: activePods(objectsOf(view, inNamespace(PODS, name)) ?? []) }, policy);
  });
  const all = [deletionStage(step.title, found.filter((part) => !namespaces.includes(part)), policy), ...stages];
  const waiting = all.map(({ waitingFor }) => waitingFor).filter((waitingFor) => waitingFor !== undefined);
  return {
    phase: step.title,
    ...(waiting.length === 0 ? {} : { waitingFor: list(waiting) }),
    actions: all.flatMap(({ actions = [] }) => actions),
    findings: all.flatMap(({ findings = [] }) => findings),
    left: [
      ...all.flatMap(({ left = [] }) => left),
      ...unknown.map(({ kind, name = '', namespace }) => ({ object: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`, reason: 'unknown kind' })),
    ],
  };
}

/** Returns the interests for the deletion of a target: its objects and, for a Namespace, its content. */
function interestsOf({ apiVersion, kind, name, namespace, labels }: OlmRemovalTarget): Interest[] {
  const resource = partOfOlm(apiVersion, kind);
  const labelSelector = labels === undefined ? undefined : equalLabels(labels);
  // The steps may come from Pulumi's state, which anybody can edit: only OLM's own kinds are deleted as a whole.
  if (resource === undefined || (name === undefined && !labelSelector && resource.group !== OLM_GROUP)) {
    return [];
  }
  const interest: Interest = { resource, ...defined({ name, namespace, labelSelector }) };
  if (resource === NAMESPACES && name !== undefined) {
    return [interest, inNamespace(PODS, name), inNamespace(PERSISTENT_VOLUME_CLAIMS, name)];
  }
  return [resource === CLUSTER_SERVICE_VERSIONS && name === undefined ? withoutCopies(interest) : interest];
}

function equalLabels(labels: { readonly [label: string]: string }): string {
  return Object.entries(labels).map(([label, value]) => `${label}=${value}`).join(',');
}

function isPart({ metadata }: KubernetesObject, steps: readonly OlmRemovalStep[]): boolean {
  return steps.some(({ targets }) => targets.some(({ kind, name, namespace }) => (
    kind === CLUSTER_SERVICE_VERSIONS.kind && name === metadata.name && namespace === metadata.namespace
  )));
}

function remainingOperators(operators: readonly KubernetesObject[]): Finding[] {
  const count = operators.length === 1 ? 'one operator' : `${operators.length} operators`;
  return operators.length === 0 ? [] : [{ cause: 'operators-remaining', message: `OLM still manages ${count}: ${list(operators.map(namespacedName))}` }];
}

/** Returns the unavailable controllers if ClusterServiceVersions are stuck, because nothing removes their finalizers. */
function stoppedControllers(view: ClusterView, { actions = [], findings = [] }: Stage): Finding[] {
  const isStuck = actions.length === 0 && findings.some(({ message }) => message.startsWith(CLUSTER_SERVICE_VERSIONS.kind));
  return !isStuck ? [] : (objectsOf(view, CONTROLLERS) ?? []).filter((deployment) => !isAvailable(deployment))
    .map((deployment) => ({ cause: 'olm-not-running', message: `Deployment ${namespacedName(deployment)} of OLM is not available, so nothing cleans up after operators` }));
}

function report({ removed, left }: OlmRemovalMemory): RemovalReport {
  return { removed, left };
}
