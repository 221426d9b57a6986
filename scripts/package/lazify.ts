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
  const source = parsed(code);
  const imports = importedNames(source);
  const reExports = new ReExports(source, imports, namesOf);
  const edits = source.statements.flatMap((statement) => {
    const replacement = lazyImport(statement, imports) ?? reExports.replacementOf(statement);
    return replacement === undefined
      ? uses(statement, imports).flatMap(callOf)
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

  constructor(source: ts.SourceFile, readonly imports: ReadonlySet<string>, readonly namesOf: NamesOf) {
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
      const module = this.#newName();
      return `${loader(module, value.getText())} ${getter(name, `${module}()`)}`;
    }
    // Only `x` and `x.A` are re-exports: a call, for example, would be repeated.
    const [module, member] = ts.isPropertyAccessExpression(value) ? [value.expression, value.name] : [value];
    const isReExport = ts.isIdentifier(module) && this.imports.has(module.text);
    return isReExport ? getter(name, `${module.text}()${member === undefined ? '' : `.${member.text}`}`) : undefined;
  }

  #star(specifier: string): string | undefined {
    const names = this.namesOf(specifier);
    if (names === undefined) {
      return undefined;
    }
    const module = this.#newName();
    const added = [...names].filter(name => name !== 'default' && !this.#exported.has(name));
    added.forEach(name => this.#exported.add(name));
    return [loader(module, `require("${specifier}")`), ...added.map(name => getter(name, `${module}().${name}`))].join(' ');
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

/** Returns the names of imported modules. One that is also declared elsewhere in the file is omitted: a use may be that of the other. */
function importedNames(source: ts.SourceFile): ReadonlySet<string> {
  const declared: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclaration(node.parent) && node.parent.name === node) {
      declared.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const imported = source.statements.flatMap(statement => importOf(statement)?.name ?? []);
  return new Set(imported.filter(name => declared.filter(other => other === name).length === 1));
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

function lazyImport(statement: ts.Statement, imports: ReadonlySet<string>): string | undefined {
  const { name, loaded } = importOf(statement) ?? {};
  return name !== undefined && imports.has(name) ? loader(name, loaded!.getText()) : undefined;
}

/** Returns the declaration of a function that loads a module at its first call, and returns it. */
function loader(name: string, load: string): string {
  return `const ${name} = __lazy(() => ${load});`;
}

function getter(name: string, value: string): string {
  return `exports.${name} = void 0; __lazyExport("${name}", () => ${value});`;
}

/** Returns the identifiers below a node that have the value of an imported module. */
function uses(node: ts.Node, imports: ReadonlySet<string>): ts.Identifier[] {
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

/** Calls the function that loads a module, where the module is used. */
function callOf(use: ts.Identifier): Edit[] {
  if (ts.isShorthandPropertyAssignment(use.parent)) {
    return [insertion(use.end, `: ${use.text}()`)];
  }
  let outer: ts.Expression = use;
  while ((ts.isPropertyAccessExpression(outer.parent) || ts.isElementAccessExpression(outer.parent)) && outer.parent.expression === outer) {
    outer = outer.parent;
  }
  // `new x().A()` would construct `x`.
  return ts.isNewExpression(outer.parent) && outer.parent.expression === outer
    ? [insertion(outer.getStart(), '('), insertion(use.end, '()'), insertion(outer.end, ')')]
    : [insertion(use.end, '()')];
}

function insertion(position: number, text: string): Edit {
  return { start: position, end: position, text };
}
