const { AsyncLocalStorage } = require('node:async_hooks');

/** Global variables that packages set when they are loaded, and need as long as they are: Pulumi's SDK and Google's Protocol Buffers. */
const OF_PACKAGES = new Set(['asyncLocalStorage', 'proto']);

/** Each costs every later promise of the process some time. jest uses one per test file, and never disables it. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

/** What test files can change in a process, and would change for the files after them. */
class ProcessState {
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #env = { ...process.env };
  #folder = process.cwd();
  #umask = process.umask();
  #exit = process.exit;
  #stackTraceLimit = Error.stackTraceLimit;
  #listeners = listenersOf(process);

  restore() {
    // One that is still used enables itself again.
    storages.forEach((storage) => storage.disable());
    storages.clear();
    for (const name of Reflect.ownKeys(globalThis)) {
      if (!Object.hasOwn(this.#globals, name) && !OF_PACKAGES.has(name)) {
        // Fails for a variable that jest keeps on purpose.
        Reflect.deleteProperty(globalThis, name);
      }
    }
    Object.defineProperties(globalThis, this.#globals);
    for (const name of Object.keys(process.env)) {
      if (!Object.hasOwn(this.#env, name)) {
        delete process.env[name];
      }
    }
    Object.assign(process.env, this.#env);
    process.chdir(this.#folder);
    process.umask(this.#umask);
    process.exit = this.#exit;
    Error.stackTraceLimit = this.#stackTraceLimit;
    for (const [event, listeners] of listenersOf(process)) {
      listeners.filter((listener) => !this.#listeners.get(event)?.includes(listener)).forEach((listener) => process.off(event, listener));
    }
  }
}

function listenersOf(emitter) {
  return new Map(['SIGINT', 'SIGTERM', 'beforeExit', 'exit'].map((event) => [event, emitter.listeners(event)]));
}

module.exports = { ProcessState };
