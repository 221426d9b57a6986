import { CLUSTER_INPUTS, clusterChange, identify, otherCluster } from './cluster-identity';
import type { ClusterIdentity } from './cluster-identity';
import { clusterOf } from './clusters';
import { goneAccordingTo, isOutOfReach, WHERE_IT_IS_GONE } from './delete-unreachable';
import { inputProblems, flag, text, UNKNOWN } from './input-checks';
import type { InputCheck } from './input-checks';
import { lookUnlessGone } from './look-once';
import { print, whilePulumiRuns } from './print';
import { ResourceFailure, toldOnce } from './resource-failure';
import { NotReadyError } from './resource-provider';
import type { Difference, ResourceProvider } from './resource-provider';
import { TIMEOUT_CHECK } from './timeout-inputs';
import type { WaiterKind } from './waiter-kind';
import type { JsonMap } from '../../bundle/json-value';
import { sameJson, textsField } from '../../bundle/json-value';
import { ClientError } from '../wait/client/client-error';
import { explanationLines } from '../wait/explain/explanation';
import type { RemovalReport } from '../wait/removal/stage';
import { runWaiter } from '../wait/run/run-waiter';
import { inWords } from '../wait/waiting/duration';
import type { Verdict, Waiter } from '../wait/waiting/waiter';

/** The inputs that every kind has. */
const CHECKS: { readonly [input: string]: InputCheck } = {
  kubeconfig: text, context: text, timeouts: TIMEOUT_CHECK, deleteUnreachable: flag, revision: text,
};

/** The inputs of every kind that only say how. */
const MANNER = ['timeouts', 'deleteUnreachable'];

