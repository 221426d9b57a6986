const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Compiled modules, by path. They outlive test files, as this module does. */
const scripts = new Map();

/** jest shows 100 calls of an error, which makes each promise of Pulumi and each `expect` expensive. */
const CALLS_OF_ERROR = 20;

/**
 * jest's runtime, except that a process compiles a module once, and not for each test file. Test files do not share modules: each of them
 * executes the compiled code again, in a context of its own.
 */
class SharedScriptsRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    const { executor } = this;
    if (typeof executor?.compile !== 'function') {
      throw new Error('jest-runtime compiles modules elsewhere than it did in version 30.5; adapt test/jest/shared-scripts-runtime.cjs');
    }
    environment.global.Error.stackTraceLimit = CALLS_OF_ERROR;
    const compile = executor.compile.bind(executor);
    executor.compile = (source, path) => {
      const context = environment.getVmContext();
      const script = context ? scriptOf(executor.injectedModuleParameters, source, path) : undefined;
      return script ? script.runInContext(context) : compile(source, path);
    };
  }
}

/** Returns the script of a module, which is a function; nothing if it does not compile, which jest explains. */
function scriptOf(parameters, source, path) {
  const known = scripts.get(path);
  if (known?.source === source) {
    return known.script;
  }
  const head = `(function (${parameters.join(', ')}) {`;
  try {
    // The offset keeps the columns of the first line.
    const script = new Script(`${head}${source}\n})`, { filename: path, columnOffset: -head.length });
    scripts.set(path, { source, script });
    return script;
  } catch {
    return undefined;
  }
}

module.exports = SharedScriptsRuntime;
