import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { COMMANDS } from '../../lib/cli/commands';
import { pluginCompletions } from '../../lib/cli/offline/completion';
import { runCommandLine } from '../builders/command-line';
import { compileProgram } from '../builders/compiled-program';

const ROOT = resolve(__dirname, '../..');

const asPlugin = (...args: readonly string[]): ReturnType<typeof runCommandLine> => runCommandLine(args, { program: 'kubectl olm' });

describe('kubectl olm', () => {
  test('names itself as it is typed: in the usage, in examples and in errors', async () => {
    expect((await asPlugin('--help')).stdout).toMatch(/^Usage: kubectl olm COMMAND \[options\]\n/);
    const { stdout } = await asPlugin('status', '--help');
    expect(stdout).toMatch(/^Usage: kubectl olm status \[options\]\n/);
    expect(stdout).toContain('\n  kubectl olm status -A');
    expect(stdout).not.toContain('olm-constructs status');
    expect((await asPlugin('status', '--nonsense')).stderr).toContain('see `kubectl olm status --help`');
  });

  const cluster = COMMANDS.filter(({ load }) => 'kubeconfig' in load().options);

  test.each(cluster.map(({ name, load }) => [name, load] as const))('%s has the options with which kubectl selects a cluster', (_, load) => {
    expect(Object.keys(load().options)).toEqual(expect.arrayContaining([
      'kubeconfig', 'context', 'cluster', 'user', 'server', 'token', 'certificateAuthority', 'tlsServerName', 'insecureSkipTlsVerify', 'as', 'asUid', 'asGroup',
    ]));
  });

  test('passes them on', async () => {
    const { exitCode, stderr } = await runCommandLine(['status', '--cluster', 'red', '--kubeconfig', JSON.stringify({ clusters: [{ name: 'blue', cluster: {} }] })], { program: 'kubectl olm' });
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: "error: the kubeconfig has no cluster 'red'; it has 'blue'\n" });
  });
});

describe('kubectl_complete-olm', () => {
  test.each<[string, string[], RegExp]>([
    ['commands', ['sta'], /^status\t.*\n:4\n$/],
    ['commands of a group', ['list', 'op'], /^operators\t.*\noperands\t.*\n:4\n$/],
    ['options', ['install', 'olm', '--operator-h'], /^--operator-hub\t.*\n:4\n$/],
    ['values', ['run', '--engine', 'pl'], /^plain\t\n:4\n$/],
    ['file names, where it has nothing', ['run', 'bun'], /^:0\n$/],
    ['the first word', [], /^status\t/],
  ])('completes %s', async (_, words, expected) => {
    const context = { env: {}, signal: new AbortController().signal, debug: () => undefined };
    expect(await pluginCompletions(words, COMMANDS, context)).toMatch(expected);
  });
});

describe('the programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-plugin-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly bin: { readonly [name: string]: string } };

  test('have the names by which kubectl finds them, and begin with the line for Node.js', () => {
    expect(Object.keys(bin)).toEqual(['kubectl_complete-olm', 'kubectl-olm', 'olm-constructs', 'pulumi-resource-olm-constructs']);
    for (const path of Object.values(bin)) {
      const source = join(ROOT, path.replace(/^build\//, '').replace(/\.js$/, '.ts'));
      expect({ source, exists: existsSync(source), first: readFileSync(source, 'utf8').split('\n')[0] }).toEqual({ source, exists: true, first: '#!/usr/bin/env node' });
    }
  });

  test.each([
    ['kubectl-olm', ['--help'], /^Usage: kubectl olm /],
    ['kubectl_complete-olm', ['unin'], /^uninstall\tremove OLM\n:4\n$/],
  ])('%s runs', (name, args, expected) => {
    const program = compileProgram(bin[name]!.replace(/^build\//, '').replace(/\.js$/, '.ts'), folder);
    const { status, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(expected) as string });
  });
});
