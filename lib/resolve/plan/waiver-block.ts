import type { UpgradeFinding } from './upgrade-finding';
import { toYaml } from '../../formats/yaml/write';

/**
 * Returns the lines of a lock file that accept findings, with reasons to fill in. Findings with the same rule and field need only one waiver.
 *
 * @param version version that the waivers are for, unless it is that of the block
 */
export function waiverBlock(findings: readonly UpgradeFinding[], version?: string): string[] {
  const different = new Map(findings.map(({ rule, field }) => [JSON.stringify([rule, field]), { rule, field }]));
  const waivers = [...different.values()].map((waiver) => ({ ...waiver, reason: '', ...(version === undefined ? {} : { version }) }));
  return toYaml({ waivers }).trimEnd().split('\n').map((line) => `    ${line}`);
}
