import { livingPods, namespaceDeletion } from './namespace-deletion';
import { DeletionPolicy, deleted, deletionStage, Found, Leftover, RemovalReport, Stage, title } from './stage';
import { OlmRemovalStep, OlmRemovalTarget } from '../../../olm/removal-order';
import { CLUSTER_SERVICE_VERSIONS, NAMESPACES, partOfOlm, PERSISTENT_VOLUME_CLAIMS, PODS } from '../cluster/api-resource';
import { ClusterView } from '../cluster/cluster-view';
import { Interest } from '../cluster/interest';
import { KubernetesObject, path } from '../cluster/kubernetes-object';
import { inNamespace, objectsOf, originals } from '../cluster/queries';
import { isAvailable } from '../cluster/rollout';
import { Finding } from '../explain/finding';
import { list } from '../explain/quote';
import { CONTROLLERS } from '../operator/operator-interests';
import { Course } from '../waiting/course';
import { createWaiter } from '../waiting/create-waiter';
import { Moment, Reading } from '../waiting/reading';
import { DEFAULT_TIMEOUTS, Timeouts } from '../waiting/timeouts';
import { Waiter } from '../waiting/waiter';

/** What is to be removed with OLM, and how. */
export interface OlmRemovalOptions {
  /** See `OlmRelease.removalSteps`. */
  readonly steps: readonly OlmRemovalStep[];
  /** Whether the operators that OLM installed go too; as long as there are any, OLM stays otherwise. @default false */
  readonly removeOperators?: boolean;
  /** Whether finalizers are taken off what hangs for a minute. What they were for is then left undone. @default false */
  readonly force?: boolean;
  /** @default - see `OLM_REMOVAL_TIMEOUTS` */
  readonly timeouts?: Partial<Timeouts>;
}

/** A Namespace takes its time, and olm-operator cleans up after each operator. */
export const OLM_REMOVAL_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, total: 20 * 60_000, settling: 0 };

/** What a removal of OLM remembers. */
export interface OlmRemovalMemory {
  /** How many steps are over. */
  readonly done: number;
  readonly removed: readonly string[];
  readonly left: readonly Leftover[];
}

/** Removes OLM step by step, so that no Namespace stays Terminating and no finalizer waits for a controller that is gone. */
export function olmRemoval(options: OlmRemovalOptions): Waiter<Course<OlmRemovalMemory>, RemovalReport> {
  return createWaiter<OlmRemovalMemory, RemovalReport>({
    subject: 'removal of OLM',
    failure: 'did not finish',
    firstPhase: 'looking',
    memory: { done: 0, removed: [], left: [] },
    timeouts: { ...OLM_REMOVAL_TIMEOUTS, ...options.timeouts },
    needsOlm: false,
    read: (memory, view, moment) => read(options, memory, view, moment),
  });
}

/** The operators that OLM installed, packageserver among them; without a look at them nothing is removed. */
export const OPERATORS_OF_OLM = originals({ resource: CLUSTER_SERVICE_VERSIONS });

function read(options: OlmRemovalOptions, before: OlmRemovalMemory, view: ClusterView, { timeIn }: Moment): Reading<OlmRemovalMemory, RemovalReport> {
  const policy: DeletionPolicy = { why: '', force: options.force ?? false, timeIn };
  let memory = before;
  const watch: Interest[] = [OPERATORS_OF_OLM, CONTROLLERS];
  const csvs = objectsOf(view, OPERATORS_OF_OLM);
  const isAllowed = memory.done > 0 || options.removeOperators === true;
  const operators = isAllowed ? [] : (csvs ?? []).filter((csv) => !isPart(csv, options.steps));
  while (memory.done < options.steps.length) {
    const step = options.steps[memory.done]!;
    const interests = step.targets.flatMap((target) => interestsOf(target));
    watch.push(...interests);
    const isKnown = csvs !== undefined && interests.every((interest) => objectsOf(view, interest) !== undefined);
    const stage: Stage = isKnown ? stageOf(step, view, { ...policy, why: `deletes what belongs to the step "${step.title}"` })
      : { phase: step.title, waitingFor: 'the first lists of the API server' };
    const wishes = operators.length > 0 ? [] : stage.wishes ?? [];
    memory = { ...memory, removed: [...new Set([...memory.removed, ...deleted(wishes)])] };
    if (stage.waitingFor !== undefined || operators.length > 0) {
      const findings = [...operatorsLeft(operators), ...stopped(view, stage), ...(stage.findings ?? [])];
      const phase = operators.length > 0 ? 'looking' : stage.phase;
      return { memory, phase, waitingFor: stage.waitingFor ?? 'nothing', watch, findings, wishes, reached: report(memory) };
    }
    memory = { ...memory, done: memory.done + 1, left: [...memory.left, ...(stage.left ?? [])] };
  }
  return {
    memory, phase: options.steps.at(-1)?.title ?? 'looking', waitingFor: 'nothing', watch, findings: [], wishes: [],
    ready: { what: 'removed', outcome: report(memory) }, reached: report(memory),
  };
}

