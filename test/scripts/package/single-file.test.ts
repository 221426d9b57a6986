import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InClusterProgram } from '../../../lib/gitops';
import { buildSingleFile, MAX_BYTES } from '../../../scripts/package/single-file';
import { PACKAGE_VERSION } from '../../builders/package-version';

const BUNDLE = resolve(__dirname, '../../../examples/quickstart/bundle');

describe('the command line as a single file', () => {
  let folder: string;
  let bytes: number;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-single-'));
    cpSync(BUNDLE, join(folder, 'bundle'), { recursive: true });
    bytes = await buildSingleFile(join(folder, 'olm-constructs.js'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['olm-constructs.js', ...args], { cwd: folder, encoding: 'utf8', env: {} });
    return { status, stdout, stderr };
  }

  test('fits into a ConfigMap', () => {
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(statSync(join(folder, 'olm-constructs.js')).size).toBe(bytes);
  });

  test('has no character that kubectl would change', () => {
    expect(() => InClusterProgram.fromFile(join(folder, 'olm-constructs.js'))).not.toThrow();
  });

  test('runs without a package beside it', () => {
    expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(`^olm-constructs ${PACKAGE_VERSION}\n`) as string, stderr: '' });
    const subscription = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'hello', namespace: 'team' }, spec: { name: 'hello' } };
    writeFileSync(join(folder, 'dump.json'), JSON.stringify(subscription));
    expect(run('explain', 'subscription/hello', '-n', 'team', '--from', 'dump.json').stdout).toContain('Subscription team/hello: ');
  });

  test('names the package for the commands that it does not have', () => {
    for (const command of ['synth', 'report', 'diff', 'validate', 'images', 'migrate', 'install', 'run', 'upgrade']) {
      expect(run(command, 'bundle')).toEqual({
        status: 4, stdout: '',
        stderr: `error: ${command} is not part of this file, which has the commands for clusters. Run \`npx olm-constructs ${command}\`.\n`,
      });
    }
  });

  test('comes with the licenses of what it contains', () => {
    const licenses = readFileSync(join(folder, 'olm-constructs.js.LICENSES.txt'), 'utf8');
    expect(licenses.match(/^\S+ \d+\.\d+\.\d+ \(/gm)!.map((line) => line.split(' ')[0])).toEqual(['commander', 'fflate', 'js-yaml', 'minipass', 'minizlib', 'tar']);
  });
});
