const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { ProcessState } = require('./process-state.cjs');
const { quickExpect } = require('./quick-expect.cjs');

/** jest shows 100 calls of an error, which makes each promise of Pulumi and each `expect` expensive. */
const CALLS_OF_ERROR = 20;

/**
 * A test environment without a context of its own: test files run where Node.js runs everything else, so that they can share modules
 * (see shared-modules-runtime.cjs), and that global variables are as fast as in production. Undoes at the end of a test file what it has
 * changed in the process; jest itself restores spies.
 */
class OneRealmEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #before = new ProcessState();

  constructor({ projectConfig: config }) {
    this.fakeTimers = new LegacyFakeTimers({
      config, global: globalThis, moduleMocker: this.moduleMocker, timerConfig: { idToRef: (id) => id, refToId: (timer) => timer },
    });
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    // What jest itself uses while a test replaces it.
    for (const [name, value] of [['jest-native-promise', Promise], ['jest-native-now', Date.now.bind(Date)]]) {
      Object.defineProperty(globalThis, Symbol.for(name), { value, configurable: true });
    }
  }

  async setup() {
    Error.stackTraceLimit = CALLS_OF_ERROR;
  }

  handleTestEvent({ name }) {
    // jest has set its global variables.
    if (name === 'setup') {
      globalThis.expect = quickExpect(globalThis.expect);
    }
  }

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.#before.restore();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}

module.exports = OneRealmEnvironment;
