import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import ts from 'typescript';
import { edited } from '../../scripts/package/edits';
import { exportedNames } from '../../scripts/package/exported-names';
import { lazify, lazifyToBundle } from '../../scripts/package/lazify';

type Exports = Record<string, unknown>;

const OPTIONS: ts.CompilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };

/** How modules are compiled, and changed to load others on first use. */
export class Packaging {
  /** As in the npm package. */
  static readonly PACKAGE = new Packaging(lazify, source => ts.transpileModule(source, { compilerOptions: OPTIONS }).outputText);

  /** As in the single file of the command line, before the bundler. */
  static readonly SINGLE_FILE = new Packaging(lazifyToBundle, source => transformSync(source, {
    swcrc: false, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' },
  }).code);

  /** Compiled code by its source, for all tests of a file. */
  readonly #compiled = new Map<string, string>();

  private constructor(readonly lazify: typeof lazifyToBundle, readonly compile: (source: string) => string) {}

  compiled(source: string): string {
    const code = this.#compiled.get(source) ?? this.compile(source);
    this.#compiled.set(source, code);
    return code;
  }
}

/** Modules in TypeScript, compiled and loaded on first use. */
export class LazyModules {
  /** Modules that have been loaded, in order: paths without an extension, and names of packages. */
  readonly loaded: string[] = [];
  readonly #exports = new Map<string, Exports>();

  /**
   * @param sourceOf returns the source of a module, by its path without an extension
   * @param packageOf returns what a package exports
   */
  constructor(
    readonly sourceOf: (path: string) => string | undefined, readonly packageOf: (name: string) => unknown = () => ({}),
    readonly packaging: Packaging = Packaging.PACKAGE,
  ) {}

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

  /** Returns the code of a module that loads others on first use. */
  lazyCode(path: string): string {
    const code = this.compiled(path);
    return edited(code, this.packaging.lazify(code, specifier => (specifier.startsWith('.') ? this.#namesOf(this.#resolve(path, specifier)) : undefined)));
  }

  /** Returns the code of a module as the compiler writes it. */
  compiled(path: string): string {
    const source = this.sourceOf(path);
    if (source === undefined) {
      throw new Error(`no module ${path}`);
    }
    return this.packaging.compiled(source);
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