/** Makes of a kind what Pulumi calls. */
export function waiterProvider<Outcome>(kind: WaiterKind<Outcome>): ResourceProvider {
  const checks = { ...CHECKS, ...kind.checks };
  const manner = [...MANNER, ...kind.manner];

  /** The inputs that changed. Those that an older release wrote and nobody knows any longer do not count. */
  const changed = (outputs: JsonMap, inputs: JsonMap): string[] => (
    Object.keys(checks).filter((key) => !sameJson(withoutNothing(outputs[key]), withoutNothing(inputs[key])))
  );

  /** What was put out before, with other inputs. Pulumi's own text for the resource is among the inputs, and stays. */
  const renewed = (outputs: JsonMap, inputs: JsonMap): JsonMap => (
    withoutNothing({ ...outputs, ...Object.fromEntries(Object.keys(checks).map((key) => [key, undefined])), ...inputs }) as JsonMap
  );

  const wait = async (id: string, before: JsonMap, inputs: JsonMap, identity: Promise<ClusterIdentity>): Promise<JsonMap> => {
    const subject = kind.subject(inputs);
    // What was known of an earlier version helps to remove it, should this wait fail.
    const failed = async (outputs: JsonMap): Promise<JsonMap> => (
      withoutNothing({ ...renewed(before, inputs), ...outputs, ...whereItIs(before, await identity), ready: false }) as JsonMap
    );
    const waiter = kind.waiter(inputs, before);
    if (waiter === undefined) {
      return withoutNothing({ ...inputs, ...whereItIs({}, await identity), ready: true, drift: [] }) as JsonMap;
    }
    try {
      const result = await run(waiter, inputs, subject, (verdict, view) => ({ verdict, outputs: kind.outputs(inputs, verdict, view) }));
      const { verdict, outputs } = result;
      if (verdict.kind === 'failed') {
        throw new NotReadyError(id, [explanationLines(verdict.explanation).join('\n')], await failed(withoutNothing(outputs) as JsonMap));
      }
      (kind.told?.(verdict.outcome) ?? []).forEach((line) => print(`${subject}: ${line}`));
      print(`${subject}: ready after ${inWords(sumOf(verdict))}`);
      return withoutNothing({ ...inputs, ...outputs, ...whereItIs({}, await identity), ready: true, drift: [] }) as JsonMap;
    } catch (error) {
      throw error instanceof ClientError ? new NotReadyError(id, [`${subject} did not get ready: ${error.message}`], await failed({})) : error;
    }
  };

  /** Removes what other inputs leave behind. Where that fails, the state keeps the old inputs, so that the next `up` does it. */
  const superseded = async (old: Waiter<unknown, RemovalReport>, id: string, outputs: JsonMap, inputs: JsonMap): Promise<void> => {
    try {
      await remove(old, { ...outputs, ...clusterInputs(inputs) }, kind.subject(outputs));
    } catch (error) {
      throw new NotReadyError(id, [(error as Error).message], { ...outputs, ready: false });
    }
  };

  return {
    check: (_, inputs) => Promise.resolve({ inputs, failures: inputProblems(inputs, checks, kind.required) }),

    diff: async (_, outputs, inputs): Promise<Difference> => {
      const keys = changed(outputs, inputs);
      const cluster = await clusterChange(outputs, inputs);
      const isAnother = cluster.kind === 'another';
      const replaces = keys.filter((key) => kind.identity.includes(key) || (isAnother && CLUSTER_INPUTS.includes(key)));
      const why = (key: string): string => (
        CLUSTER_INPUTS.includes(key) ? `${key} names another cluster` : `${key} ${inputs[key] === UNKNOWN ? 'will be' : 'makes it'} another one`
      );
      const reasons = [
        ...keys.map((key) => (replaces.includes(key) ? why(key) : `${key} changed`)),
        ...textsField(outputs, 'drift'),
        ...(outputs['ready'] === false ? ['it did not get ready before'] : []),
      ];
      if (reasons.length > 0) {
        print(`${kind.subject(outputs)}: ${replaces.length > 0 ? 'replace' : 'update'}, because ${reasons.join('; ')}`);
      }
      if (cluster.kind === 'unclear') {
        print(`${kind.subject(outputs)}: taken to be in the same cluster as before, because ${cluster.why}`);
      }
      // In one cluster two would be in each other's way; in two clusters the old one can wait until the new one runs.
      return { changes: reasons.length > 0, replaces, deleteBeforeReplace: replaces.length > 0 && !isAnother && kind.sideBySide !== true };
    },

    create: async (inputs) => {
      const id = kind.subject(inputs);
      return { id, outs: await wait(id, {}, inputs, identify(inputs)) };
    },

    read: (id, outputs) => toldOnce(kind.subject(outputs), async () => {
      const elsewhere = otherCluster(outputs, await identify(outputs));
      if (elsewhere !== undefined) {
        goneWithCluster(outputs, kind.subject(outputs), elsewhere);
        return { id: '', props: {} };
      }
      const look = await lookUnlessGone(outputs, kind.subject(outputs), (view) => kind.look(outputs, view));
      if (look?.isThere !== true) {
        return { id: '', props: {} };
      }
      // The engine asks for the difference next, which tells of it.
      return { id, props: withoutNothing({ ...outputs, ...look.outputs, drift: look.drift }) as JsonMap };
    }),

    update: async (id, outputs, inputs) => {
      const isOnlyManner = changed(outputs, inputs).every((key) => manner.includes(key));
      if (isOnlyManner && outputs['ready'] === true && textsField(outputs, 'drift').length === 0) {
        return { outs: renewed(outputs, inputs) };
      }
      const identity = await identify(inputs);
      const elsewhere = otherCluster(outputs, identity);
      if (elsewhere !== undefined) {
        throw new Error(`${kind.subject(outputs)}: ${elsewhere}; name the right one, or say the other one as \`kubeconfig\` or \`context\` and run `
          + '`pulumi up` again: it then moves there');
      }
      const old = kind.supersede?.(outputs, inputs);
      if (old !== undefined) {
        await superseded(old, id, outputs, inputs);
      }
      return { outs: await wait(id, outputs, inputs, Promise.resolve(identity)) };
    },

    delete: (_, outputs) => toldOnce(`removal of ${kind.subject(outputs)}`, async () => {
      const removal = kind.removal(outputs);
      if (removal !== undefined) {
        const elsewhere = otherCluster(outputs, await identify(outputs));
        if (elsewhere === undefined) {
          await remove(removal, outputs, kind.subject(outputs));
        } else {
          goneWithCluster(outputs, `removal of ${kind.subject(outputs)}`, elsewhere);
        }
      }
    }),
  };
}

