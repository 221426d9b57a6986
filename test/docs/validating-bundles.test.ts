import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { validate } from '../../examples/validation/validate';

const ROOT = join(__dirname, '..', '..');
const BUNDLE = 'examples/validation/bundle';
const GUIDE = readFileSync(join(ROOT, 'docs', 'guides', 'validating-bundles.md'), 'utf8');

describe('the guide to validating bundles', () => {
  const report = validate(join(ROOT, BUNDLE));

  it('shows the program of the example', () => {
    expect(GUIDE).toContain(`\`\`\`ts\n${readFileSync(join(ROOT, 'examples', 'validation', 'validate.ts'), 'utf8')}\`\`\`\n`);
  });

  it('shows the output of the example', () => {
    expect(GUIDE).toContain(`\`\`\`text\n${report.toText().replace(join(ROOT, BUNDLE), BUNDLE)}\`\`\`\n`);
  });

  it('shows a bundle with errors', () => {
    expect(report.passed).toBe(false);
  });
});
