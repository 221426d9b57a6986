import { Timeouts } from './timeouts';
import { enterPhase, WaiterState, withCauses, withReadiness } from './waiter-state';
import { GracePeriod } from '../causes/known-cause';
import { KNOWN_CAUSES } from '../causes/known-causes';
import { Finding } from '../explain/finding';

/** Records an observation: the phase, when each cause was first seen, and since when everything has been ready. */
export function advance<Memory>(
  state: WaiterState<Memory>, key: string | undefined, phase: string, findings: readonly Finding[], now: number,
): WaiterState<Memory> {
  // A grace period starts when the cause may first end the wait.
  const causes = findings.filter((finding) => graceOf(finding) !== 'timeout').map(({ cause }) => cause);
  return withReadiness(withCauses(enterPhase(state, phase, now), causes, now), key, now);
}

/** Grace periods, the shortest first. */
const GRACE_PERIODS: readonly GracePeriod[] = ['none', 'terminal', 'transient', 'timeout'];

/** Returns the time at which a finding ends the wait. */
export function deadlineOf(finding: Finding, { causeSince, startedAt }: WaiterState<unknown>, { terminalGrace, transientGrace }: Timeouts): number {
  const since = finding.sinceStart === true ? startedAt : causeSince[finding.cause] ?? Infinity;
  return since + { none: 0, terminal: terminalGrace, transient: transientGrace, timeout: Infinity }[graceOf(finding)];
}

/**
 * Returns the findings of a wait that one of them ended. Those with a longer grace period may be temporary, so they follow it; of the others, the
 * most likely cause stays the first, although it may have been seen later.
 */
export function decisiveFirst(findings: readonly Finding[], decisive: Finding): Finding[] {
  const isTemporary = (finding: Finding): boolean => GRACE_PERIODS.indexOf(graceOf(finding)) > GRACE_PERIODS.indexOf(graceOf(decisive));
  return [...findings.filter((finding) => !isTemporary(finding)), ...findings.filter(isTemporary)];
}

function graceOf({ cause, grace = KNOWN_CAUSES[cause].grace }: Finding): GracePeriod {
  return grace;
}

/** Returns the timeout that expires first. */
export function nextTimeout(
  { startedAt, phase, phaseSince }: WaiterState<unknown>, { total, phases }: Timeouts,
): { readonly at: number; readonly length: number } {
  const ofPhase = phases[phase] ?? Infinity;
  return phaseSince + ofPhase < startedAt + total ? { at: phaseSince + ofPhase, length: ofPhase } : { at: startedAt + total, length: total };
}