/**
 * Where something is, for the state. A wait that failed somewhere that nobody can tell from where it was before leaves the old place: what is
 * there must not be forgotten.
 */
function whereItIs(before: JsonMap, identity: ClusterIdentity): JsonMap {
  if ('uid' in identity) {
    return { clusterUid: identity.uid };
  }
  const { kubeconfig, context, clusterUid } = before;
  return clusterUid === undefined ? {} : { kubeconfig, context, clusterUid };
}

/**
 * Says that something is gone with its cluster, where the user says that clusters go.
 *
 * @throws ResourceFailure otherwise: nothing is taken for gone, or removed, in a cluster that it was never in
 */
function goneWithCluster(outputs: JsonMap, what: string, elsewhere: string): void {
  const authority = goneAccordingTo(outputs);
  if (authority === undefined) {
    throw new ResourceFailure(what, `${what}: ${elsewhere}; name the right one, or, ${WHERE_IT_IS_GONE}`);
  }
  print(`${what}: taken for gone, as ${authority} says: ${elsewhere}`);
}

/** Where to look, as some inputs say it. */
function clusterInputs({ kubeconfig, context, deleteUnreachable }: JsonMap): JsonMap {
  return { kubeconfig, context, deleteUnreachable };
}

/** Removes in the right order, and tells what stays. */
async function remove(removal: Waiter<unknown, RemovalReport>, outputs: JsonMap, subject: string): Promise<void> {
  const authority = goneAccordingTo(outputs);
  const what = `removal of ${subject}`;
  let verdict: Verdict<RemovalReport>;
  try {
    verdict = await run(removal, outputs, what, (found) => found);
  } catch (error) {
    if (error instanceof ClientError && authority !== undefined) {
      print(`${what}: left undone, as ${authority} says: ${error.message}`);
      return;
    }
    throw error;
  }
  if (verdict.kind === 'failed') {
    const { findings } = verdict.explanation;
    const why = explanationLines(verdict.explanation);
    if (!isOutOfReach(findings)) {
      throw new ResourceFailure(what, why.join('\n'));
    }
    if (authority === undefined) {
      throw new ResourceFailure(what, [...why, WHERE_IT_IS_GONE].join('\n'));
    }
    print(`${what}: left undone, as ${authority} says: ${findings.map((finding) => finding.text).join('; ')}`);
    return;
  }
  // What went was told when its deletion was asked for.
  verdict.outcome.left.forEach((left) => print(`${what}: left ${left.what}: ${left.why}`));
  print(`${what}: done after ${inWords(sumOf(verdict))}`);
}

/** How long all phases of a wait took, in milliseconds. */
function sumOf({ times }: Verdict<unknown>): number {
  return Object.values(times).reduce((sum, time) => sum + time, 0);
}

function run<Outcome, Result>(
  waiter: Waiter<unknown, Outcome>, inputs: JsonMap, subject: string,
  conclude: Parameters<typeof runWaiter<unknown, Outcome, Result>>[2]['conclude'],
): Promise<Result> {
  // Pulumi's process is told of no cancellation.
  return runWaiter(waiter, clusterOf(inputs), { subject, print, signal: whilePulumiRuns, now: () => performance.now(), conclude });
}

/** A value without fields that say nothing, so that absent and undefined are the same. */
function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNothing);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const said = Object.entries(value).filter(([, found]) => found !== undefined && found !== null);
  return Object.fromEntries(said.map(([key, found]) => [key, withoutNothing(found)]));
}
