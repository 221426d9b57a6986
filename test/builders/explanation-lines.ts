import { type Explanation, explanationLines as allLines } from '../../lib/cluster/waiting/explain/explanation';

/** Lines of an explanation without the addresses of the documentation, which follow from the causes: test/docs/links.test.ts. */
export function explanationLines(explanation: Explanation): string[] {
  return allLines(explanation).filter((line) => !line.startsWith('    see: '));
}
