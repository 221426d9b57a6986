import { type GoScalar, scalarString } from './go-scalar';

/**
 * Go type to decode scalars into:
 *
 * - `any`: every type
 * - `string`: numbers and booleans become strings
 * - `object`: a Kubernetes object, whose integers are signed 64-bit numbers, so that larger ones lose digits
 * - `float`: numbers are 64-bit floats, as in JSON that Go decodes without a type
 */
export type Target = 'any' | 'string' | 'object' | 'float';

export const INT64_MAX = 2n ** 63n - 1n;

/** Returns the value of a resolved scalar, or undefined for a number that JSON cannot represent. */
export function scalarValue(scalar: GoScalar, target: Target): unknown {
  if (scalar.kind === 'null') {
    return null;
  }
  if (target === 'string') {
    return scalarString(scalar);
  }
  if (scalar.kind === 'float') {
    if (!Number.isFinite(scalar.value)) {
      return undefined;
    }
    return Object.is(scalar.value, -0) && target === 'object' ? 0 : scalar.value;
  }
  const isLarge = scalar.kind === 'integer' && typeof scalar.value === 'bigint';
  return isLarge && (target === 'float' || (target === 'object' && scalar.value > INT64_MAX)) ? Number(scalar.value) : scalar.value;
}
