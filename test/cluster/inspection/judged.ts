import { interestsOf, judge, Judgement, Subject } from '../../../lib/cluster/inspection/judgement/judge';
import { gather, ObjectSource } from '../../../lib/cluster/inspection/source/object-source';

/** Lists what a subject needs, and judges it. */
export async function judged(source: ObjectSource, subject: Subject, now: number): Promise<Judgement> {
  return judge(subject, await gather(source, (view) => interestsOf(subject, view)), now);
}
