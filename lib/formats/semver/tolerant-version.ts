import { parseVersion } from './version';

/** Major, minor, and the rest: patch, pre-release and build metadata. */
const PARTS = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s;

/**
 * Returns the strict form of a version, or undefined if it is invalid. It is parsed as leniently as operator-framework parses `spec.version`: spaces,
 * a leading `v`, leading zeros and missing numbers are accepted.
 *
 * @see https://pkg.go.dev/github.com/blang/semver/v4#ParseTolerant
 */
export function parseTolerantVersion(input: string): string | undefined {
  const [, ...found] = PARTS.exec(input.trim().replace(/^v/, '')) ?? [];
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
