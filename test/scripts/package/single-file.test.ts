import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { InClusterProgram } from '../../../lib/gitops';
import { type SingleFile, buildSingleFile } from '../../../scripts/package/single-file';
import { sbomOf } from '../../../scripts/package/sbom';
import { runCommandLine } from '../../builders/command-line';
import { layoutOf } from '../../builders/image-layout';
import { ZSTD_LAYER } from '../../bundle/oci/zstd-layer';
import { PACKAGE_VERSION } from '../../builders/package-version';

const ROOT = resolve(__dirname, '../../..');
const BUNDLE = join(ROOT, 'examples/quickstart/bundle');

/** What the file contains of other packages. */
const PACKAGES = [
  '@marcbachmann/cel-js', 'cdk8s', 'fast-json-patch', 'yaml', 'commander', 'constructs', 'fflate', 'fzstd', 'js-yaml', 'minipass', 'minizlib', 're2js', 'tar',
];

describe('the command line as a single file', () => {
  let folder: string;
  let file: string;
  let built: SingleFile;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-single-'));
    cpSync(BUNDLE, join(folder, 'bundle'), { recursive: true });
    file = join(folder, 'olm-constructs.js');
    built = await buildSingleFile(file);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(program: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8', env: {} });
    return { status, stdout, stderr };
  }

  test('has the same bytes, wherever it is built', async () => {
    const other = join(folder, 'other', 'folder', 'name.js');
    expect((await buildSingleFile(other)).bytes).toBe(statSync(file).size);
    expect(readFileSync(other).equals(readFileSync(file))).toBe(true);
    expect(built.version).toBe(PACKAGE_VERSION);
  });

  test('has all commands, and runs without a package beside it', async () => {
    expect(run(file, '--help').stdout).toBe((await runCommandLine(['--help'])).stdout);
    expect(run(file, '--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(`^olm-constructs ${PACKAGE_VERSION}\n`) as string, stderr: '' });
    expect(run(file, 'synth', 'bundle', '--out', 'manifests')).toMatchObject({ status: 0, stderr: '' });
    expect(run(file, 'validate', 'bundle')).toMatchObject({ status: 0, stdout: expect.stringContaining('valid: nothing found') as string, stderr: '' });
  });

  test('reads layers that are compressed with zstd, in a worker thread', () => {
    for (const [path, content] of Object.entries(layoutOf({ pack: () => ZSTD_LAYER, config: (written) => ({ ...written, rootfs: undefined }) }))) {
      mkdirSync(dirname(join(folder, 'image', path)), { recursive: true });
      writeFileSync(join(folder, 'image', path), content);
    }
    expect(run(file, 'report', 'image')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^bundle +demo\.v1\.2\.3\n/) as string, stderr: '' });
  });

  test.each<[string, string, string[], RegExp]>([
    ['the plugin of kubectl', 'kubectl-olm', ['status', '--help'], /^Usage: kubectl olm status /],
    ['its completion', 'kubectl_complete-olm', ['unin'], /^uninstall\tremove OLM\n:4\n$/],
    ['the program, under any other name', 'olm', ['--help'], /^Usage: olm-constructs /],
  ])('is %s if it is called by that name', (_, name, args, expected) => {
    const link = join(folder, name);
    symlinkSync(file, link);
    expect(run(link, ...args)).toMatchObject({ status: 0, stdout: expect.stringMatching(expected) as string, stderr: '' });
    // It is executable and begins with the line for Node.js.
    expect(spawnSync(link, args, { encoding: 'utf8' }).stdout).toMatch(expected);
  });

  test('runs from the ConfigMap of a Job', () => {
    const { _files: { data, binaryData }, content } = InClusterProgram.fromFile(file);
    expect(content).toBe(readFileSync(file, 'utf8'));
    const mounted = join(folder, 'mounted');
    mkdirSync(mounted);
    Object.entries(data).forEach(([name, text]) => writeFileSync(join(mounted, name), text));
    Object.entries(binaryData).forEach(([name, base64]) => writeFileSync(join(mounted, name), Buffer.from(base64, 'base64')));
    expect(run(join(mounted, 'olm-constructs.js'), 'validate', 'bundle')).toMatchObject({ status: 0, stderr: '' });
  });

  test('comes with the licenses of what it contains', () => {
    const licenses = readFileSync(`${file}.LICENSES.txt`, 'utf8');
    expect(licenses.match(/^\S+ \d+\.\d+\.\d+ \(/gm)!.map((line) => line.split(' ')[0])).toEqual(PACKAGES);
  });

  test('has a software bill of materials of exactly these packages, without a time or a random number', () => {
    const parsed = JSON.parse(sbomOf(ROOT, { name: 'olm-constructs', version: built.version, type: 'application', inputs: built.inputs })) as {
      readonly serialNumber?: string;
      readonly metadata: { readonly timestamp?: string };
      readonly components: readonly { readonly name: string; readonly purl: string; readonly licenses: readonly object[] }[];
    };
    expect(parsed).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { purl: `pkg:npm/olm-constructs@${PACKAGE_VERSION}`, type: 'application' } } });
    expect([parsed.serialNumber, parsed.metadata.timestamp]).toEqual([undefined, undefined]);
    expect(parsed.components.map(({ name }) => name)).toEqual(PACKAGES);
    expect(parsed.components.every(({ purl, licenses }) => purl.startsWith('pkg:npm/') && licenses.length === 1)).toBe(true);
  });
});

describe('the tests of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-elsewhere-'));
  const given = process.env['OLM_CONSTRUCTS_PROGRAM'];
  afterAll(() => {
    rmSync(folder, { recursive: true });
    if (given === undefined) {
      delete process.env['OLM_CONSTRUCTS_PROGRAM'];
    } else {
      process.env['OLM_CONSTRUCTS_PROGRAM'] = given;
    }
  });

  test('run the program that OLM_CONSTRUCTS_PROGRAM names', async () => {
    const program = join(folder, 'olm-constructs.js');
    writeFileSync(program, 'process.stdin.on("data", (data) => console.log(String(data), process.argv.slice(2), process.env.SET)).on("end", () => process.exit(3));');
    copyFileSync(program, join(folder, 'kubectl-olm'));
    process.env['OLM_CONSTRUCTS_PROGRAM'] = program;
    const expected = { exitCode: 3, stdout: "given [ 'status', '-A' ] yes\n", stderr: '' };
    expect(await runCommandLine(['status', '-A'], { stdin: 'given', env: { SET: 'yes' } })).toEqual(expected);
    expect(await runCommandLine(['status', '-A'], { stdin: 'given', env: { SET: 'yes' }, program: 'kubectl olm' })).toEqual(expected);
  });
});
