import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stories } from '../../examples/catalogs/main';
import { drawUpgrades } from '../../examples/catalogs/graph';

const ROOT = join(__dirname, '..', '..');
const GUIDES = join(ROOT, 'docs', 'guides');
const EXAMPLES = join(ROOT, 'examples', 'catalogs');
const GUIDE = readFileSync(join(GUIDES, 'catalogs.md'), 'utf8');

describe('the guide to catalogs', () => {
  it.each(['filter', 'mirror', 'compare', 'render-template', 'graph'])('shows the example program %s', (program) => {
    expect(GUIDE).toContain(`\`\`\`ts\n${readFileSync(join(EXAMPLES, `${program}.ts`), 'utf8')}\`\`\`\n`);
  });

  it.each(Object.entries(stories()))('shows what %s prints', (story, output) => {
    expect(GUIDE).toContain(`\`\`\`${story === 'mermaid' ? 'mermaid' : 'text'}\n${output}\`\`\`\n`);
  });

  it('shows the graph that the program draws', () => {
    expect(readFileSync(join(GUIDES, 'catalog-upgrades.svg'), 'utf8')).toBe(drawUpgrades(join(EXAMPLES, 'catalog.yaml')).toSvg());
  });
});
