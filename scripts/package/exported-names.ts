import ts from 'typescript';
import { definedExport, exportOf, parsed, starOf } from './compiled-code';

/**
 * Returns the names that compiled code exports.
 *
 * @param code CommonJS in the form that TypeScript writes
 * @param namesOf returns the names that another module exports, for `export *`
 */
export function exportedNames(code: string, namesOf: (specifier: string) => Iterable<string>): Set<string> {
  const source = parsed(code);
  const stars = source.statements.flatMap(statement => (ts.isExpressionStatement(statement) ? starOf(statement.expression) ?? [] : []));
  const names = new Set([...ownExports(source), ...stars.flatMap(specifier => [...namesOf(specifier)].filter(name => name !== 'default'))]);
  names.delete('__esModule');
  return names;
}

/** Returns the names that a module exports itself, each as often as it is assigned. TypeScript assigns `void 0` first. */
export function ownExports(source: ts.SourceFile): string[] {
  return source.statements.flatMap(statement => (ts.isExpressionStatement(statement)
    ? [assignedExports(statement.expression), definedExport(statement.expression)?.name ?? []].flat() : []));
}

/** Returns `A` and `B` for `exports.A = exports.B = …`. */
function assignedExports(expression: ts.Expression): string[] {
  return ts.isBinaryExpression(expression) ? [exportOf(expression.left) ?? [], assignedExports(expression.right)].flat() : [];
}
