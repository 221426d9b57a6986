import { spawnSync } from 'node:child_process';
import { runCommandLine } from '../../builders/command-line';

async function complete(...words: string[]): Promise<string[]> {
  const { stdout } = await runCommandLine(['__complete', '--', ...words]);
  return stdout.split('\n').filter((line) => line !== '').map((line) => line.split('\t')[0]!);
}

describe('completion', () => {
  test('offers commands, those of a group, options and their values', async () => {
    expect(await complete('va')).toEqual(['validate']);
    expect(await complete('catalog', '')).toEqual(['render', 'validate', 'filter', 'merge', 'diff', 'graph', 'template', 'add']);
    expect(await complete('validate', '--form')).toEqual(['--format']);
    expect(await complete('validate', 'bundle', '--format', 's')).toEqual(['sarif']);
    expect(await complete('validate', '--format=j')).toEqual(['json', 'junit']);
    expect(await complete('validate', '--format', '=', 'j')).toEqual(['json', 'junit']);
  });

  test('leaves operands and paths to the shell, and does not mention itself', async () => {
    expect(await complete('validate', 'bun')).toEqual([]);
    expect(await complete('synth', '--out', 'd')).toEqual([]);
    expect(await complete('__')).toEqual([]);
  });

  test('of bash completes words, and file names otherwise', async () => {
    const { stdout } = await runCommandLine(['completion', 'bash']);
    const stub = "olm-constructs() { shift 2; printf 'sarif\\tsecurity\\n%s\\t\\n' \"$*\"; }";
    const script = `${stub}\n${stdout}\nCOMP_WORDS=(olm-constructs validate --format s); COMP_CWORD=3; _olm_constructs; printf '%s|' "\${COMPREPLY[@]}"`;
    expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' })).toMatchObject({ status: 0, stdout: 'sarif|validate|--format|s|' });
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
