import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Something outside of the repository that tests need, such as a program or recorded data, or the reason why it is missing. */
export class Needed<T> {
  /** Returns what was found. */
  public static found<T>(value: T): Needed<T> {
    return new Needed<T>(() => value);
  }

  /**
   * Returns something that is missing.
   *
   * @param reason what is missing, and where it was looked for
   */
  public static missing<T>(reason: string): Needed<T> {
    return new Needed<T>(() => { throw new Error(`${reason}, so this should have been skipped`); }, reason);
  }

  /** Returns a folder or file of `../shared/data`, the data beside the checkout that is not part of the project. */
  public static sharedData(path: string): Needed<string> {
    const data = resolve(__dirname, '..', '..', 'shared', 'data');
    const file = join(data, path);
    return existsSync(file) ? Needed.found(file) : Needed.missing(`../shared/data${existsSync(data) ? `/${path}` : ''} is missing`);
  }

  /** @param missing reason why it is missing, or undefined if it was found */
  private constructor(private readonly read: () => T, public readonly missing?: string) {}

  /**
   * What was found.
   *
   * @throws if it is missing: only tests that are skipped may use it then
   */
  public get value(): T {
    return this.read();
  }

  /** Returns what was found, or something else. Tables of tests use this for the titles of skipped tests. */
  public valueOr<Other>(other: Other): T | Other {
    return this.missing === undefined ? this.value : other;
  }

  /** Returns what is computed from it, or the same reason. */
  public map<Result>(compute: (value: T) => Result): Needed<Result> {
    return this.missing === undefined ? Needed.found(compute(this.value)) : Needed.missing(this.missing);
  }
}

/** Defines tests: one with a title, or one for each row of a table. */
interface Define<Body> {
  (title: string, body: Body, timeout?: number): void;
  readonly each: jest.Each;
}

/**
 * Returns `describe`, or a `describe` that skips its tests if something that they need is missing. The title then ends with the reason, which
 * `.ci/run` prints. The body is executed also then, so that all of its tests are counted; only tests and hooks may use the value of what they need.
 */
export function describeWith(...needed: readonly Needed<unknown>[]): Define<() => void> {
  const reason = reasonOf(needed);
  return reason === '' ? describe : withReason(describe.skip, reason);
}

/** Returns `it`, or an `it` that skips its test, as `describeWith`. */
export function itWith(...needed: readonly Needed<unknown>[]): Define<jest.ProvidesCallback> {
  const reason = reasonOf(needed);
  return reason === '' ? it : withReason(it.skip, reason);
}

function reasonOf(needed: readonly Needed<unknown>[]): string {
  return [...new Set(needed.flatMap(({ missing }) => missing ?? []))].join('; ');
}

function withReason<Body>(skip: Define<Body>, reason: string): Define<Body> {
  const titled = (title: string): string => `${title} [skipped: ${reason}]`;
  const each = (table: readonly unknown[]) => (title: string, ...rest: [never, number?]): void => { skip.each(table)(titled(title), ...rest); };
  return Object.assign((title: string, ...rest: [Body, number?]): void => { skip(titled(title), ...rest); }, { each: each as jest.Each });
}
