import ts from 'typescript';

/** One small change of a source file. */
export interface Mutant {
  /** Start of the replaced part, as an offset in the source. */
  readonly start: number;
  /** End of the replaced part. */
  readonly end: number;
  readonly replacement: string;
}

const { SyntaxKind } = ts;

const SWAPPED_OPERATORS = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.QuestionQuestionToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
]);

/** Nodes without behavior. */
const SKIPPED = [ts.isImportDeclaration, ts.isExportDeclaration, ts.isTypeNode, ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration];

/** Lists the changes of a file that a test should notice: operators, literals, conditions and statements, one at a time. */
export function mutantsOf(source: string): Mutant[] {
  const file = ts.createSourceFile('mutated.ts', source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, replacement: string): void => {
    mutants.push({ start: node.getStart(file), end: node.getEnd(), replacement });
  };
  const visit = (node: ts.Node): void => {
    if (SKIPPED.some((isSkipped) => isSkipped(node))) {
      return;
    }
    mutate(node, file, replace);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

function mutate(node: ts.Node, file: ts.SourceFile, replace: (node: ts.Node, replacement: string) => void): void {
  if (ts.isBinaryExpression(node)) {
    const swapped = SWAPPED_OPERATORS.get(node.operatorToken.kind);
    if (swapped !== undefined && !isConcatenation(node)) {
      replace(node.operatorToken, swapped);
    }
  } else if ((node.kind === SyntaxKind.TrueKeyword && !isInSetOfKeys(node)) || node.kind === SyntaxKind.FalseKeyword) {
    replace(node, node.kind === SyntaxKind.TrueKeyword ? 'false' : 'true');
  } else if (ts.isNumericLiteral(node) && isValue(node)) {
    replace(node, String(Number(node.text) + 1));
  } else if (ts.isStringLiteral(node) && isValue(node)) {
    replace(node, node.text === '' ? "'mutated'" : "''");
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    replace(node, node.operand.getText(file));
  } else if (ts.isIfStatement(node)) {
    replace(node.expression, `!(${node.expression.getText(file)})`);
  } else if (ts.isConditionalExpression(node)) {
    replace(node.condition, `!(${node.condition.getText(file)})`);
  } else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) && node.expression.expression.kind !== SyntaxKind.SuperKeyword) {
    replace(node, ';');
  } else if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) {
    replace(node, `[${node.elements.slice(1).map((element) => element.getText(file)).join(', ')}]`);
  }
}

/** Whether a + joins strings. Changing it would only change a message, whose literals are changed anyway. */
function isConcatenation({ operatorToken, left, right }: ts.BinaryExpression): boolean {
  return operatorToken.kind === SyntaxKind.PlusToken && [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
}

/** Whether a value is in an object of `true` only, such as `KnownKeys`, of which only the keys are read. */
function isInSetOfKeys({ parent }: ts.Node): boolean {
  return ts.isPropertyAssignment(parent) && parent.parent.properties.length > 1 && parent.parent.properties.every((property) => (
    ts.isSpreadAssignment(property) || (ts.isPropertyAssignment(property) && property.initializer.kind === SyntaxKind.TrueKeyword)
  ));
}

/** Whether a literal is a value, and not a property name or a member of an enum. */
function isValue(node: ts.Expression): boolean {
  const { parent } = node;
  return !(ts.isPropertyAssignment(parent) && parent.name === node as ts.Node) && !ts.isEnumMember(parent) && !ts.isElementAccessExpression(parent)
    && !ts.isPropertyDeclaration(parent) && !ts.isExternalModuleReference(parent);
}

/** Applies a change to the source in which it was found. */
export function applyMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end);
}
