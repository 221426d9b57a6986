import type { UpgradeFinding } from './upgrade-finding';

/** Returns a finding in a line: rule, field, the versions that it lies between, and the change. */
export function findingText({ rule, field, before, after, message }: UpgradeFinding): string {
  return `${rule} ${field} (${before} -> ${after}): ${message}`;
}
