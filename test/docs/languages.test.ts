import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, rule } from '../../languages/programs/typescript';

const ROOT = join(__dirname, '..', '..');
const BUNDLE = 'examples/quickstart/bundle';

function read(...path: string[]): string {
  return readFileSync(join(ROOT, ...path), 'utf8');
}

const GUIDE = read('docs', 'guides', 'languages.md');
const ERRORS_PAGE = read('docs', 'reference', 'language-errors.md');

/** Returns the text below the block of a language in the part between the comments of tabs. */
function outputOf(page: string, tabs: string, language: string): string | undefined {
  const part = page.split(`<!-- tabs: ${tabs} -->\n`)[1]!;
  return new RegExp(`\`\`\`${language}\n[^]*?\n\`\`\`\n[^\`]*\`\`\`text\n([^]*?)\`\`\``).exec(part)?.[1];
}

describe('the pages on other languages', () => {
  test.each([
    ['python', 'examples/python/main.py'],
    ['python', 'languages/programs/python/errors.py'],
    ['java', 'languages/programs/java/src/main/java/com/example/Errors.java'],
  ])('shows the program in %s that npm run languages runs: %s', (language, path) => {
    expect(GUIDE + ERRORS_PAGE).toContain(`\`\`\`${language}\n${read(path)}\`\`\``);
  });

  test.each(['python', 'java', 'go'])('names the example in %s', (folder) => {
    expect(GUIDE).toContain(`(../../examples/${folder})`);
    expect(read('examples', folder, 'cdk8s.yaml')).toContain(`language: ${folder}\n`);
  });

  test('has the rule that the programs of the other languages have', () => {
    expect(outputOf(GUIDE, 'rule', 'ts')?.trim()).toBe(rule(join(ROOT, BUNDLE)).replaceAll(join(ROOT, BUNDLE), BUNDLE).trim());
  });

  test('has the errors that the programs of the other languages have', () => {
    expect(outputOf(ERRORS_PAGE, 'errors', 'ts')).toBe(errors(join(ROOT, BUNDLE)));
  });
});
