import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stories } from '../../examples/catalogs/main';
import { drawUpgrades } from '../../examples/catalogs/graph';

const ROOT = join(__dirname, '..', '..');
const GUIDES = join(ROOT, 'docs', 'guides');
const EXAMPLES = join(ROOT, 'examples', 'catalogs');
const PAGES = ['catalogs.md', 'catalog-templates.md', 'upgrade-graphs.md'].map((page) => readFileSync(join(GUIDES, page), 'utf8')).join('\n');

describe('the guides to catalogs, templates and graphs', () => {
  it.each(['filter', 'mirror', 'compare', 'render-template', 'graph'])('show the example program %s', (program) => {
    expect(PAGES).toContain(`\`\`\`ts\n${readFileSync(join(EXAMPLES, `${program}.ts`), 'utf8')}\`\`\`\n`);
  });

  it.each(Object.entries(stories()))('show what %s prints', (story, output) => {
    expect(PAGES).toContain(`\`\`\`${story === 'mermaid' ? 'mermaid' : 'text'}\n${output}\`\`\`\n`);
  });

  it('show the graph that the program draws', () => {
    expect(readFileSync(join(GUIDES, 'catalog-upgrades.svg'), 'utf8')).toBe(drawUpgrades(join(EXAMPLES, 'catalog.yaml')).toSvg());
  });
});
