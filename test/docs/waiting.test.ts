import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG_TIMEOUTS } from '../../lib/pulumi/wait/catalog/catalog-ready';
import { KNOWN_CAUSES } from '../../lib/pulumi/wait/explain/known-causes';
import { OLM_TIMEOUTS } from '../../lib/pulumi/wait/olm/olm-ready';
import { OPERATOR_TIMEOUTS } from '../../lib/pulumi/wait/operator/options';
import { OLM_REMOVAL_TIMEOUTS } from '../../lib/pulumi/wait/removal/olm-removal';
import { REMOVAL_TIMEOUTS } from '../../lib/pulumi/wait/removal/operator-removal-options';
import { PLACE_REMOVAL_TIMEOUTS } from '../../lib/pulumi/wait/removal/place-removal';
import { inWords } from '../../lib/pulumi/wait/waiting/duration';
import { Timeouts } from '../../lib/pulumi/wait/waiting/timeouts';
import { FAILURES } from '../pulumi/wait/operator/failures';
import { STEPWISE_LINES } from '../pulumi/wait/operator/stepwise';

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'waiting.md'), 'utf8');

const blocks = (language: string): string[] => [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map((match) => match[1]!);

function timesRow(waiter: string, { total, phases }: Timeouts): string {
  const parts = Object.entries(phases).map(([phase, time]) => `${phase} ${inWords(time)}`);
  return `| ${waiter} | ${inWords(total)} | ${parts.length === 0 ? '' : parts.join(', ')} |`;
}

const ENDS = { none: 'at once', short: 'soon', long: 'late', timeout: 'at the end' };

const TABLES = {
  times: [
    timesRow('catalog', CATALOG_TIMEOUTS), timesRow('operator', OPERATOR_TIMEOUTS), timesRow('OLM', OLM_TIMEOUTS),
    timesRow('removal of an operator', REMOVAL_TIMEOUTS), timesRow('removal of a place', PLACE_REMOVAL_TIMEOUTS),
    timesRow('removal of OLM', OLM_REMOVAL_TIMEOUTS),
  ].join('\n'),
  causes: Object.entries(KNOWN_CAUSES).map(([name, { patience, remedy, recoverable }]) => (
    `| \`${name}\`${recoverable === true ? ' *' : ''} | ${ENDS[patience]} | ${remedy} |`
  )).join('\n'),
};

describe('the guide on waiting', () => {
  it('shows texts as they are printed', () => {
    const printed = [...FAILURES.map(({ explanation }) => explanation.join('\n')), STEPWISE_LINES.map((line) => line.replace(/^\S+ /, '')).join('\n')];
    expect(blocks('text').length).toBeGreaterThan(4);
    for (const block of blocks('text')) {
      expect(printed).toContain(block.trimEnd());
    }
  });

  it('tells all times and causes', () => {
    expect(GUIDE).toContain(`${TABLES.times}\n`);
    expect(GUIDE).toContain(`${TABLES.causes}\n`);
  });
});
