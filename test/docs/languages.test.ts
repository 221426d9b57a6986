import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'languages.md'), 'utf8');

describe('the guide to other languages', () => {
  test('shows the program of examples/python, which npm run languages runs', () => {
    expect(GUIDE).toContain(`\`\`\`python\n${readFileSync(join(ROOT, 'examples', 'python', 'main.py'), 'utf8')}\`\`\``);
  });

  test.each(['python', 'java', 'go'])('names the example in %s', (folder) => {
    expect(GUIDE).toContain(`(../../examples/${folder})`);
    expect(readFileSync(join(ROOT, 'examples', folder, 'cdk8s.yaml'), 'utf8')).toContain(`language: ${folder}\n`);
  });
});
