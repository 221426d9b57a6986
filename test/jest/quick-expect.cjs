const { equals, iterableEquality } = require('@jest/expect-utils');

/** Where jest keeps the state of all copies of its `expect`. */
const SHARED = Symbol.for('$$jest-matchers-object');

/**
 * Returns an `expect` that decides and reports as the given one. jest's creates an error and 360 functions in each call, which takes longer than
 * what most calls compare; this one compares first, and calls jest's to report a difference and for all but the two most common matchers.
 */
function quickExpect(original) {
  class Expectation {
    #actual;

    constructor(actual) {
      this.#actual = actual;
    }

    toBe(...args) {
      this.#check('toBe', args, (actual, [expected]) => Object.is(actual, expected));
    }

    toEqual(...args) {
      this.#check('toEqual', args, (actual, [expected]) => equals(actual, expected, [...globalThis[SHARED].customEqualityTesters, iterableEquality]));
    }

    /** Returns a matcher, or `not`, `resolves` or `rejects`, of jest's. */
    static other(name) {
      Object.defineProperty(Expectation.prototype, name, {
        get() {
          return original(this.#actual)[name];
        },
      });
    }

    #check(name, args, compare) {
      if (args.length === 1 && compare(this.#actual, args)) {
        const state = original.getState();
        state.assertionCalls += 1;
        state.numPassingAsserts += 1;
        return;
      }
      try {
        original(this.#actual)[name](...args);
      } catch (error) {
        // The first call in the stack trace is that of the test.
        Error.captureStackTrace(error, Expectation.prototype[name]);
        throw error;
      }
    }
  }

  Object.keys(original(undefined)).filter((name) => !Object.hasOwn(Expectation.prototype, name)).forEach(Expectation.other);
  const expect = (...args) => (args.length === 1 ? new Expectation(args[0]) : original(...args));
  // jest's matchers for asymmetric comparison and its settings are properties of its function.
  return Object.setPrototypeOf(expect, original);
}

module.exports = { quickExpect };
