import { chainOf } from './chain-of';
import { ExplainedObject } from './explained-object';
import { notesOf } from './notes';
import { brokenAt, ChainLink } from '../chain/chain-link';
import { interestsOf, judge } from '../judgement/judge';
import { Judgement } from '../judgement/judgement';
import { olmSubject, subjectOf } from '../judgement/subjects';
import { gather, ObjectSource } from '../source/object-source';

/** Explanation of the state of an object. */
export interface ObjectExplanation extends Judgement {
  /** Kind, namespace and name. */
  readonly object: string;

  /** Objects from the request down to the pods. */
  readonly chain: ChainLink;

  /** First object in the chain that failed, or that is not ready, or undefined if all are ready. */
  readonly brokenAt?: string;

  /** Notes about deprecations, an upgrade that waits for approval, and what could not be read. */
  readonly notes: readonly string[];
}

/**
 * Explains an object at one moment.
 *
 * @param now time in milliseconds since 1970
 * @throws InspectionError, ClientError if the source cannot be read, RangeError if objects of the resource cannot be explained
 */
export async function explainObject(target: ExplainedObject, source: ObjectSource, now: number): Promise<ObjectExplanation> {
  const { resource } = target;
  const subject = resource === undefined ? olmSubject() : subjectOf(resource, target);
  if (subject === undefined) {
    throw new RangeError(`no explanation for ${resource?.kind ?? ''}`);
  }
  const view = await gather(source, (known) => interestsOf(subject, known));
  const judgement = judge(subject, view, now);
  const chain = chainOf(target, view);
  const broken = judgement.verdict === 'healthy' ? undefined : brokenAt(chain);
  return {
    object: subject.title, ...judgement, chain, ...(broken === undefined ? {} : { brokenAt: broken.object }),
    notes: [...notesOf(target, view, judgement), ...(judgement.verdict === 'healthy' ? [] : source.notes())],
  };
}
