import type { UpgradeFinding } from './upgrade-finding';

/** Returns a finding on one line: rule, field, the versions before and after, and the change. */
export function findingText({ rule, field, before, after, message }: UpgradeFinding): string {
  return `${rule} ${field} (${before} -> ${after}): ${message}`;
}
