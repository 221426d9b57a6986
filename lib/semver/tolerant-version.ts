import { parseVersion } from '../../catalog/version';

/** Major, minor, and the rest: patch, pre-release and build metadata. */
const PARTS = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s;

/**
 * The strict form of a version that is read as leniently as operator-framework reads `spec.version`: spaces around it, a `v` before it,
 * leading zeros and missing numbers are made up for. Undefined when it is no version even so.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseTolerant
 */
export function parseTolerantVersion(text: string): string | undefined {
  const [, ...found] = PARTS.exec(text.trim().replace(/^v/, '')) ?? [];
  const parts = found.filter((part): part is string => part !== undefined);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1)!)) {
    return undefined;
  }
  const numbers = [...parts.map(withoutLeadingZeros), '0', '0'].slice(0, 3);
  const version = numbers.join('.');
  return parseVersion(version) === undefined ? undefined : version;
}

function withoutLeadingZeros(part: string): string {
  if (part.length <= 1) {
    return part;
  }
  const stripped = part.replace(/^0+/, '');
  return /^[0-9]/.test(stripped) ? stripped : `0${stripped}`;
}
