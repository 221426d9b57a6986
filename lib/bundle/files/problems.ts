import type { SourcePosition } from '../../formats/json/source-position';
import { BundleErrorCode, type BundleProblem } from '../model/bundle-error';

/** Maximum number of problems listed; more would hide the first ones. */
const MAX_PROBLEMS = 50;

/** Collects the problems of a bundle, so that its author sees all of them together. */
export class Problems {
  readonly #list: BundleProblem[] = [];
  readonly #accepted: BundleProblem[] = [];

  /** @param accept problems to accept */
  public constructor(private readonly accept: readonly BundleErrorCode[] = []) {}

  /** Problems that are errors, in order. */
  public get list(): BundleProblem[] {
    return abridged(this.#list);
  }

  /** Accepted problems, in order. */
  public get accepted(): BundleProblem[] {
    return abridged(this.#accepted);
  }

  /** Whether another problem would be listed; otherwise its position need not be computed. */
  public get listsMore(): boolean {
    return Math.max(this.#list.length, this.#accepted.length) < MAX_PROBLEMS;
  }

  /** Whether a file has a problem that is an error. */
  public isBroken(file: string): boolean {
    return this.#list.some((problem) => problem.file === file);
  }

  /** Adds a problem, and returns whether it is accepted. */
  public add(code: BundleErrorCode, message: string, file?: string, position?: SourcePosition): boolean {
    const isAccepted = this.accept.includes(code);
    (isAccepted ? this.#accepted : this.#list).push({ code, message, ...(file === undefined ? {} : { file }), ...position });
    return isAccepted;
  }
}

function abridged(problems: BundleProblem[]): BundleProblem[] {
  const more = problems.length - MAX_PROBLEMS;
  if (more <= 0) {
    return problems;
  }
  return [...problems.slice(0, MAX_PROBLEMS), { code: BundleErrorCode.LIMIT, message: `and ${more} more problems, which are not listed` }];
}
