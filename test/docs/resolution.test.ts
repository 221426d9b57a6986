import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stories } from '../../examples/resolution/main';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'resolution.md'), 'utf8');

describe('the guide to resolution', () => {
  it.each(['resolve', 'explain'])('shows the example program %s', (program) => {
    expect(GUIDE).toContain(`\`\`\`ts\n${readFileSync(join(ROOT, 'examples', 'resolution', `${program}.ts`), 'utf8')}\`\`\`\n`);
  });

  it.each(Object.entries(stories()))('shows what %s prints', (_story, output) => {
    expect(GUIDE).toContain(`\`\`\`text\n${output}\`\`\`\n`);
  });
});
