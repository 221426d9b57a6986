import { ClientError } from '../../cluster/client/client-error';
import type { AuditRecord } from '../../cluster/operations/audit-log';
import { explanationLines } from '../../cluster/waiting/explain/explanation';
import type { Verdict } from '../../cluster/waiting/machine/waiter';
import type { ClusterView } from '../../cluster/waiting/view/cluster-view';
import { type JsonMap, mapListField, sameJson, stringListField } from '../../formats/json/json-value';
import { printableMessage } from '../../text/printable';
import {
  clusterChange, type ClusterIdentity, deleteUnreachableSetting, identify, IF_DELETED, otherCluster,
} from './cluster-identity';
import { CLUSTER_INPUTS, clusterInputProblems } from './cluster-inputs';
import { type Operation, UNKNOWN, withTotalTimeout } from './inputs';
import { print } from './pulumi-output';
import { type Difference, NotReadyError, reportedWithResource, ResourceFailure, type ResourceProvider } from './resource-provider';
import { durationOf, observeUnlessDeleted, removeInOrder, runForPulumi } from './run-for-pulumi';
import { announceCluster } from './selected-cluster';
import { withSchemaVersion } from './state-schema';
import { COMMON_INPUTS, inputProblems, inputsWith, type WaiterInputs } from './waiter-inputs';
import type { ObsoleteRemoval, WaiterKind } from './waiter-kind';

const SELECTS_CLUSTER: ReadonlySet<string> = new Set(CLUSTER_INPUTS);

/** Maximum number of changes that the outputs record. */
const MAX_ACTIONS = 100;

