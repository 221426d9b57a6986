import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG_TIMEOUTS } from '../../lib/cluster/waiting/olm/catalog-waiter';
import { CLUSTER_CATALOG_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/olm-v1/cluster-catalog-removal';
import { CLUSTER_CATALOG_TIMEOUTS } from '../../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { CLUSTER_EXTENSION_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { CLUSTER_EXTENSION_TIMEOUTS } from '../../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { OLM_TIMEOUTS } from '../../lib/cluster/waiting/olm/olm-waiter';
import { OPERATOR_TIMEOUTS } from '../../lib/cluster/waiting/operator/operator-options';
import { PLAIN_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/plain/plain-removal';
import { PLAIN_TIMEOUTS } from '../../lib/cluster/waiting/plain/plain-waiter';
import { OLM_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/removal/olm-removal';
import { REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/removal/operator-removal-options';
import { NAMESPACE_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/removal/namespace-removal';
import { RUKPAK_BUNDLE_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/rukpak/rukpak-bundle-removal';
import { RUKPAK_BUNDLE_TIMEOUTS } from '../../lib/cluster/waiting/rukpak/rukpak-bundle-waiter';
import { RUKPAK_REMOVAL_TIMEOUTS } from '../../lib/cluster/waiting/rukpak/rukpak-installation-removal';
import { RUKPAK_INSTALLATION_TIMEOUTS } from '../../lib/cluster/waiting/rukpak/rukpak-installation-waiter';
import { formatDuration } from '../../lib/cluster/waiting/explain/formatting';
import { DEFAULT_TIMEOUTS, Timeouts } from '../../lib/cluster/waiting/machine/waiter';
import { FAILURES } from '../cluster/waiting/operator/failures';
import { STEPWISE_LINES } from '../cluster/waiting/operator/stepwise';

const [GUIDE, REFERENCE] = ['guides/waiting.md', 'reference/waiters.md'].map((name) => readFileSync(join(__dirname, '..', '..', 'docs', name), 'utf8')) as [string, string];

const blocks = (language: string): string[] => [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map((match) => match[1]!);

function timesRow(waiter: string, { total, phases }: Timeouts): string {
  const parts = Object.entries(phases).map(([phase, time]) => `${phase} ${formatDuration(time)}`);
  return `| ${waiter} | ${formatDuration(total)} | ${parts.length === 0 ? '' : parts.join(', ')} |`;
}

const TIMES = [
  timesRow('catalog', CATALOG_TIMEOUTS), timesRow('operator', OPERATOR_TIMEOUTS), timesRow('OLM', OLM_TIMEOUTS),
  timesRow('cluster catalog', CLUSTER_CATALOG_TIMEOUTS), timesRow('cluster extension', CLUSTER_EXTENSION_TIMEOUTS),
  timesRow('bundle', RUKPAK_BUNDLE_TIMEOUTS), timesRow('bundle deployment', RUKPAK_INSTALLATION_TIMEOUTS),
  timesRow('operator without OLM', PLAIN_TIMEOUTS),
  timesRow('removal of an operator', REMOVAL_TIMEOUTS), timesRow('removal of an operator without OLM', PLAIN_REMOVAL_TIMEOUTS),
  timesRow('removal of an operator namespace', NAMESPACE_REMOVAL_TIMEOUTS),
  timesRow('removal of a cluster extension', CLUSTER_EXTENSION_REMOVAL_TIMEOUTS), timesRow('removal of a cluster catalog', CLUSTER_CATALOG_REMOVAL_TIMEOUTS),
  timesRow('removal of a bundle deployment', RUKPAK_REMOVAL_TIMEOUTS), timesRow('removal of a bundle', RUKPAK_BUNDLE_REMOVAL_TIMEOUTS),
  timesRow('removal of OLM', OLM_REMOVAL_TIMEOUTS),
].join('\n');

describe('the pages on waiting', () => {
  it('show progress and failures as they are printed', () => {
    const printed = [...FAILURES.map(({ explanation }) => explanation.join('\n')), STEPWISE_LINES.map((line) => line.replace(/^\S+ /, '')).join('\n')];
    expect(blocks('text').length).toBe(4);
    for (const block of blocks('text')) {
      expect(printed).toContain(block.trimEnd());
    }
  });

  it('have all timeouts', () => {
    expect(REFERENCE).toContain(`${TIMES}\n\n`);
    const { settling, terminalGrace, transientGrace } = DEFAULT_TIMEOUTS;
    for (const [setting, time] of Object.entries({ settling, terminalGrace, transientGrace })) {
      expect(REFERENCE).toContain(`| \`${setting}\` | ${formatDuration(time)} | `);
    }
  });
});
