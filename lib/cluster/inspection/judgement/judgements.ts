import { ClusterView, Interest, interestKey } from '../../waiting/view/cluster-view';
import { consider, judge, Judgement, Subject } from './judge';

/** Judgements on many subjects. Each one is made once, when everything that it depends on is listed, since it takes longer than its lists. */
export class Judgements {
  readonly #now: number;
  readonly #wanted = new Set<string>();
  readonly #made = new Map<Subject, Judgement>();

  /** @param now time in milliseconds since 1970 */
  public constructor(now: number) {
    this.#now = now;
  }

  /**
   * Returns what has to be listed in addition to judge some subjects.
   *
   * @param likely interests that they are likely to need; nothing is judged until these are listed
   */
  public missing(likely: readonly Interest[], subjects: readonly Subject[], view: ClusterView): Interest[] {
    const expected = this.#unlisted(likely);
    const missing = expected.length > 0 ? expected : subjects.filter((subject) => !this.#made.has(subject)).flatMap((subject) => {
      const { judgement, interests } = consider(subject, view, this.#now);
      const unlisted = this.#unlisted(interests);
      if (unlisted.length === 0) {
        this.#made.set(subject, judgement);
      }
      return unlisted;
    });
    // Subjects share interests: an interest that one of them adds now is not listed for any of them yet.
    missing.forEach((interest) => this.#wanted.add(interestKey(interest)));
    return missing;
  }

  /** Returns the judgement on a subject. Call it when nothing is missing. */
  public of(subject: Subject, view: ClusterView): Judgement {
    return this.#made.get(subject) ?? judge(subject, view, this.#now);
  }

  #unlisted(interests: readonly Interest[]): Interest[] {
    return interests.filter((interest) => !this.#wanted.has(interestKey(interest)));
  }
}
