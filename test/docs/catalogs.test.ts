import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stories } from '../../examples/catalogs/main';
import { upgradesOf } from '../../examples/catalogs/picture';

const ROOT = join(__dirname, '..', '..');
const GUIDES = join(ROOT, 'docs', 'guides');
const EXAMPLES = join(ROOT, 'examples', 'catalogs');
const GUIDE = readFileSync(join(GUIDES, 'catalogs.md'), 'utf8');

describe('the guide to catalogs', () => {
  it.each(['select', 'mirror', 'compare', 'render-template', 'picture'])('shows the program %s of the example', (program) => {
    expect(GUIDE).toContain(`\`\`\`ts\n${readFileSync(join(EXAMPLES, `${program}.ts`), 'utf8')}\`\`\`\n`);
  });

  it.each(Object.entries(stories()))('shows what %s prints', (story, text) => {
    expect(GUIDE).toContain(`\`\`\`${story === 'mermaid' ? 'mermaid' : 'text'}\n${text}\`\`\`\n`);
  });

  it('shows the picture that the program draws', () => {
    expect(readFileSync(join(GUIDES, 'catalog-upgrades.svg'), 'utf8')).toBe(upgradesOf(join(EXAMPLES, 'catalog.yaml')).toSvg());
  });
});
