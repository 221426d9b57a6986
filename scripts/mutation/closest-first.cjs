const Sequencer = require('@jest/test-sequencer').default;

const words = (path) => new Set(path.split(/\W+/));

/**
 * Runs the tests first whose paths have the most words in common with the changed file, and of these the shortest, since the first failure ends a
 * run.
 */
module.exports = class ClosestFirst extends Sequencer {
  #changed;

  constructor(options) {
    super(options);
    this.#changed = words(options.globalConfig.nonFlagArgs.join(' '));
  }

  sort(tests) {
    const shared = (test) => [...words(test.path)].filter((word) => this.#changed.has(word)).length;
    return super.sort(tests).reverse().sort((left, right) => shared(right) - shared(left));
  }
};
