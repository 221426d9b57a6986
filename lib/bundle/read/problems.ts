import type { BundleProblem } from '../bundle-error';
import { BundleErrorCode } from '../bundle-error';
import type { SourcePosition } from '../source-position';

/** So many problems are listed; more would hide the first ones. */
const MOST = 50;

/** Collects what is wrong with a bundle, so that its maker sees everything at once. */
export class Problems {
  readonly #list: BundleProblem[] = [];

  /** What was collected, in order. */
  public get list(): BundleProblem[] {
    const more = this.#list.length - MOST;
    if (more <= 0) {
      return this.#list;
    }
    return [...this.#list.slice(0, MOST), { code: BundleErrorCode.LIMIT, message: `and ${more} more problems, which are not listed` }];
  }

  /** Whether another problem would still be listed; looking for its place in the file is no use otherwise. */
  public get listsMore(): boolean {
    return this.#list.length < MOST;
  }

  /** Adds a problem. */
  public add(code: BundleErrorCode, message: string, file?: string, position?: SourcePosition): void {
    this.#list.push({ code, message, ...(file === undefined ? {} : { file }), ...position });
  }
}
