import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checkout } from '../../../scripts/mutation/checkout';

const SOURCE = "exports.half = (number) => number / 2;\nexports.unused = 1;\nexports.constructs = require('constructs');\n";
/** Fails if a test file and the modules of the project load different copies of a package. */
const SAME_PACKAGES = "test('packages', () => expect(require('../../lib/math/half').constructs).toBe(require('constructs')));\n";
/** It sleeps in its loop, so that it takes no CPU time from other tests. */
const ENDLESS = SOURCE.replace('=> number', '=> { for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000); } //');

/**
 * Declares the tests of a checkout.
 *
 * @param addPackages makes the folder node_modules of a project, with jest and the package constructs
 */
export function checkoutSuite(addPackages: (folder: string) => void): void {
  const parent = mkdtempSync(join(tmpdir(), 'olm-constructs-mutated-'));
  const root = join(parent, 'project');
  const { signal } = new AbortController();
  let checkout: Checkout;

  beforeAll(() => {
    mkdirSync(join(root, 'lib', 'math'), { recursive: true });
    mkdirSync(join(root, 'test', 'math'), { recursive: true });
    writeFileSync(join(root, 'package.json'), JSON.stringify({ jest: { transform: {} } }));
    writeFileSync(join(root, '.gitignore'), 'node_modules/\nignored.js\n');
    writeFileSync(join(root, 'ignored.js'), '');
    writeFileSync(join(root, 'lib', 'math', 'half.js'), SOURCE);
    writeFileSync(join(root, 'test', 'math', 'half.test.js'), "test('half', () => expect(require('../../lib/math/half').half(4)).toBe(2));\n");
    ['one', 'two'].forEach((name) => writeFileSync(join(root, 'test', 'math', `${name}.test.js`), SAME_PACKAGES));
    addPackages(join(root, 'node_modules'));
    spawnSync('git', ['init', '--quiet'], { cwd: root });
    checkout = Checkout.create(root);
  });
  afterAll(() => {
    checkout.remove();
    rmSync(parent, { recursive: true });
  });

  it('has the files that git does not ignore', () => {
    expect(checkout.read('lib/math/half.js')).toBe(SOURCE);
    expect(existsSync(join(checkout.folder, 'ignored.js'))).toBe(false);
  });

  it('distinguishes changes that the tests detect from those that they do not, and from endless loops', async () => {
    const outcomes = [];
    for (const [changed, seconds] of [[SOURCE.replace('/', '*'), 60], [SOURCE.replace('= 1', '= 2'), 60], [ENDLESS, 2]] as const) {
      outcomes.push(await checkout.test('lib/math/half.js', changed, seconds, signal));
    }
    expect(outcomes).toEqual(['noticed', 'survived', 'timeout']);
  });

  it('restores the file, and never changes the original', () => {
    expect([checkout.read('lib/math/half.js'), readFileSync(join(root, 'lib/math/half.js'), 'utf8')]).toEqual([SOURCE, SOURCE]);
  });

  it('leaves out tests that fail without a change', async () => {
    expect(await checkout.leaveOutFailingTests(['lib/math/half.js'], signal)).toEqual([]);
    writeFileSync(join(checkout.folder, 'test', 'math', 'wrong.test.js'), "require('../../lib/math/half'); test('wrong', () => expect(1).toBe(2));\n");
    expect(await checkout.leaveOutFailingTests(['lib/math/half.js'], signal)).toEqual(['test/math/wrong.test.js']);
    expect(await checkout.test('lib/math/half.js', SOURCE.replace('= 1', '= 2'), 60, signal)).toBe('survived');
  });

  it('stops when it is interrupted', async () => {
    const interruption = new AbortController();
    const testing = checkout.test('lib/math/half.js', ENDLESS, 600, interruption.signal);
    setTimeout(() => interruption.abort(new Error('interrupted')), 500);
    await expect(testing).rejects.toThrow('interrupted');
    expect(checkout.read('lib/math/half.js')).toBe(SOURCE);
  });
}
