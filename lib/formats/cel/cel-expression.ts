import { Environment } from '@marcbachmann/cel-js';
import type { CelBudget } from './cel-budget';
import { limitTypes, meter, nodesOf } from './meter';
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
const MATCHES = 'matchesAsGoDoes';

/** Returns an engine of the language, for the variables and functions of the caller. All engines of this library are created here. */
export function celEnvironment(options: { readonly enableOptionalTypes?: boolean; readonly unlistedVariablesAreDyn?: boolean } = {}): Environment {
  const { maxCelNodes, maxCelDepth } = CEL_SYNTAX_LIMITS;
  const limits = { maxAstNodes: maxCelNodes, maxDepth: maxCelDepth, maxListElements: maxCelNodes, maxMapEntries: maxCelNodes };
  return new Environment({ ...options, limits, homogeneousAggregateLiterals: false })
    .registerFunction(`string.${MATCHES}(string): bool`, (value: string, expression: string) => firstMatch(expression, value) !== undefined);
}

/** Compiles an expression, or returns what is wrong with it. */
export function compileCel(environment: Environment, expression: string): CelExpression | CelFault {
  try {
    const program = environment.parse(expression);
    const nodes = nodesOf(program.ast);
    nodes.filter(({ op, args }) => op === 'rcall' && (args as unknown[])[0] === 'matches').forEach(({ args }) => (args as unknown[])[0] = MATCHES);
    limitTypes(nodes);
    const { valid, type, error } = program.check();
    if (!valid) {
      return faultOf(error);
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
