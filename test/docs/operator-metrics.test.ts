import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statusMetrics } from '../../lib/cluster/inspection/metrics';

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'operator-metrics.md'), 'utf8');

describe('the guide to metrics', () => {
  it('has each metric, and no other', () => {
    const table = GUIDE.slice(GUIDE.indexOf('| metric |'), GUIDE.indexOf('An operator that is neither'));
    const documented = [...table.matchAll(/`(olm_(?!constructs)[a-z_]+)`/g)].map(([, name]) => name!);
    expect(documented.sort()).toEqual(statusMetrics([]).map(({ name }) => name).sort());
  });

  it('has rules for alerts with existing metrics only', () => {
    const rules = [...GUIDE.matchAll(/```yaml\n([^`]*)```/g)].map(([, yaml]) => yaml!).join('\n');
    const used = [...rules.matchAll(/^\s*expr: (.*)$/gm)].flatMap(([, expression]) => [...expression!.matchAll(/olm_\w+/g)].map(([name]) => name));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !GUIDE.includes(`| \`${name}`) && !statusMetrics([]).some((metric) => metric.name === name))).toEqual([]);
  });
});
