import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { runCommandLine } from '../builders/command-line';
import type { CommandLineResult } from '../builders/command-line';
import { projectOptions, sharedHost } from '../../scripts/typescript/shared-host';
import { compileProgram } from '../builders/compiled-program';

const ROOT = join(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'examples/operands/README.md'), 'utf8');
const [REFUSAL, ERRORS] = [...README.matchAll(/```text\n([^`]*)\n```/g)].map(([, text]) => text!) as [string, string];

// cdk8s-cli runs once, and TypeScript reads the types of cdk8s and of this library.
jest.setTimeout(120_000);

describe('the example operands', () => {
  let before: string;
  let folder: string;
  let app: string;
  beforeAll(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'operands-example-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(ROOT, 'examples/operands'), join(folder, 'operands'), { recursive: true });
    cpSync(join(ROOT, 'examples/bundle-upgrade'), join(folder, 'bundle-upgrade'), { recursive: true });
    process.chdir(join(folder, 'operands'));
    app = `"${process.execPath}" "${compileProgram('examples/operands/main.ts', folder)}"`;
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const run = (...args: string[]): Promise<CommandLineResult> => runCommandLine(args, { env: { PATH: process.env['PATH'] } });

  /** Errors of the compiler in the app, as it prints them. */
  function compile(): string {
    const options = { ...projectOptions(ROOT), types: [] };
    const host = sharedHost(options, (path) => path.startsWith(process.cwd()));
    // TypeScript uses the working directory of its first call for all calls.
    const app = join(process.cwd(), 'app.ts');
    const program = ts.createProgram([app], options, host);
    return program.getSemanticDiagnostics(program.getSourceFile(app)).map(({ file, start, code, messageText }) => {
      const { line, character } = ts.getLineAndCharacterOfPosition(file!, start!);
      return `app.ts(${line + 1},${character + 1}): error TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    }).join('\n');
  }

  test('compiles with the classes of the locked version, and its lock and classes are up to date', async () => {
    expect(await run('lock', '--check', '--app', app)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run('import', '--check')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(compile()).toBe('');
  });

  test('refuses the upgrade that drops a field, as its README shows', async () => {
    expect(await run('lock', '--update', 'hello-operator', '--app', app)).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${REFUSAL}\n` });
  });

  test('no longer compiles with the classes of that version, as its README shows', async () => {
    const waivers = REFUSAL.slice(REFUSAL.indexOf('    waivers:')).replace('""', 'Greetings will be in English');
    writeFileSync('olm.lock.yaml', `${readFileSync('olm.lock.yaml', 'utf8')}${waivers}\n`);
    expect(await run('lock', '--update', 'hello-operator', '--app', app)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run('import', '--check')).toMatchObject({ exitCode: 1 });
    expect(await run('import', 'bundle-0.3.0')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await run('import', '--check')).toMatchObject({ exitCode: 0 });
    expect(compile()).toBe(ERRORS);
  });
});
