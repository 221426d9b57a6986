import { type Explanation, explanationLines as allLines } from '../../lib/cluster/waiting/explain/explanation';

/** Lines of an explanation without the addresses of the documentation, which follow from the causes: test/docs/links.test.ts. */
export function explanationLines(explanation: Explanation): string[] {
  return withoutAddresses(allLines(explanation));
}

/** Printed lines of an explanation, also without the addresses. */
export function withoutAddresses(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.startsWith('    see: '));
}
