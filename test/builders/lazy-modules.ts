import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { edited } from '../../scripts/package/edits';
import { exportedNames } from '../../scripts/package/exported-names';
import { lazify } from '../../scripts/package/lazify';

type Exports = Record<string, unknown>;

const OPTIONS: ts.CompilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };

/** Compiled code by its source, for all tests of a file. */
const compiledCode = new Map<string, string>();

/** Modules in TypeScript, compiled and loaded on first use as in the package. */
export class LazyModules {
  /** Modules that have been loaded, in order: paths without an extension, and names of packages. */
  readonly loaded: string[] = [];
  readonly #exports = new Map<string, Exports>();

  /**
   * @param sourceOf returns the source of a module, by its path without an extension
   * @param packageOf returns what a package exports
   */
  constructor(readonly sourceOf: (path: string) => string | undefined, readonly packageOf: (name: string) => unknown = () => ({})) {}

  /** Returns the exports of a module, which is run at the first call. */
  load(path: string): Exports {
    const known = this.#exports.get(path);
    if (known !== undefined) {
      return known;
    }
    const module = { exports: {} };
    this.#exports.set(path, module.exports);
    this.loaded.push(path);
    const run = compileFunction(this.lazyCode(path), ['exports', 'require', '__dirname', '__filename']) as (...args: unknown[]) => void;
    run(module.exports, (specifier: string) => this.#require(path, specifier), join(path, '..'), `${path}.js`);
    return module.exports;
  }

  /** Returns the code of a module in the package. */
  lazyCode(path: string): string {
    const code = this.compiled(path);
    return edited(code, lazify(code, specifier => (specifier.startsWith('.') ? this.#namesOf(this.#resolve(path, specifier)) : undefined)));
  }

  /** Returns the code of a module as the compiler writes it. */
  compiled(path: string): string {
    const source = this.sourceOf(path);
    if (source === undefined) {
      throw new Error(`no module ${path}`);
    }
    const code = compiledCode.get(source) ?? ts.transpileModule(source, { compilerOptions: OPTIONS }).outputText;
    compiledCode.set(source, code);
    return code;
  }

  #namesOf(path: string): Set<string> {
    return exportedNames(this.compiled(path), specifier => this.#namesOf(this.#resolve(path, specifier)));
  }

  /** Returns the path of a module; that of a folder is its index. */
  #resolve(from: string, specifier: string): string {
    const path = join(from, '..', specifier);
    return this.sourceOf(path) === undefined ? join(path, 'index') : path;
  }

  #require(from: string, specifier: string): unknown {
    if (specifier.startsWith('.')) {
      return this.load(this.#resolve(from, specifier));
    }
    if (!this.loaded.includes(specifier)) {
      this.loaded.push(specifier);
    }
    return this.packageOf(specifier);
  }
}
