import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing, Yaml } from 'cdk8s';
import { prometheus } from '../../examples/catalogs/community';
import { one, synth } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'catalog-images.md'), 'utf8');

describe('the guide to catalogs from images', () => {
  it('shows the example program', () => {
    expect(GUIDE).toContain(`\`\`\`ts\n${readFileSync(join(ROOT, 'examples', 'catalogs', 'community.ts'), 'utf8')}\`\`\`\n`);
  });

  it('shows the CatalogSource that it creates', () => {
    const chart = Testing.chart();
    prometheus(chart);
    expect(GUIDE).toContain(`\`\`\`yaml\n${Yaml.stringify(one(synth(chart), 'CatalogSource'))}\`\`\`\n`);
  });
});
