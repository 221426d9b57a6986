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

/** Returns the names that a declaration file exports itself: what is marked `@internal` is not among them, because the compiler strips it. */
export function declaredNames(declarations: string): Set<string> {
  const source = ts.createSourceFile('declarations.d.ts', declarations, ts.ScriptTarget.ES2022, true);
  return new Set(source.statements.flatMap((statement): string[] => {
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      return clause === undefined ? [] : ts.isNamespaceExport(clause) ? [clause.name.text] : clause.elements.map(({ name }) => name.text);
    }
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true) {
      return [];
    }
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations.map(({ name }) => name.getText())
      : [ts.getNameOfDeclaration(statement as ts.DeclarationStatement)?.getText() ?? []].flat();
  }));
}