function stageOf(step: OlmRemovalStep, view: ClusterView, policy: DeletionPolicy): Stage {
  const unknown = step.targets.filter(({ apiVersion, kind }) => partOfOlm(apiVersion, kind) === undefined);
  // One object may be meant twice: by its name, and as one of all of its kind.
  const found = [...new Map(step.targets.flatMap((target) => {
    const [interest] = interestsOf(target);
    const objects = interest === undefined ? [] : objectsOf(view, interest) ?? [];
    return objects.map((object): Found => ({ resource: interest!.resource, object }));
  }).map((part) => [title(part), part])).values()];
  const namespaces = found.filter(({ resource }) => resource === NAMESPACES);
  const stages = namespaces.map(({ object }) => {
    const { name } = object.metadata;
    const claims = objectsOf(view, inNamespace(PERSISTENT_VOLUME_CLAIMS, name)) ?? [];
    const users = claims.map((claim) => title({ resource: PERSISTENT_VOLUME_CLAIMS, object: claim }));
    return namespaceDeletion(step.title, object, { users, running: livingPods(objectsOf(view, inNamespace(PODS, name)) ?? []) }, policy);
  });
  const all = [deletionStage(step.title, found.filter((part) => !namespaces.includes(part)), policy), ...stages];
  const waiting = all.map(({ waitingFor }) => waitingFor).filter((waitingFor) => waitingFor !== undefined);
  return {
    phase: step.title,
    ...(waiting.length === 0 ? {} : { waitingFor: list(waiting) }),
    wishes: all.flatMap(({ wishes = [] }) => wishes),
    findings: all.flatMap(({ findings = [] }) => findings),
    left: [
      ...all.flatMap(({ left = [] }) => left),
      ...unknown.map(({ kind, name = '', namespace }) => ({ what: `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`, why: 'no kind that is known here' })),
    ],
  };
}

/** What is followed to delete a target: the objects, and for a Namespace what is in it. */
function interestsOf({ apiVersion, kind, name, namespace }: OlmRemovalTarget): Interest[] {
  const resource = partOfOlm(apiVersion, kind);
  if (resource === undefined) {
    return [];
  }
  const interest: Interest = { resource, ...(name === undefined ? {} : { name }), ...(namespace === undefined ? {} : { namespace }) };
  if (resource === NAMESPACES && name !== undefined) {
    return [interest, inNamespace(PODS, name), inNamespace(PERSISTENT_VOLUME_CLAIMS, name)];
  }
  return [resource === CLUSTER_SERVICE_VERSIONS && name === undefined ? originals(interest) : interest];
}

function isPart({ metadata }: KubernetesObject, steps: readonly OlmRemovalStep[]): boolean {
  return steps.some(({ targets }) => targets.some(({ kind, name, namespace }) => (
    kind === CLUSTER_SERVICE_VERSIONS.kind && name === metadata.name && namespace === metadata.namespace
  )));
}

function operatorsLeft(operators: readonly KubernetesObject[]): Finding[] {
  const count = operators.length === 1 ? 'one operator' : `${operators.length} operators`;
  return operators.length === 0 ? [] : [{ cause: 'operators-left', text: `OLM still has ${count}: ${list(operators.map(path))}` }];
}

/** Where ClusterServiceVersions hang because nobody is there to take their finalizers off. */
function stopped(view: ClusterView, { wishes = [], findings = [] }: Stage): Finding[] {
  const hangs = wishes.length === 0 && findings.some(({ text }) => text.startsWith(CLUSTER_SERVICE_VERSIONS.kind));
  return !hangs ? [] : (objectsOf(view, CONTROLLERS) ?? []).filter((deployment) => !isAvailable(deployment))
    .map((deployment) => ({ cause: 'olm-not-running', text: `Deployment ${path(deployment)} of OLM is not available, so nobody cleans up after operators` }));
}

function report({ removed, left }: OlmRemovalMemory): RemovalReport {
  return { removed, left };
}
