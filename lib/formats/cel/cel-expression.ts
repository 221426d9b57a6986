import { Environment } from '@marcbachmann/cel-js';
import type { CelBudget } from './cel-budget';
import { widenHas } from './has-macro';
import { limitTypes, meter, nodesOf, type SyntaxNode } from './meter';
import { firstMatch } from './regular-expression';

export { Optional } from '@marcbachmann/cel-js';
export type { Environment } from '@marcbachmann/cel-js';

/** An expression in the Common Expression Language that was parsed and whose types were checked. */
export interface CelExpression {
  /** Type of its values, such as `bool`. */
  readonly type: string;

  /** Names that it uses, including the variables of its macros. */
  readonly names: ReadonlySet<string>;

  /**
   * Evaluates it.
   *
   * @throws CelLimitError if it is not evaluated within the budget: its value is unknown
   * @throws Error if its value is an error
   */
  readonly evaluate: (variables: { readonly [name: string]: unknown }, budget: CelBudget) => unknown;
}

/** An expression that is invalid, or too large for its limits. */
export interface CelFault {
  /** What is wrong, in a line, after "it". */
  readonly fault: string;

  /** Whether the expression exceeds a limit of this library, so that others may accept it. */
  readonly isLimit: boolean;
}

/**
 * Limits of the parser: sufficient for every expression written by hand, and far below the limit of the call stack.
 *
 * cel-go allows 250 levels, and the API server as many nodes as fit into a request.
 */
export const CEL_SYNTAX_LIMITS = { maxCelNodes: 20_000, maxCelDepth: 100 };

/** Errors of the parser may quote names of any length. */
const MAX_FAULT_LENGTH = 160;

/**
 * Function that `matches` is compiled to: the one of that name in cel-js uses the regular expressions of JavaScript, which take exponential time.
 */
export const MATCHES = 'matchesAsGoDoes';

const matches = (value: string, expression: string): boolean => firstMatch(expression, value) !== undefined;

/** Returns an engine of the language, for the variables and functions of the caller. All engines of this library are created here. */
export function celEnvironment(options: { readonly enableOptionalTypes?: boolean; readonly unlistedVariablesAreDyn?: boolean } = {}): Environment {
  const { maxCelNodes, maxCelDepth } = CEL_SYNTAX_LIMITS;
  const limits = { maxAstNodes: maxCelNodes, maxDepth: maxCelDepth, maxListElements: maxCelNodes, maxMapEntries: maxCelNodes };
  return new Environment({ ...options, limits, homogeneousAggregateLiterals: false })
    .registerFunction(`string.${MATCHES}(string): bool`, matches)
    .registerFunction('matches(string, string): bool', matches)
    .registerFunction('int(uint): int', (value: { valueOf(): bigint }) => value.valueOf());
}

/**
 * Compiles an expression, or returns what is wrong with it.
 *
 * @param environment the engine
 * @param expression the expression
 * @param dialectFault returns why a valid expression is refused by who uses it, in a line, after "it"
 */
export function compileCel(
  environment: Environment, expression: string, dialectFault: (nodes: readonly SyntaxNode[]) => string | undefined = () => undefined,
): CelExpression | CelFault {
  try {
    const program = environment.parse(expression);
    const nodes = nodesOf(program.ast);
    const literal = largeLiteral(nodes);
    if (literal !== undefined) {
      return { fault: `is not valid CEL: ${literal} does not fit into an int of 64 bits`, isLimit: false };
    }
    const isCallOf = (name: string) => ({ op, args }: SyntaxNode): boolean => op === 'rcall' && (args as unknown[])[0] === name;
    if (nodes.some(isCallOf(MATCHES))) {
      return { fault: `is not valid CEL: there is no function ${MATCHES}`, isLimit: false };
    }
    nodes.filter(isCallOf('matches')).forEach(({ args }) => (args as unknown[])[0] = MATCHES);
    limitTypes(nodes);
    widenHas(nodes);
    const { valid, type, error } = program.check();
    if (!valid) {
      return faultOf(error);
    }
    const fault = dialectFault(nodes);
    if (fault !== undefined) {
      return { fault, isLimit: false };
    }
    let current: CelBudget | undefined;
    meter(nodes, () => current!);
    return {
      type: type ?? 'an unknown type',
      names: new Set(nodes.filter(({ op }) => op === 'id').map(({ args }) => args as string)),
      evaluate: (variables, budget) => {
        current = budget;
        return budget.evaluate(() => program(variables) as unknown);
      },
    };
  } catch (error) {
    return faultOf(error);
  }
}

const MAX_INT = 2n ** 63n - 1n;

/** Returns an integer that the parser of cel-go refuses. The smallest one is the negation of a number that is too large. */
function largeLiteral(nodes: readonly SyntaxNode[]): bigint | undefined {
  const negated = new Set(nodes.filter(({ op }) => op === '-_').map(({ args }) => args));
  const found = nodes.find((node) => node.op === 'value' && typeof node.args === 'bigint' && node.args > MAX_INT + (negated.has(node) ? 1n : 0n));
  return found?.args as bigint | undefined;
}

/** Whether an expression could not be compiled. */
export function isCelFault(compiled: CelExpression | CelFault): compiled is CelFault {
  return 'fault' in compiled;
}

function faultOf(error: unknown): CelFault {
  if (error instanceof RangeError) {
    return { fault: 'is nested too deeply (limit maxCelDepth)', isLimit: true };
  }
  const { message = 'it is not an expression', code } = error as Partial<Error> & { readonly code?: string };
  const line = firstLine(message);
  if (code === 'limit_exceeded') {
    return line.includes('maxDepth') ? { fault: 'is nested too deeply (limit maxCelDepth)', isLimit: true }
      : { fault: `has more than ${CEL_SYNTAX_LIMITS.maxCelNodes} parts (limit maxCelNodes)`, isLimit: true };
  }
  return { fault: `is not valid CEL: ${line}`, isLimit: false };
}

/** Returns the first line of an error message; the other lines show the position in the expression. */
function firstLine(message: string): string {
  const line = message.split('\n', 1)[0]!;
  return line.length > MAX_FAULT_LENGTH ? `${line.slice(0, MAX_FAULT_LENGTH)}…` : line;
}
