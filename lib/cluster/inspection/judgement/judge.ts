import { withCommandLineRemedies } from '../../waiting/explain/command-line-remedies';
import { ExplainedFinding, explanation, Finding } from '../../waiting/explain/explanation';
import { CauseName } from '../../waiting/explain/known-causes';
import { JudgingWaiter, Look } from '../../waiting/machine/waiter';
import { ClusterCatalogPhase } from '../../waiting/olm-v1/cluster-catalog-waiter';
import { ClusterExtensionPhase } from '../../waiting/olm-v1/cluster-extension-waiter';
import { CatalogPhase } from '../../waiting/olm/catalog-waiter';
import { OlmPhase } from '../../waiting/olm/olm-waiter';
import { OperatorPhase } from '../../waiting/operator/operator-options';
import { Situation } from '../../waiting/operator/situation';
import { PlainPhase } from '../../waiting/plain/plain-waiter';
import { RukpakInstallationPhase } from '../../waiting/rukpak/rukpak-installation-waiter';
import { ClusterView, Interest } from '../../waiting/view/cluster-view';

/** Phase of an object that is judged: that of its waiter, `ready`, or that of an object without a waiter. */
export type JudgedPhase = 'ready' | 'detecting' | 'deleting' | 'checking' | 'applying' | OlmPhase | CatalogPhase | OperatorPhase | ClusterCatalogPhase
  | ClusterExtensionPhase | PlainPhase | RukpakInstallationPhase;

/**
 * State of an object: `healthy` if a waiter would be done, `failed` if it would have given up, `progressing` if it would still wait. An operator is
 * `degraded` if it runs, but OLM cannot resolve its Subscription, so that it gets no upgrades.
 */
export type Verdict = 'healthy' | 'degraded' | 'progressing' | 'failed';

/** Verdicts, the worst first. */
const WORST_FIRST: readonly Verdict[] = ['failed', 'degraded', 'progressing', 'healthy'];

/** Returns the worst of some verdicts: `healthy` if there is none. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'healthy';
}

/** What is known about an object at one moment. */
export interface Judgement {
  readonly verdict: Verdict;

  /** Phase of the waiter that judged, such as `resolving`; `ready` if there is nothing to wait for. */
  readonly phase: JudgedPhase;

  /** What has to happen next, or undefined if there is nothing to wait for. */
  readonly waitingFor?: string;

  /** Time at which this state began, in milliseconds since 1970, or undefined if the objects have no times. */
  readonly since?: number;

  /** Problems, the most likely cause first. */
  readonly causes: readonly ExplainedFinding[];
}

/** Returns the name of the most likely cause. */
export function firstCause({ causes }: Judgement): CauseName | undefined {
  return causes[0]?.cause;
}

/** A waiter of any type that judges a single moment. */
export type Judge = Pick<JudgingWaiter<unknown, unknown>, 'look'>;

/** An object to judge, and how to judge it. */
export interface Subject {
  /** Kind, namespace and name. */
  readonly title: string;

  /** Returns the waiter for the object; for some subjects, it depends on the cluster. */
  readonly judge: (view: ClusterView) => Judge;

  /** Returns what is wrong with an object for which a waiter would be done. @default - nothing */
  readonly degradation?: (view: ClusterView, now: number) => readonly Finding[];

  /** Returns when the present state of the cluster began, in milliseconds since 1970, or undefined if unknown. */
  readonly since: (view: ClusterView) => number | undefined;

  /** Returns the objects that concern an operator of OLM v0. @default - the object is not such an operator */
  readonly situation?: (view: ClusterView) => Situation;

  /** Returns interests in addition to those of the waiter. @default - none */
  readonly more?: (view: ClusterView) => readonly Interest[];
}

/** A judgement and the interests that it is based on. */
export interface Consideration {
  readonly judgement: Judgement;

  /** Everything that has to be listed before the judgement is valid. */
  readonly interests: readonly Interest[];
}

/** Assumed age of a state whose objects have no times, in milliseconds: more than any timeout, because it is from a dump. */
const UNKNOWN_AGE = 7 * 24 * 3_600_000;

const VERDICTS: { readonly [verdict in Look<unknown>['verdict']]: Verdict } = { ready: 'healthy', pending: 'progressing', failed: 'failed' };

/** Returns everything that has to be listed to judge a subject; more may be required once that is listed. */
export function interestsOf({ judge, more }: Subject, view: ClusterView): readonly Interest[] {
  return [...judge(view).look(view, { since: 0, now: 0 }).watch, ...more?.(view) ?? []];
}

/**
 * Judges a subject at one moment: as a waiter would if it had waited since the present state began.
 *
 * @param now time in milliseconds since 1970
 */
export function judge(subject: Subject, view: ClusterView, now: number): Judgement {
  return consider(subject, view, now).judgement;
}

/** Judges a subject by what is already listed, and returns what else has to be listed. */
export function consider(subject: Subject, view: ClusterView, now: number): Consideration {
  const began = subject.since(view);
  const since = Math.min(now, began ?? now - UNKNOWN_AGE);
  const { verdict, phase, waitingFor, findings, watch } = subject.judge(view).look(view, { since, now });
  const degradation = verdict === 'ready' ? subject.degradation?.(view, now) ?? [] : [];
  const judgement: Judgement = {
    verdict: degradation.length > 0 ? 'degraded' : VERDICTS[verdict],
    phase: verdict === 'ready' ? 'ready' : phase as JudgedPhase,
    ...(verdict === 'ready' ? {} : { waitingFor }),
    ...(began === undefined ? {} : { since }),
    causes: withCommandLineRemedies(degradation.length > 0 ? explanation('', false, degradation).findings : findings),
  };
  return { judgement, interests: [...watch, ...subject.more?.(view) ?? []] };
}
