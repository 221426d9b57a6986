import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { Bundle, SlimLevel } from 'olm-constructs';
import { quickstartApp } from '../../examples/quickstart/app';
import { readCommandLine } from '../../examples/quickstart/command-line';
import { synthesizeInto } from '../../examples/quickstart/output';
import { report } from '../../examples/quickstart/report';

const ROOT = join(__dirname, '..', '..');
const BUNDLE = join(ROOT, 'examples', 'quickstart', 'bundle');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quickstart-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the command as a user does. */
function npmStart(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [
    '--import', 'tsx', join(ROOT, 'examples', 'quickstart', 'main.ts'), ...args,
  ], { cwd: ROOT, encoding: 'utf8', env: { ...process.env, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.dev.json') } });
}

describe('the quickstart', () => {
  test('writes OLM\'s CRDs, OLM and the operator as three files, and nothing else', () => {
    const bundle = Bundle.fromDirectory(BUNDLE);
    const written = synthesizeInto(join(folder, 'out'), outdir => quickstartApp({ bundle, slim: SlimLevel.NONE, outdir }));

    expect(readdirSync(folder)).toEqual(['out']);
    expect(readdirSync(join(folder, 'out'))).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
    for (const file of written.files) {
      const objects = Yaml.load(join(folder, 'out', file.name)) as Array<{ kind: string }>;
      expect([...file.kinds].sort()).toEqual(objects.map(object => object.kind).sort());
    }
  });

  test('reports what it wrote, and how to apply it', () => {
    const bundle = Bundle.fromDirectory(BUNDLE);
    const written = synthesizeInto(join(folder, 'out'), outdir => quickstartApp({ bundle, slim: SlimLevel.NONE, outdir }));

    expect(report('dist', written)).toMatchSnapshot();
  });

  test('keeps other files of the folder', () => {
    writeFileSync(join(folder, 'mine.yaml'), 'mine: true\n');
    const bundle = Bundle.fromDirectory(BUNDLE);
    synthesizeInto(folder, outdir => quickstartApp({ bundle, slim: SlimLevel.NONE, outdir }));

    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe('mine: true\n');
  });

  test('writes nothing when the synthesis fails', () => {
    expect(() => synthesizeInto(join(folder, 'out'), () => {
      throw new Error('refused');
    })).toThrow('refused');

    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the command line', () => {
  test.each([
    [[], { bundle: undefined, out: undefined, slim: false, help: false }],
    [['bundle'], { bundle: 'bundle', out: undefined, slim: false, help: false }],
    [['bundle', '--out', 'there', '--slim'], { bundle: 'bundle', out: 'there', slim: true, help: false }],
    [['--help'], { bundle: undefined, out: undefined, slim: false, help: true }],
  ])('reads %j', (args, expected) => {
    expect(readCommandLine(args)).toEqual(expected);
  });

  test('refuses a second path, and unknown options', () => {
    expect(() => readCommandLine(['one', 'two'])).toThrow('expected one path, got 2: one two; see `npm start -- --help`');
    expect(() => readCommandLine(['--bundle', 'x'])).toThrow('--bundle');
  });
});

describe('the command', () => {
  test('reports an invalid path in one line, and leaves no folder behind', () => {
    const ended = npmStart(join(folder, 'missing'), '--out', join(folder, 'out'));

    expect(ended.status).toBe(1);
    expect(ended.stdout).toBe('');
    expect(ended.stderr.trim().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain(join(folder, 'missing'));
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });

  test('prints its usage', () => {
    const ended = npmStart('--help');

    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toContain('npm start -- PATH --out DIR');
  });
});
