import type { BundleProperty } from '../../bundle/model/bundle-property';
import { type CelBudget, CelLimitError } from '../../formats/cel/cel-budget';
import { celEnvironment, type CelFault, compileCel, type Environment, isCelFault } from '../../formats/cel/cel-expression';
import { mapScalars } from '../../formats/json/map-scalars';
import { compareVersions, parseTolerantVersion, parseVersion, type Version } from '../../formats/semver/version';
import { olmDialectFault } from './olm-dialect';

/** Maximum size of a constraint that OLM reads. */
export const MAX_CONSTRAINT_BYTES = 131_072;

/** Expression of a constraint that OLM can evaluate. */
export interface ConstraintExpression {
  /**
   * Whether it is true for the properties of a bundle. As in OLM, the result is false if the evaluation fails.
   *
   * @throws CelLimitError if it is not evaluated within the budget. OLM has no limit
   */
  readonly isTrueFor: (properties: readonly BundleProperty[], budget: CelBudget) => boolean;
}

let environment: Environment | undefined;

/**
 * Returns the fault of a constraint's expression in the Common Expression Language, or undefined if OLM can evaluate it. The expression is checked,
 * but never evaluated.
 */
export function constraintExpressionFault(expression: string): string | undefined {
  const compiled = constraintExpression(expression);
  return 'fault' in compiled ? compiled.fault : undefined;
}

/**
 * Compiles a constraint's expression in the Common Expression Language, or returns its fault.
 *
 * Expressions can use `properties`, a list of maps with `type` and `value`, and `semver_compare(a, b)`, which returns -1, 0 or 1.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/constraints/cel.go
 */
export function constraintExpression(expression: string): ConstraintExpression | CelFault {
  const bytes = Buffer.byteLength(expression);
  if (bytes > MAX_CONSTRAINT_BYTES) {
    return { fault: `has ${bytes} bytes; OLM reads at most ${MAX_CONSTRAINT_BYTES}`, isLimit: false };
  }
  const program = compileCel(environment ??= createEnvironment(), expression, olmDialectFault);
  if (isCelFault(program)) {
    return program;
  }
  if (program.type !== 'bool') {
    return { fault: `must be of type bool, got ${program.type}`, isLimit: false };
  }
  return {
    isTrueFor: (properties, budget) => {
      try {
        return program.evaluate({ properties: properties.map(({ type, value }) => ({ type, value: mapScalars(value, asFloat) })) }, budget) === true;
      } catch (error) {
        if (error instanceof CelLimitError) {
          throw error;
        }
        return false;
      }
    },
  };
}

/** OLM decodes properties without types, so that all of their numbers are floats. */
function asFloat(scalar: unknown): unknown {
  return typeof scalar === 'bigint' ? Number(scalar) : scalar;
}

function createEnvironment(): Environment {
  return celEnvironment()
    .registerVariable('properties', 'list<map<string, dyn>>')
    .registerFunction('semver_compare(dyn, dyn): int', (left: unknown, right: unknown) => BigInt(compareVersions(versionOf(left), versionOf(right))));
}

/** Parses a version as leniently as OLM does. */
function versionOf(value: unknown): Version {
  const text = textOf(value);
  const version = text === undefined ? undefined : parseTolerantVersion(text);
  if (version === undefined) {
    throw new Error('not a version');
  }
  return parseVersion(version)!;
}

/** Returns a value as Go prints it, or undefined if that cannot be a version, such as a float that is printed with an exponent. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string': return value;
    case 'bigint': return String(value);
    case 'number': return value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6) ? String(value) : undefined;
    default: {
      // An unsigned integer is an object around a bigint.
      const primitive: unknown = value?.valueOf();
      return typeof primitive === 'bigint' ? String(primitive) : undefined;
    }
  }
}
