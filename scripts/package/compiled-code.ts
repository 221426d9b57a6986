import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

// The forms that TypeScript gives to imports and exports in CommonJS. SWC writes imports in the same form.

/** Functions that TypeScript and SWC wrap around `require` for default imports and imports of whole modules. */
const INTEROP = ['__importStar', '__importDefault', '_interop_require_wildcard', '_interop_require_default'];

/** Parses compiled code. */
export function parsed(code: string): ts.SourceFile {
  return ts.createSourceFile('compiled.js', code, ts.ScriptTarget.ES2022, true);
}

/** Returns `x` for `require("x")`. */
export function requiredBy(expression: ts.Expression | undefined): string | undefined {
  return argumentOf(expression, 'require');
}

/** Returns `x` for the import of a module: `require("x")`, `__importStar(require("x"))` or `__importDefault(require("x"))`. */
export function importedBy(expression: ts.Expression): string | undefined {
  const inner = ts.isCallExpression(expression) && INTEROP.includes(expression.expression.getText()) ? expression.arguments[0] : expression;
  return requiredBy(inner);
}

/** Returns `x` for `__exportStar(require("x"), exports)`. */
export function starOf(expression: ts.Expression): string | undefined {
  return ts.isCallExpression(expression) && expression.expression.getText() === '__exportStar' ? requiredBy(expression.arguments[0]) : undefined;
}

/** Returns `A` for `exports.A`. */
export function exportOf(expression: ts.Expression): string | undefined {
  return ts.isPropertyAccessExpression(expression) && expression.expression.getText() === 'exports' ? expression.name.text : undefined;
}

/** Returns `A` and `x.A` for `Object.defineProperty(exports, "A", { enumerable: true, get: function () { return x.A; } })`. */
export function definedExport(expression: ts.Expression): { readonly name: string; readonly value: ts.Expression | undefined } | undefined {
  if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'Object.defineProperty') {
    return undefined;
  }
  const [target, name, descriptor] = expression.arguments;
  if (target?.getText() !== 'exports' || name === undefined || !ts.isStringLiteral(name) || descriptor === undefined) {
    return undefined;
  }
  const getter = ts.isObjectLiteralExpression(descriptor) ? descriptor.properties.filter(ts.isPropertyAssignment).at(-1)?.initializer : undefined;
  const returned = getter !== undefined && ts.isFunctionExpression(getter) ? getter.body.statements[0] : undefined;
  return { name: name.text, value: returned !== undefined && ts.isReturnStatement(returned) ? returned.expression : undefined };
}

/** Returns the modules that compiled code requires, wherever it does so. */
export function requiredModules(code: string): string[] {
  const required: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = ts.isCallExpression(node) ? requiredBy(node) : undefined;
    if (specifier !== undefined) {
      required.push(specifier);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed(code));
  return required;
}

/** Returns the compiled file that a relative specifier names, or undefined if there is none. */
export function compiledFile(from: string, specifier: string): string | undefined {
  const path = join(dirname(from), specifier);
  return specifier.startsWith('.') ? [`${path}.js`, join(path, 'index.js')].find(existsSync) : undefined;
}

function argumentOf(expression: ts.Expression | undefined, called: string): string | undefined {
  if (expression === undefined || !ts.isCallExpression(expression) || expression.expression.getText() !== called) {
    return undefined;
  }
  const [argument] = expression.arguments;
  return argument !== undefined && ts.isStringLiteral(argument) ? argument.text : undefined;
}
