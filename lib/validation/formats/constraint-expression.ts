import { createRequire } from 'node:module';

const load = createRequire(__filename);

type Environment = InstanceType<typeof import('@marcbachmann/cel-js').Environment>;

/** OLM reads no constraint that is larger. */
const LONGEST_CONSTRAINT = 131_072;

/**
 * Deep enough for every expression that somebody writes by hand, and far from where the call stack ends.
 */
const LIMITS = { maxAstNodes: 20_000, maxDepth: 100 };

/** An error can repeat a name of any length. */
const LONGEST_REASON = 160;

let environment: Environment | undefined;

/**
 * What is wrong with the expression of a constraint, in the Common Expression Language; undefined when OLM could use it. It is only
 * checked, never evaluated. The checker is loaded at the first use.
 *
 * Expressions see `properties`, a list of maps with `type` and `value`, and may call `semver_compare(a, b)`, which is -1, 0 or 1.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/constraints/cel.go
 */
export function constraintExpressionFault(expression: string): string | undefined {
  const bytes = Buffer.byteLength(expression);
  if (bytes > LONGEST_CONSTRAINT) {
    return `is longer than the ${LONGEST_CONSTRAINT} bytes that OLM reads, got ${bytes}`;
  }
  environment ??= makeEnvironment();
  const { valid, type, error } = environment.check(expression);
  if (!valid) {
    return `cannot be compiled: ${error instanceof RangeError ? 'it is nested too deeply' : firstLine(error?.message ?? 'it is no expression')}`;
  }
  return type === 'bool' ? undefined : `must be true or false for each bundle, but is of type ${type ?? 'unknown'}`;
}

function makeEnvironment(): Environment {
  const cel = load('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
  return new cel.Environment({ limits: LIMITS, homogeneousAggregateLiterals: false })
    .registerVariable('properties', 'list<map<string, dyn>>')
    .registerFunction('semver_compare(dyn, dyn): int', () => 0n);
}

/** The rest of an error's message draws the place in the expression. */
function firstLine(text: string): string {
  const line = text.split('\n', 1)[0]!;
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}
