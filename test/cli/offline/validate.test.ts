import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { tarOfFiles } from '../../builders/tar-archive';

const BROKEN = resolve(__dirname, '../../../examples/validation/bundle');

let leave: () => void;
beforeEach(() => {
  leave = enterCommandFolder();
  cpSync(BROKEN, 'broken', { recursive: true });
});
afterEach(() => leave());

describe('validate', () => {
  test('prints the report on a valid bundle', async () => {
    expect(await runCommandLine(['validate', 'bundle'])).toEqual({ exitCode: 0, stdout: 'bundle\n\n✔ valid: nothing found\n', stderr: '' });
  });

  test('has exit code 1 for a bundle with errors', async () => {
    const { exitCode, stdout } = await runCommandLine(['validate', './broken/']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^\.\/broken\/\n/);
    expect(stdout).toContain('✖ not valid: 5 errors, 1 warning');
  });

  test('summarizes several bundles, and continues after one that cannot be read', async () => {
    const { exitCode, stdout, stderr } = await runCommandLine(['validate', 'bundle', 'missing', 'broken']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: 'error: missing: file or folder not found; check the path\n' });
    expect(stdout.split('\n').slice(-5)).toEqual([
      'INPUT    ERRORS  WARNINGS  RESULT',
      'bundle   0       0         passed',
      'missing  -       -         unreadable',
      'broken   5       1         failed',
      '',
    ]);
  });

  test('reads an archive from standard input, and calls it -', async () => {
    const files = ['manifests/hello-operator.clusterserviceversion.yaml', 'manifests/hello.example.com_greetings.yaml', 'metadata/annotations.yaml'];
    const archive = tarOfFiles(Object.fromEntries(files.map((path) => [path, readFileSync(`bundle/${path}`)])));
    expect((await runCommandLine(['validate', '-'], { stdin: gzipSync(archive) })).stdout).toBe('-\n\n✔ valid: nothing found\n');
    expect((await runCommandLine(['validate', '-'], { stdin: 'text' })).stdout).toMatch(/^-\n\n.*not a tar archive/s);
    expect((await runCommandLine(['report', '-'], { stdin: 'text' })).stderr).toMatch(/^error: -: /);
  });

  test('is as wide as the terminal, with colors', async () => {
    const { stdout } = await runCommandLine(['validate', 'broken'], { columns: 200 });
    expect(stdout).toContain('\u001b[31merror');
    expect(stdout).toContain('an example is of example.com/v1alpha1, Kind=Cache, which the CSV does not own\n');
  });

  test('fails on warnings on request', async () => {
    const only = ['validate', 'broken', '--only', 'csv-examples-missing'];
    expect((await runCommandLine(only)).exitCode).toBe(0);
    expect((await runCommandLine([...only, '--fail-on', 'warning'])).exitCode).toBe(1);
    expect((await runCommandLine([...only, '--raise', 'csv-examples-missing'])).exitCode).toBe(1);
    expect((await runCommandLine([...only, '--fail-on', 'warning', '--silence', 'csv-examples-missing=none yet'])).exitCode).toBe(0);
  });

  test.each([
    [['--suite', 'best'], "error: --suite 'best' is unknown; the suites are format, content, default,"],
    [['--silence', 'csv-minkube'], "error: --silence must be RULE=REASON, and is 'csv-minkube'"],
    [['-'], 'error: - is the standard input, which can be read only once'],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runCommandLine(['validate', '-', ...args]);
    expect(exitCode).toBe(2);
    expect(stderr.slice(0, message.length)).toBe(message);
  });
});

describe('the format', () => {
  test('json is a list of reports', async () => {
    expect(JSON.parse((await runCommandLine(['validate', 'bundle', '-o', 'json'])).stdout)).toMatchObject({ items: [{ source: 'bundle', passed: true }] });
    expect(JSON.parse((await runCommandLine(['validate', 'bundle', 'broken', '-o', 'json'])).stdout)).toMatchObject({
      items: [{ source: 'bundle', passed: true }, { source: 'broken', passed: false, errors: 5 }],
    });
  });

  test('sarif has one run, with paths as the user gave them', async () => {
    const { runs } = JSON.parse((await runCommandLine(['validate', './broken', 'bundle', '-o', 'sarif'])).stdout) as {
      runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
    };
    expect(runs).toHaveLength(1);
    expect(runs[0]!.results).toHaveLength(6);
    expect(runs[0]!.results[0]!.locations[0]!.physicalLocation.artifactLocation.uri).toBe('broken/manifests/cache-operator.clusterserviceversion.yaml');
  });

  test('junit has the suites of each bundle', async () => {
    const { stdout } = await runCommandLine(['validate', 'broken', 'bundle', '-o', 'junit']);
    expect(stdout.match(/<testsuites .*>/g)).toEqual([expect.stringMatching(/name="olm-constructs" tests="\d+" failures="5"/)]);
    expect(stdout.match(/<testsuite name="[^"]*"/g)).toEqual([
      '<testsuite name="broken: format"', '<testsuite name="broken: default"', '<testsuite name="broken: loading"', '<testsuite name="broken: olm-v0"', '<testsuite name="broken: cluster"',
      '<testsuite name="bundle: format"', '<testsuite name="bundle: default"', '<testsuite name="bundle: loading"', '<testsuite name="bundle: olm-v0"', '<testsuite name="bundle: cluster"',
    ]);
  });

  test('github is a workflow command for each finding', async () => {
    const { stdout } = await runCommandLine(['validate', 'broken', '-o', 'github']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toBe('::error file=broken/manifests/cache-operator.clusterserviceversion.yaml,line=13,col=3,title=broken%3A csv-minkube::spec.minKubeVersion '
      + 'must be a full version such as 1.27.0, got "1.27"; set all three numbers, without a v, such as 1.27.0');
  });
});

describe('bad input is one message:', () => {
  test.each([
    ['a file that is not a bundle', () => writeFileSync('note.txt', 'text'), 'note.txt'],
    ['an empty folder', () => mkdirSync('empty'), 'empty'],
    ['broken YAML', () => writeFileSync('bundle/metadata/annotations.yaml', 'annotations: [\n'), 'bundle'],
    ['a folder with thousands of files', () => {
      mkdirSync('many/manifests', { recursive: true });
      for (let index = 0; index < 3000; index++) {
        writeFileSync(`many/manifests/${index}.yaml`, '');
      }
    }, 'many'],
  ])('%s', async (_, prepare, path) => {
    prepare();
    const { exitCode, stdout, stderr } = await runCommandLine(['report', path]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toContain('    at ');
  });
});
