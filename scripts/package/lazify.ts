import ts from 'typescript';
import { definedExport, exportOf, importedBy, parsed, starOf } from './compiled-code';
import type { Edit } from './edits';
import { ownExports } from './exported-names';

/** Returns the names that a module exports; undefined if they are unknown, so that the module is loaded at once. */
type NamesOf = (specifier: string) => Iterable<string> | undefined;

/**
 * Functions that transformed code calls, added to it as TypeScript adds its own. The name of a re-export is an argument, because Node.js concludes
 * from `Object.defineProperty(exports, "A", …)` with a getter such as ours that `A` is not an export.
 */
const HELPERS: { readonly [name: string]: string } = {
  __lazy: 'function __lazy(load) { let module; return () => module ??= load(); }',
  __lazyExport: 'function __lazyExport(name, get) { Object.defineProperty(exports, name, { enumerable: true, get }); }',
};

/** The code that loads a module: what must be declared first, and the expression that is the module. */
interface Loading {
  readonly declaration: string;
  readonly module: string;
}

/** Returns how a module is loaded: under the name that it is imported with, by an expression with `require`. */
type Load = (name: string, required: string) => Loading;

/** By a function that loads it once: a call is shorter than `require`, and Node.js looks for the file once. */
const byFunction: Load = (name, required) => ({ declaration: `const ${name} = __lazy(() => ${required});`, module: `${name}()` });

/** By `require` itself, unless the expression would make a new object each time. */
const byRequire: Load = (name, required) => (required.startsWith('require(') ? { declaration: '', module: required } : byFunction(name, required));

/** How to load the modules that a file imports, by the names of the imports. */
type Imports = ReadonlyMap<string, Loading>;

/**
 * Returns the edits after which compiled code loads each module when one of its names is first used:
 *
 * - `const x = require("./x")` becomes a function that loads the module once, and that is called wherever `x` is used.
 * - A re-export becomes a getter, after `exports.A = void 0`, from which Node.js knows what ES modules can import.
 * - `require("./x")`, an import for its side effects, stays as it is.
 *
 * Each edit is within a line, so lines keep their numbers.
 *
 * @param code CommonJS in the form that TypeScript writes
 * @param namesOf returns what a module exports, for `export *`
 */
export function lazify(code: string, namesOf: NamesOf): Edit[] {
  return editsOf(code, namesOf, byFunction);
}

/**
 * Returns such edits for code that is bundled: wherever `x` is used, it becomes `require("./x")`, because bundlers make that a call of a function,
 * with a name of a few letters, that loads the module once.
 */
export function lazifyToBundle(code: string, namesOf: NamesOf): Edit[] {
  return editsOf(code, namesOf, byRequire);
}

function editsOf(code: string, namesOf: NamesOf, load: Load): Edit[] {
  const source = parsed(code);
  const imports = importsOf(source, load);
  const reExports = new ReExports(source, imports, namesOf, load);
  const edits = source.statements.flatMap((statement) => {
    const replacement = imports.get(importOf(statement)?.name ?? '')?.declaration ?? reExports.replacementOf(statement);
    return replacement === undefined
      ? uses(statement, imports).flatMap(use => callOf(use, imports.get(use.text)!))
      : [{ start: statement.getStart(), end: statement.end, text: replacement }];
  });
  const end = source.statements.at(-1)?.end ?? 0;
  const helpers = Object.keys(HELPERS).filter(name => edits.some(({ text }) => text.includes(`${name}(`)));
  return [...edits, ...helpers.map(name => insertion(end, ` ${HELPERS[name]!}`))];
}

/** The re-exports of a module, as getters. */
class ReExports {
  readonly #own: readonly string[];
  readonly #exported: Set<string>;
  #modules = 0;

  constructor(source: ts.SourceFile, readonly imports: Imports, readonly namesOf: NamesOf, readonly load: Load) {
    this.#own = ownExports(source);
    this.#exported = new Set(this.#own);
  }

