import { MATCHES, type RuleEnvironment, ruleEnvironment } from './rule-environment';

/** A compiled expression, which returns its value. */
export interface RuleExpression {
  readonly usesOldSelf: boolean;
  readonly evaluate: (self: unknown, oldSelf: unknown) => unknown;
}

type SyntaxNode = ReturnType<RuleEnvironment['parse']>['ast'];

const compiled = new Map<string, RuleExpression | undefined>();

/**
 * Compiles an expression of a CRD. Returns undefined if it uses something that only the API server supports, such as a function of a later version of
 * Kubernetes. CRDs have few expressions, so each is compiled only once.
 */
export function ruleExpression(expression: string): RuleExpression | undefined {
  if (!compiled.has(expression)) {
    compiled.set(expression, compile(expression));
  }
  return compiled.get(expression);
}

function compile(expression: string): RuleExpression | undefined {
  try {
    const program = ruleEnvironment().parse(expression);
    let usesOldSelf = false;
    visit(program.ast, node => {
      usesOldSelf ||= node.op === 'id' && (node.args as unknown) === 'oldSelf';
      if (node.op === 'rcall' && (node.args as unknown[])[0] === 'matches') {
        (node.args as unknown[])[0] = MATCHES;
      }
    });
    return program.check().valid
      ? { usesOldSelf, evaluate: (self, oldSelf) => program({ self, ...(oldSelf === undefined ? {} : { oldSelf }) }) as unknown }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Calls a function with each node of a syntax tree. */
function visit(node: unknown, action: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    node.forEach(inner => visit(inner, action));
  } else if (typeof node === 'object' && node !== null && 'op' in node && 'args' in node) {
    action(node as SyntaxNode);
    visit(node.args, action);
  }
}
