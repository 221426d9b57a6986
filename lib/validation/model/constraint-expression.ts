import { Environment } from '@marcbachmann/cel-js';
import type { BundleProperty } from '../../bundle/model/bundle-property';
import { mapScalars } from '../../formats/json/map-scalars';
import { compareVersions, parseTolerantVersion, parseVersion, type Version } from '../../formats/semver/version';

/** Maximum size of a constraint that OLM reads. */
export const MAX_CONSTRAINT_BYTES = 131_072;

/** Sufficient for every expression written by hand, and far below the limit of the call stack. */
const LIMITS = { maxAstNodes: 20_000, maxDepth: 100 };

/** Errors of the CEL parser may quote names of any length. */
const MAX_REASON_LENGTH = 160;

let environment: Environment | undefined;

/**
 * Returns the fault of a constraint's expression in the Common Expression Language, or undefined if OLM can evaluate it. The expression is checked,
 * but never evaluated.
 *
 * Expressions can use `properties`, a list of maps with `type` and `value`, and `semver_compare(a, b)`, which returns -1, 0 or 1.
 *
 * @see https://github.com/operator-framework/api/blob/master/pkg/constraints/cel.go
 */
export function constraintExpressionFault(expression: string): string | undefined {
  const bytes = Buffer.byteLength(expression);
  if (bytes > MAX_CONSTRAINT_BYTES) {
    return `has ${bytes} bytes; OLM reads at most ${MAX_CONSTRAINT_BYTES}`;
  }
  const { valid, type, error } = constraintEnvironment().check(expression);
  if (!valid) {
    return `is not valid CEL: ${error instanceof RangeError ? 'it is nested too deeply' : firstLine(error?.message ?? 'it is not an expression')}`;
  }
  return type === 'bool' ? undefined : `must be of type bool, got ${type ?? 'an unknown type'}`;
}

/** Returns a function that evaluates a valid expression for the properties of a bundle. As in OLM, the result is false if the evaluation fails. */
export function constraintExpression(expression: string): (properties: readonly BundleProperty[]) => boolean {
  const program = constraintEnvironment().parse(expression);
  return properties => {
    try {
      return program({ properties: properties.map(({ type, value }) => ({ type, value: mapScalars(value, asFloat) })) }) === true;
    } catch {
      return false;
    }
  };
}

/** OLM decodes properties without types, so that all of their numbers are floats. */
function asFloat(scalar: unknown): unknown {
  return typeof scalar === 'bigint' ? Number(scalar) : scalar;
}

function constraintEnvironment(): Environment {
  environment ??= createEnvironment();
  return environment;
}

function createEnvironment(): Environment {
  return new Environment({ limits: LIMITS, homogeneousAggregateLiterals: false })
    .registerVariable('properties', 'list<map<string, dyn>>')
    .registerFunction('semver_compare(dyn, dyn): int', (left: unknown, right: unknown) => BigInt(compareVersions(versionOf(left), versionOf(right))));
}

/** Parses a version as leniently as OLM does. */
function versionOf(value: unknown): Version {
  const version = ['string', 'number'].includes(typeof value) ? parseTolerantVersion(String(value)) : undefined;
  if (version === undefined) {
    throw new Error('not a version');
  }
  return parseVersion(version)!;
}

/** Returns the first line of an error message; the other lines show the position in the expression. */
function firstLine(message: string): string {
  const line = message.split('\n', 1)[0]!;
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH)}…` : line;
}
