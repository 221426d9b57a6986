const { existsSync, realpathSync } = require('node:fs');
const { join, sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Modules that test files share, by path. They outlive test files, as this module does. */
const shared = new Map();

/** Compiled modules, by path: also those of which each test file has its own, such as jest's. */
const scripts = new Map();

/** Where the source maps of modules are, by path. A stack trace can contain modules that earlier test files loaded. */
const sourceMaps = new Map();

/** What shared modules require of each other: module by the path of the one that requires it, and the name that it uses. */
const required = new Map();

/** The runtime of the test file that runs. */
let current;

/**
 * jest's runtime, except that the test files of a process share the modules of the project and of its packages: a process compiles and
 * executes them once, and not for each test file. Test files, and the modules beside them, are executed for each test file, except for those in
 * test/remembered, which are there to be shared.
 *
 * A test file that replaces a module with `jest.mock` gets modules of its own: of the project, or also of packages if it replaces one of
 * these. So does what is called by `jest.isolateModules`, or comes after `jest.resetModules`.
 */
class SharedModulesRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    const { executor, registries, requireBuilder, transformCache } = this;
    if (typeof executor?.compile !== 'function' || typeof requireBuilder?.requireDispatch !== 'function'
      || !(registries?.moduleRegistry instanceof Map) || !(transformCache?.sourceMaps instanceof Map)) {
      throw new Error('jest-runtime loads modules otherwise than it did in version 30.5; adapt test/jest/shared-modules-runtime.cjs');
    }
    const [globalConfig] = rest.slice(-1);
    if (globalConfig.watch || globalConfig.watchAll) {
      // They may have changed.
      shared.clear();
      required.clear();
    }
    registries.moduleRegistry = new FileModules(config.rootDir + sep);
    transformCache.sourceMaps = sourceMaps;
    current = this;
    // A shared module may load another one long after the test file that loaded it.
    requireBuilder.requireDispatch = (from, name) => (shared.has(from) ? current : this).#require(from, name);
    const compile = executor.compile.bind(executor);
    executor.compile = (source, path) => scriptOf(executor.injectedModuleParameters, source, path)?.runInThisContext() ?? compile(source, path);
  }

  setMock(from, name, ...rest) {
    this.registries.moduleRegistry.isolate(this.mockState.getCjsModuleId(from, name));
    super.setMock(from, name, ...rest);
  }

  /** Much of our code is loaded on first use, by a `require` in a function, for which jest takes longer than such functions take. */
  #require(from, name) {
    const { registries: { moduleRegistry: modules }, _resolution: resolution } = this;
    // While jest works out a mock from a module, its registry is an empty map.
    const requiredOf = this.registries.isIsolated() ? undefined : modules.requiredBy?.(from);
    if (requiredOf === undefined) {
      return this.requireModuleOrMock(from, name);
    }
    const key = `${from}\n${name}`;
    const known = requiredOf.get(key);
    if (known !== undefined) {
      return known.exports;
    }
    const exports = this.requireModuleOrMock(from, name);
    const module = resolution.isCoreModule(name) ? undefined : modules.get(resolution.resolveCjs(from, name));
    if (module?.loaded && module.exports === exports) {
      requiredOf.set(key, module);
    }
    return exports;
  }

  resetModules() {
    this.registries.moduleRegistry.isolate?.();
    super.resetModules();
  }
}

/** The modules of a test file: its own, and the shared ones. */
class FileModules extends Map {
  #root;
  #packages;
  #tests;
  #remembered;
  #sharesProject = true;
  #sharesPackages = true;
  /** What modules require of each other that the test file does not share. */
  #required = new Map();

  constructor(root) {
    super();
    this.#root = root;
    // A copy of the checkout for mutation has a link to the packages.
    const packages = join(root, 'node_modules');
    this.#packages = `${existsSync(packages) ? realpathSync(packages) : packages}${sep}`;
    this.#tests = `${root}test${sep}`;
    this.#remembered = `${this.#tests}remembered${sep}`;
  }

  /** Stops sharing the modules that may load the replaced one; all of them if there is none. */
  isolate(replaced = '') {
    this.#sharesProject = false;
    this.#sharesPackages &&= replaced.includes(this.#root) && !replaced.includes(this.#packages);
    this.#required.clear();
  }

  /** Returns where to keep what a module of the project or of a package requires, and nothing for the tests themselves. */
  requiredBy(path) {
    if (this.shares(path)) {
      return required;
    }
    return path.startsWith(this.#tests) ? undefined : this.#required;
  }

  get(path) {
    return super.get(path) ?? (this.shares(path) ? shared.get(path) : undefined);
  }

  has(path) {
    return super.has(path) || (this.shares(path) && shared.has(path));
  }

  set(path, module) {
    return this.shares(path) ? shared.set(path, module) && this : super.set(path, module);
  }

  delete(path) {
    return this.shares(path) ? shared.delete(path) : super.delete(path);
  }

  /** Whether the test file shares a module with others, if it loads it. */
  shares(path) {
    if (path.startsWith(this.#packages)) {
      return this.#sharesPackages;
    }
    return this.#sharesProject && path.startsWith(this.#root) && (!path.startsWith(this.#tests) || path.startsWith(this.#remembered));
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

module.exports = SharedModulesRuntime;
