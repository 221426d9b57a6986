import { assess } from './assess';
import { advance, deadlineOf, decisiveFirst, nextTimeout } from './deadlines';
import { Look, LookTimes } from './look-result';
import { WaiterDefinition } from './observation';
import { initialState } from './waiter-state';
import { ClusterView } from '../view/cluster-view';
import { distinct } from '../view/interest';
import { uninspectedFindings } from '../explain/access';
import { explanation } from '../explain/explanation';

/** Evaluates a cluster at one point in time, as a waiter would that has observed the current state since it began. */
export function look<Memory, Outcome>(definition: WaiterDefinition<Memory, Outcome>, view: ClusterView, { since, now }: LookTimes): Look<Outcome> {
  const { memory, timeouts } = definition;
  const observation = definition.observe(memory, view, { slow: true, timeInPhase: () => now - since });
  const { phase, waitingFor, reached } = observation;
  const watch = distinct(observation.watch);
  const { ready, findings } = assess(definition, observation, watch, view);
  const sight = { phase, waitingFor, watch, reached };
  if (ready !== undefined) {
    return { ...sight, verdict: 'ready', findings: [] };
  }
  const state = advance(initialState(memory, phase, since), undefined, phase, findings, since);
  const decisive = findings.find((finding) => now >= deadlineOf(finding, state, timeouts));
  const isFailed = decisive !== undefined || now >= nextTimeout(state, timeouts).at;
  const all = decisive === undefined ? findings : decisiveFirst(findings, decisive);
  return {
    ...sight,
    verdict: isFailed ? 'failed' : 'pending',
    findings: all.length === 0 && !isFailed ? [] : explanation('', false, [...all, ...uninspectedFindings(view, watch, all)], definition.words).findings,
  };
}
