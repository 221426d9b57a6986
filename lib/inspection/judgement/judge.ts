import { Judgement, Verdict } from './judgement';
import { ClusterView } from '../../waiting/cluster/cluster-view';
import { Interest } from '../../waiting/cluster/interest';
import { withCommandLineRemedies } from '../../waiting/explain/command-line-remedies';
import { Look } from '../../waiting/machine/look-result';
import { JudgingWaiter } from '../../waiting/machine/waiter';
import { Situation } from '../../waiting/operator/situation';

/** Waiter that judges one moment, whatever it waits for. */
export type Judge = Pick<JudgingWaiter<unknown, unknown>, 'look'>;

/** How an object is judged. */
export interface Subject {
  /** Kind, namespace and name. */
  readonly title: string;

  /** Returns the waiter for it; for some subjects, what it waits for depends on the cluster. */
  readonly judge: (view: ClusterView) => Judge;

  /** Returns since when the cluster has been in the state that is judged, in milliseconds since 1970; undefined if that is not known. */
  readonly since: (view: ClusterView) => number | undefined;

  /** Returns the objects that concern an operator of OLM v0. @default - it is none */
  readonly situation?: (view: ClusterView) => Situation;

  /** Returns interests beside those of the waiter. @default - none */
  readonly more?: (view: ClusterView) => readonly Interest[];
}

/** A judgement with what it is based on. */
export interface Consideration {
  readonly judgement: Judgement;

  /** Everything that has to be listed before the judgement counts. */
  readonly interests: readonly Interest[];
}

/** How old a state counts as if its objects have no times, in milliseconds: older than any timeout, because it is a dump. */
const UNKNOWN_AGE = 7 * 24 * 3_600_000;

const VERDICTS: { readonly [verdict in Look<unknown>['verdict']]: Verdict } = { ready: 'healthy', pending: 'progressing', failed: 'failed' };

/** Returns everything that has to be listed to judge a subject; more may be wanted once that is listed. */
export function interestsOf({ judge, more }: Subject, view: ClusterView): readonly Interest[] {
  return [...judge(view).look(view, { since: 0, now: 0 }).watch, ...more?.(view) ?? []];
}

/**
 * Judges a subject at one moment: as a waiter would that has waited since the present state began.
 *
 * @param now time in milliseconds since 1970
 */
export function judge(subject: Subject, view: ClusterView, now: number): Judgement {
  return consider(subject, view, now).judgement;
}

/** Judges a subject by what is listed so far, and returns what else has to be listed. */
export function consider(subject: Subject, view: ClusterView, now: number): Consideration {
  const began = subject.since(view);
  const since = Math.min(now, began ?? now - UNKNOWN_AGE);
  const { verdict, phase, waitingFor, findings, watch } = subject.judge(view).look(view, { since, now });
  const judgement: Judgement = {
    verdict: VERDICTS[verdict],
    phase: verdict === 'ready' ? 'ready' : phase,
    ...(verdict === 'ready' ? {} : { waitingFor }),
    ...(began === undefined ? {} : { since }),
    causes: withCommandLineRemedies(findings),
  };
  return { judgement, interests: [...watch, ...subject.more?.(view) ?? []] };
}
