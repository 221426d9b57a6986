import { SUITES } from '../../lib/bundle/validation/suites/definitions';
import { READING } from '../../lib/bundle/validation/suites/read';
import { markdownTable } from '../releases-page/markdown-table';

const INTRODUCTION = `# Rules of bundle validation

<!-- Made by \`npm run generate\`. Do not edit. -->

Ids stay the same from release to release. \`RuleSetting\` raises, lowers or silences a rule by its id; a breach can weigh more or less
than its rule, where upstream has it so. [How to validate bundles](guides/validating-bundles.md) is a page of its own, and so are
[the verdicts compared with upstream's](conformance.md).
`;

/** A rule, as far as the page tells of it. */
interface RuleData {
  readonly id: string;
  readonly severity: string;
  readonly summary: string;
  readonly remedy: string;
  readonly source: string;
}

/** The page: every rule, by the suite that it stands in first. */
export function validationRulesPage(): string {
  const told = new Set<string>();
  const sections = [{ suite: 'always', rules: READING as readonly RuleData[] }, ...SUITES].map(({ suite, rules }) => section(suite, rules, told));
  return [INTRODUCTION, ...sections].join('\n');
}

function section(suite: string, rules: readonly RuleData[], told: Set<string>): string {
  const fresh = rules.filter(({ id }) => !told.has(id));
  const repeated = rules.filter(({ id }) => told.has(id)).length;
  fresh.forEach(({ id }) => told.add(id));
  const rows = fresh.map(({ id, severity, summary, remedy, source }) => [`\`${id}\``, severity, summary, remedy, link(source)]);
  const table = rows.length === 0 ? '' : `\n${markdownTable(['rule', 'severity', 'asks that', 'remedy', 'source'], rows)}`;
  const again = repeated === 0 ? '' : `\nAnd ${repeated} rules that stand above.\n`;
  return `## ${suite}\n${table}${again}`;
}

function link(source: string): string {
  return /^https?:\/\//.test(source) ? `[${source.split('/').at(-1)!.replace(/#.*$/, '') || 'page'}](${source})` : source;
}
