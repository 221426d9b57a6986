import { expect as original } from 'expect';
import fc from 'fast-check';
import { quickExpect } from './quick-expect.cjs';

const quick = quickExpect(original);

/** Returns the message of a failed check, or undefined if it passes. */
function messageOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the expect of the tests', () => {
  const value = fc.anything({
    withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, withNullPrototype: true, maxDepth: 2,
  });

  it.each(['toBe', 'toEqual'] as const)('decides and reports as that of jest: %s', (matcher) => {
    fc.assert(fc.property(value, value, (actual, other) => {
      for (const expected of [actual, other, structuredCopy(actual)]) {
        expect(messageOf(() => quick(actual)[matcher](expected))).toBe(messageOf(() => original(actual)[matcher](expected)));
      }
    }));
  });

  it('has asymmetric matchers, negation and all other matchers', () => {
    quick({ a: 1, b: 'text' }).toEqual({ a: quick.any(Number), b: quick.stringMatching(/^t/) });
    quick([1, 2]).not.toEqual([1]);
    quick([1, 2]).toContain(2);
    expect(messageOf(() => quick([1, 2]).not.toContain(2))).toBe(messageOf(() => original([1, 2]).not.toContain(2)));
    expect(messageOf(() => quick(1).toEqual(quick.any(String)))).toBe(messageOf(() => original(1).toEqual(original.any(String))));
  });

  it('awaits promises', async () => {
    await quick(Promise.resolve(1)).resolves.toBe(1);
    await quick(Promise.reject(new Error('refused'))).rejects.toThrow('refused');
  });

  it('counts the checks that pass', () => {
    const before = original.getState().assertionCalls;
    quick(1).toBe(1);
    quick([1]).toEqual([1]);
    expect(original.getState().assertionCalls).toBe(before + 2);
  });

  it('names the line of the test that failed', () => {
    expect(callOf(() => quick(1).toBe(2))).toContain('quick-expect.test.ts');
    expect(callOf(() => quick([1]).toEqual([2]))).toContain('quick-expect.test.ts');
    expect(callOf(() => quick([1]).toContain(2))).toContain('quick-expect.test.ts');
  });
});

/** Returns the first call in the stack trace of a failed check. */
function callOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).stack!.split('\n').find((line) => /^ +at /.test(line));
  }
}

/** Returns an equal value where that is possible, and otherwise the value. */
function structuredCopy(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}