/** Returns the provider of a kind of waiter, for Pulumi's process for dynamic resources. */
export function waiterProvider<Outcome>(kind: WaiterKind<Outcome>): ResourceProvider {
  const known: WaiterInputs = { ...COMMON_INPUTS, ...kind.inputs };
  const replacing = inputsWith(known, 'replaces');
  const nonTriggering = inputsWith(known, 'isOnlyStored');

  /** Returns the inputs that changed. Inputs of an older release that no longer exist are ignored. */
  const changedInputs = (outputs: JsonMap, inputs: JsonMap): string[] => Object.keys(known).filter((key) => {
    const compared = kind.compared?.[key] ?? ((value: unknown): unknown => value);
    return !sameJson(withoutAbsent(compared(outputs[key])), withoutAbsent(compared(inputs[key])));
  });

  /** Returns the last outputs with new inputs. Pulumi's own input `__provider` is kept. */
  const withNewInputs = (outputs: JsonMap, inputs: JsonMap): JsonMap => (
    withoutAbsent({ ...outputs, ...Object.fromEntries(Object.keys(known).map((key) => [key, undefined])), ...inputs }) as JsonMap
  );

  /** Whether new inputs are stored without waiting again. */
  const needsNoWait = (outputs: JsonMap, changed: readonly string[]): boolean => (
    changed.every((key) => nonTriggering.includes(key)) && outputs['ready'] === true && stringListField(outputs, 'drift').length === 0
  );

  /** Returns why inputs that need no wait cannot be stored. */
  const contradiction = (inputs: JsonMap, outputs: JsonMap): string | undefined => {
    const problem = kind.contradiction?.(inputs, outputs);
    return problem === undefined ? undefined : `${kind.subject(inputs)}: ${problem}`;
  };

  const wait = async (operation: Operation, id: string, before: JsonMap, inputs: JsonMap, identity: Promise<ClusterIdentity>): Promise<JsonMap> => {
    const subject = kind.subject(inputs);
    const ready = async (outputs: JsonMap): Promise<JsonMap> => (
      withoutAbsent({ ...inputs, ...outputs, ...location({}, await identity), ready: true, drift: [] }) as JsonMap
    );
    // The information of the last outputs about an earlier version is needed to remove it if this wait fails.
    const notReady = async (reason: string, outputs: JsonMap): Promise<NotReadyError> => new NotReadyError(id, [reason], withoutAbsent({
      ...withNewInputs(before, inputs), ...withoutAbsent(outputs) as JsonMap, ...location(before, await identity), ready: false,
    }) as JsonMap);

    const waiter = kind.waiter(withTotalTimeout(inputs, operation), before);
    if (waiter === undefined) {
      return ready({ ...kind.kept?.(before), ...recorded(before, []) });
    }
    try {
      const conclude = (found: Verdict<Outcome>, view: ClusterView): { verdict: Verdict<Outcome>; outputs: JsonMap } => (
        { verdict: found, outputs: kind.outputs(inputs, found, view) }
      );
      const { result: { verdict, outputs: found }, actions } = await runForPulumi(waiter, inputs, subject, conclude);
      const outputs = { ...found, ...recorded(before, actions) };
      if (verdict.kind === 'failed') {
        throw await notReady(explanationLines(verdict.explanation).join('\n'), outputs);
      }
      const problem = contradiction(inputs, outputs);
      if (problem !== undefined) {
        throw await notReady(problem, outputs);
      }
      (kind.remarks?.(verdict.outcome, inputs) ?? []).forEach((line) => print(`${subject}: ${line}`));
      print(`${subject}: ready after ${durationOf(verdict)}`);
      return await ready(outputs);
    } catch (error) {
      throw error instanceof ClientError ? await notReady(`${subject} did not become ready: ${error.message}`, {}) : error;
    }
  };

  /** Removes what new inputs make obsolete. If that fails, the state keeps the old inputs, so that the next `up` does it. */
  const removeObsolete = async ({ title, removal }: ObsoleteRemoval, id: string, outputs: JsonMap, inputs: JsonMap): Promise<JsonMap> => {
    const { kubeconfig, context, deleteUnreachable } = inputs;
    try {
      return recorded(outputs, await removeInOrder(removal, { ...outputs, kubeconfig, context, deleteUnreachable }, title));
    } catch (error) {
      throw new NotReadyError(id, [(error as Error).message], { ...outputs, ready: false });
    }
  };

  return withSchemaVersion(kind.subject, {
    check: async (before, inputs) => {
      // Without their names, because Pulumi prints the value of an input whose name it gets.
      const problems = [...inputProblems(inputs, known), ...clusterInputProblems(inputs).map((reason) => ({ property: '', reason }))];
      if (problems.length === 0) {
        announceCluster(inputs);
      }
      const refused = problems.length > 0 ? [] : kind.refusedChange?.(before, inputs) ?? [];
      const applies = refused.length > 0 && (await clusterChange(before, inputs)).kind !== 'another';
      return { inputs, failures: applies ? refused : problems };
    },

    diff: async (_, outputs, inputs): Promise<Difference> => {
      const changed = changedInputs(outputs, inputs);
      const cluster = await clusterChange(outputs, inputs);
      const isAnother = cluster.kind === 'another';
      const problem = needsNoWait(outputs, changed) ? contradiction(inputs, outputs) : undefined;
      if (problem !== undefined) {
        throw new Error(printableMessage(problem));
      }
      const identity = !isAnother && kind.handsOver?.(outputs, inputs) === true ? [] : replacing;
      const replaces = changed.filter((key) => identity.includes(key) || (isAnother && SELECTS_CLUSTER.has(key)));
      const reasons = [
        ...changed.map((key) => reasonFor(key, replaces, inputs)),
        ...stringListField(outputs, 'drift'),
        ...(outputs['ready'] === false ? ['it did not become ready before'] : []),
      ];
      if (reasons.length > 0) {
        print(`${kind.subject(outputs)}: ${replaces.length > 0 ? 'replace' : 'update'}, because ${reasons.join('; ')}`);
      }
      if (!isAnother) {
        (kind.planned?.(outputs, inputs, replaces) ?? []).forEach((line) => print(`${kind.subject(outputs)}: ${line}`));
      }
      if (cluster.kind === 'unclear') {
        print(`${kind.subject(outputs)}: assumed to be in the same cluster as before, because ${cluster.why}`);
      }
      // Within one cluster the two would conflict; in two clusters the old one can stay until the new one is ready.
      const deleteBeforeReplace = replaces.length > 0 && !isAnother && kind.createBeforeDelete?.(outputs) !== true;
      return { changes: reasons.length > 0, replaces, deleteBeforeReplace };
    },

    create: async (inputs) => {
      const id = kind.subject(inputs);
      return { id, outs: await wait('create', id, {}, inputs, identify(inputs)) };
    },

    read: (id, outputs) => reportedWithResource(kind.subject(outputs), async () => {
      const elsewhere = otherCluster(outputs, await identify(outputs));
      if (elsewhere !== undefined) {
        assertClusterDeleted(outputs, kind.subject(outputs), elsewhere);
        return { id: '', props: {} };
      }
      const observation = await observeUnlessDeleted(outputs, kind.subject(outputs), (view) => kind.observe(outputs, view));
      if (observation?.isThere !== true) {
        return { id: '', props: {} };
      }
      observation.remarks?.forEach((line) => print(`${kind.subject(outputs)}: ${line}`));
      // The engine calls `diff` next, which prints the drift.
      return { id, props: withoutAbsent({ ...outputs, ...observation.outputs, drift: observation.drift }) as JsonMap };
    }),

    update: async (id, outputs, inputs) => {
      if (needsNoWait(outputs, changedInputs(outputs, inputs))) {
        const problem = contradiction(inputs, outputs);
        if (problem !== undefined) {
          throw new Error(printableMessage(problem));
        }
        return { outs: withNewInputs(outputs, inputs) };
      }
      const identity = await identify(inputs);
      const elsewhere = otherCluster(outputs, identity);
      if (elsewhere !== undefined) {
        throw new Error(printableMessage(`${kind.subject(outputs)}: ${elsewhere}; select the cluster it was created in, or set \`kubeconfig\` or \`context\` to the other one `
          + 'and run `pulumi up` again to move it there'));
      }
      const obsolete = kind.removalBeforeUpdate?.(withTotalTimeout(outputs, 'update'), inputs);
      const removed = obsolete === undefined ? {} : await removeObsolete(obsolete, id, outputs, inputs);
      return { outs: await wait('update', id, { ...outputs, ...removed }, inputs, Promise.resolve(identity)) };
    },

    delete: (_, outputs) => reportedWithResource(`removal of ${kind.subject(outputs)}`, async () => {
      const removal = kind.removal(withTotalTimeout(outputs, 'delete'));
      if (removal === undefined) {
        return;
      }
      const elsewhere = otherCluster(outputs, await identify(outputs));
      if (elsewhere === undefined) {
        await removeInOrder(removal, outputs, `removal of ${kind.subject(outputs)}`);
      } else {
        assertClusterDeleted(outputs, `removal of ${kind.subject(outputs)}`, elsewhere);
      }
    }),

    find: async (id, settings) => {
      const { importing } = kind;
      if (importing === undefined) {
        throw new ResourceFailure(`import of '${id}'`, 'a resource of this type cannot be imported: declare it in the program and run `pulumi up`, which adopts what exists');
      }
      const form = importing.idInputs.join('/').toUpperCase();
      const parts = id.split('/');
      if (parts.length !== importing.idInputs.length || parts.some((part) => part.trim() !== part || part === '')) {
        throw new ResourceFailure(`import of '${id}'`, `the ID must have the form ${form}, got '${id}'`);
      }
      const inputs = { ...settings, ...Object.fromEntries(importing.idInputs.map((input, index) => [input, parts[index]])) };
      const [problem] = inputProblems(inputs, known);
      if (problem !== undefined) {
        throw new ResourceFailure(`import of '${id}'`, `the ID must have the form ${form}: ${problem.property} ${problem.reason}`);
      }
      const subject = kind.subject(inputs);
      return reportedWithResource(subject, async () => {
        const identity = await identify(inputs);
        let more: { readonly inputs: JsonMap; readonly outputs: JsonMap } = { inputs: {}, outputs: {} };
        const observation = await observeUnlessDeleted(inputs, subject, (view) => {
          more = importing.found?.(inputs, view) ?? more;
          return kind.observe(inputs, view);
        });
        if (observation?.isThere !== true) {
          return undefined;
        }
        const { drift, outputs } = observation;
        const all = withoutAbsent({ ...inputs, ...more.inputs }) as JsonMap;
        const outs = { ...all, ...outputs, ...more.outputs, ...location({}, identity), ready: drift.length === 0, drift };
        return { id: subject, inputs: all, outs: withoutAbsent(outs) as JsonMap };
      });
    },
  });
}

