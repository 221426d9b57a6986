import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, ApiRequest } from '../../../lib/cluster/client/api-client';
import { clientFor } from '../../../lib/cluster/client/clients';
import { runCommandLine } from '../../builders/command-line';

jest.mock('../../../lib/cluster/client/clients', () => ({ ...jest.requireActual<object>('../../../lib/cluster/client/clients'), clientFor: jest.fn() }));

async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await runCommandLine(['__complete', '--', ...words]);
  return stdout.split('\n').filter((line) => line !== '').map((line) => line.split('\t')[0]!);
}

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes the cluster answer each request. */
function answerWith(answer: (path: string) => Promise<unknown>): void {
  jest.mocked(clientFor).mockImplementation(() => ({ request: ({ path }: ApiRequest) => answer(path) }) as unknown as ApiClient);
}

function kubeconfigFile(): string {
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, JSON.stringify({
    'current-context': 'one', 'contexts': ['one', 'two'].map((name) => ({ name, context: { cluster: 'one', user: 'one' } })),
    'clusters': [{ name: 'one', cluster: { server: 'https://cluster.example:6443' } }], 'users': [{ name: 'one', user: {} }],
  }));
  return file;
}

describe('completion', () => {
  test('offers commands, those of a group, options and their values', async () => {
    expect(await complete('va')).toEqual(['validate']);
    expect(await complete('catalog', '')).toEqual(['render', 'validate', 'filter', 'merge', 'diff', 'graph', 'template', 'append', 'push', 'add']);
    expect(await complete('validate', '--out')).toEqual(['--output']);
    expect(await complete('validate', 'bundle', '-o', 's')).toEqual(['sarif']);
    expect(await complete('validate', '--output=j')).toEqual(['json', 'junit']);
    expect(await complete('validate', '-o', '=', 'j')).toEqual(['json', 'junit']);
  });

  test('leaves operands and paths to the shell, and does not mention itself', async () => {
    expect(await complete('validate', 'bun')).toEqual([]);
    expect(await complete('synth', '--out', 'd')).toEqual([]);
    expect(await complete('__')).toEqual([]);
  });

  test('offers the kinds and names of a cluster, its namespaces, and contexts, wherever the options are', async () => {
    const requested: string[] = [];
    answerWith((path) => {
      requested.push(path);
      return Promise.resolve({ items: [{ metadata: { name: 'shop' } }, { metadata: { name: 'cache' } }] });
    });
    const options = ['--kubeconfig', kubeconfigFile()];
    expect(await complete('explain', 'sub')).toEqual(['subscription/']);
    expect(await complete('remove', 'n')).toEqual([]);
    expect(await complete('status', ...options, '--context', '')).toEqual(['one', 'two']);
    expect(await complete(...options, 'status', '-n', 's')).toEqual(['shop']);
    expect(await complete('explain', ...options, '-n', 'demo', 'csv/')).toEqual(['csv/shop', 'csv/cache']);
    expect(requested).toEqual(['/api/v1/namespaces?limit=500', '/apis/operators.coreos.com/v1alpha1/namespaces/demo/clusterserviceversions?limit=500']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['does not answer', () => new Promise(() => undefined)], ['fails', () => Promise.reject(new Error('no access'))], ['answers nonsense', () => Promise.resolve('x')],
  ])('gives a cluster that %s a short time, and prints no error', async (_, answer) => {
    answerWith(answer);
    const start = performance.now();
    expect(await runCommandLine(['__complete', '--', 'status', '--kubeconfig', kubeconfigFile(), '-n', ''])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(await complete('status', '--kubeconfig', join(folder, 'missing'), '-n', '')).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('of bash completes words, and file names otherwise', async () => {
    const { stdout } = await runCommandLine(['completion', 'bash']);
    const stub = "olm-constructs() { shift 2; printf 'sarif\\tsecurity\\n%s\\t\\n' \"$*\"; }";
    const script = `${stub}\n${stdout}\nCOMP_WORDS=(olm-constructs validate -o s); COMP_CWORD=3; _olm_constructs; printf '%s|' "\${COMPREPLY[@]}"`;
    expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'sarif|validate|-o|s|' });
    expect(stdout).toContain('complete -o default ');
  });

  test.each(['zsh', 'fish'])('has a script for %s', async (shell) => {
    const { exitCode, stdout } = await runCommandLine(['completion', shell]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('olm-constructs __complete -- ');
  });

  test('refuses another shell', async () => {
    expect(await runCommandLine(['completion', 'tcsh'])).toEqual({
      exitCode: 2, stdout: '', stderr: "error: completion is available for bash, zsh, fish, and not for 'tcsh'\n",
    });
  });
});
