import type { SyntaxNode } from './meter';

/** The macro `has` of cel-js, with the parts that its declarations omit. */
interface HasMacro {
  readonly args: readonly [SyntaxNode];

  /** The fields from the last to the first, and the expression before them. */
  macroHasProps?: readonly SyntaxNode[];
  typeCheck: (checker: TypeChecker, macro: HasMacro, context: unknown) => unknown;
}

interface TypeChecker {
  readonly check: (node: SyntaxNode, context: unknown) => unknown;
  readonly checkAccessOnType: (node: SyntaxNode, context: unknown, type: unknown, allowMissingField: boolean) => unknown;
}

/**
 * Lets `has` look into the value of any expression, as cel-go does, such as `has(properties[0].value.version)`: cel-js takes only a name before the
 * fields. Must be called before the check of types.
 */
export function widenHas(nodes: readonly SyntaxNode[]): void {
  for (const { op, args, meta } of nodes) {
    if (op === 'call' && (args as [string])[0] === 'has' && meta.macro !== undefined) {
      widen(meta.macro as unknown as HasMacro);
    }
  }
}

function widen(macro: HasMacro): void {
  const { typeCheck } = macro;
  macro.typeCheck = (checker, self, context) => {
    const [select] = self.args;
    const fields: SyntaxNode[] = [];
    let base = select;
    while (base.op === '.' || base.op === '.?') {
      fields.push(base);
      base = operandOf(base);
    }
    if (select.op === '.' && fields.every(({ op }) => op === '.')) {
      checker.checkAccessOnType(select, context, checker.check(operandOf(select), context), true);
      self.macroHasProps = [...fields, base];
    }
    return typeCheck(checker, self, context);
  };
}

function operandOf({ args }: SyntaxNode): SyntaxNode {
  return (args as readonly [SyntaxNode])[0];
}