/** Returns the output with the changes that this and earlier waits made in the cluster, the latest last, or no output if there were none. */
function recorded(before: JsonMap, actions: readonly AuditRecord[]): JsonMap {
  const all = [...mapListField(before, 'actions'), ...actions].slice(-MAX_ACTIONS);
  return all.length === 0 ? {} : { actions: all };
}

/** Returns why a changed input updates or replaces the resource. */
function reasonFor(key: string, replaces: readonly string[], inputs: JsonMap): string {
  if (!replaces.includes(key)) {
    return `${key} changed`;
  }
  return SELECTS_CLUSTER.has(key) ? `${key} selects another cluster` : `${key} ${inputs[key] === UNKNOWN ? 'may change' : 'changed'}`;
}

/**
 * Returns the outputs that identify the cluster of a resource. If a wait failed in a cluster without identity, the old location is kept, so that what
 * exists there is not lost.
 */
function location(before: JsonMap, identity: ClusterIdentity): JsonMap {
  if ('uid' in identity) {
    return { clusterUid: identity.uid };
  }
  const { kubeconfig, context, clusterUid } = before;
  return clusterUid === undefined ? {} : { kubeconfig, context, clusterUid };
}

/**
 * Prints that something was deleted together with its cluster.
 *
 * @throws ResourceFailure unless a setting considers unreachable clusters deleted, because the selected cluster is not the one in which it was
 * created
 */
function assertClusterDeleted(outputs: JsonMap, title: string, elsewhere: string): void {
  const setting = deleteUnreachableSetting(outputs);
  if (setting === undefined) {
    throw new ResourceFailure(title, `${title}: ${elsewhere}; select the cluster it was created in, or, ${IF_DELETED}`);
  }
  print(`${title}: considered deleted because of ${setting}: ${elsewhere}`);
}

/** Returns a value without undefined and null fields, which Pulumi does not distinguish from missing ones. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutAbsent);
  }
  if (typeof value !== 'object' || value === null) {
    return value ?? undefined;
  }
  const present = Object.entries(value).filter(([, found]) => found !== undefined && found !== null);
  return Object.fromEntries(present.map(([key, found]) => [key, withoutAbsent(found)]));
}