  replacementOf(statement: ts.Statement): string | undefined {
    if (!ts.isExpressionStatement(statement)) {
      return undefined;
    }
    const { expression } = statement;
    const star = starOf(expression);
    if (star !== undefined) {
      return this.#star(star);
    }
    const { name, value } = definedExport(expression) ?? this.#onlyAssignment(expression) ?? {};
    if (name === undefined || value === undefined) {
      return undefined;
    }
    if (importedBy(value)?.startsWith('.')) {
      const { declaration, module } = this.load(this.#newName(), value.getText());
      return `${declaration} ${getter(name, module)}`;
    }
    // Only `x` and `x.A` are re-exports: a call, for example, would be repeated.
    const [imported, member] = ts.isPropertyAccessExpression(value) ? [value.expression, value.name] : [value];
    const loading = ts.isIdentifier(imported) ? this.imports.get(imported.text) : undefined;
    return loading === undefined ? undefined : getter(name, `${loading.module}${member === undefined ? '' : `.${member.text}`}`);
  }

  #star(specifier: string): string | undefined {
    const names = this.namesOf(specifier);
    if (names === undefined) {
      return undefined;
    }
    const { declaration, module } = this.load(this.#newName(), `require("${specifier}")`);
    const added = [...names].filter(name => name !== 'default' && !this.#exported.has(name));
    added.forEach(name => this.#exported.add(name));
    return [declaration, ...added.map(name => getter(name, `${module}.${name}`))].join(' ');
  }

  /** Returns `A` and `x` for `exports.A = x`, if `A` is not assigned another value. */
  #onlyAssignment(expression: ts.Expression): { name: string; value: ts.Expression } | undefined {
    if (!ts.isBinaryExpression(expression)) {
      return undefined;
    }
    const name = exportOf(expression.left);
    const isOnly = name !== undefined && this.#own.filter(other => other === name).length <= 2;
    return isOnly ? { name, value: expression.right } : undefined;
  }

  #newName(): string {
    this.#modules += 1;
    return `__module_${this.#modules}`;
  }
}

/** Returns how to load what a file imports. A name that is also declared elsewhere in the file is omitted: a use may be that of the other. */
function importsOf(source: ts.SourceFile, load: Load): Imports {
  const declared: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclaration(node.parent) && node.parent.name === node) {
      declared.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const imported = source.statements.flatMap(statement => importOf(statement) ?? []);
  return new Map(imported.filter(({ name }) => declared.filter(other => other === name).length === 1)
    .map(({ name, loaded }) => [name, load(name, loaded.getText())]));
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node) || ts.isFunctionDeclaration(node)
    || ts.isFunctionExpression(node) || ts.isClassLike(node);
}

/** Returns `x` and `require("./x")` for `const x = require("./x")`. */
function importOf(statement: ts.Statement): { readonly name: string; readonly loaded: ts.Expression } | undefined {
  const [declaration, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const { name, initializer: loaded } = declaration ?? {};
  return others.length === 0 && name !== undefined && ts.isIdentifier(name) && loaded !== undefined && importedBy(loaded) !== undefined
    ? { name: name.text, loaded } : undefined;
}

function getter(name: string, value: string): string {
  return `exports.${name} = void 0; __lazyExport("${name}", () => ${value});`;
}

/** Returns the identifiers below a node that have the value of an imported module. */
function uses(node: ts.Node, imports: Imports): ts.Identifier[] {
  if (ts.isIdentifier(node)) {
    const { name, propertyName, label } = node.parent as { name?: ts.Node; propertyName?: ts.Node; label?: ts.Node };
    const isNameOfOther = (name === node && !ts.isShorthandPropertyAssignment(node.parent)) || propertyName === node || label === node;
    return imports.has(node.text) && !isNameOfOther ? [node] : [];
  }
  const found: ts.Identifier[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...uses(child, imports));
  });
  return found;
}

/** Loads a module where it is used. */
function callOf(use: ts.Identifier, { module }: Loading): Edit[] {
  if (ts.isShorthandPropertyAssignment(use.parent)) {
    return [insertion(use.end, `: ${module}`)];
  }
  const loaded = { start: use.getStart(), end: use.end, text: module };
  let outer: ts.Expression = use;
  while ((ts.isPropertyAccessExpression(outer.parent) || ts.isElementAccessExpression(outer.parent)) && outer.parent.expression === outer) {
    outer = outer.parent;
  }
  // `new x().A()` would construct `x`.
  return ts.isNewExpression(outer.parent) && outer.parent.expression === outer
    ? [insertion(outer.getStart(), '('), loaded, insertion(outer.end, ')')]
    : [loaded];
}

function insertion(position: number, text: string): Edit {
  return { start: position, end: position, text };
}
