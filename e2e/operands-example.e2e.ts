import { join } from 'node:path';
import ts from 'typescript';
import { projectOptions, sharedHost } from '../scripts/typescript/shared-host';
import { ERRORS, OperandsFolder, REFUSAL } from '../test/examples/operands-folder';

const ROOT = join(__dirname, '..');

describe('the example operands', () => {
  let folder: OperandsFolder;
  beforeAll(() => folder = new OperandsFolder());
  afterAll(() => folder.remove());

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
    expect(await folder.run('lock', '--check', '--app', folder.app)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await folder.run('import', '--check')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(compile()).toBe('');
  });

  test('refuses the upgrade that drops a field, as its README shows', async () => {
    expect(await folder.run('lock', '--update', 'hello-operator', '--app', folder.app)).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${REFUSAL}\n` });
  });

  test('no longer compiles with the classes of that version, as its README shows', async () => {
    folder.waive();
    expect(await folder.run('lock', '--update', 'hello-operator', '--app', folder.app)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await folder.run('import', '--check')).toMatchObject({ exitCode: 1 });
    expect(await folder.run('import', 'bundle-0.3.0')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await folder.run('import', '--check')).toMatchObject({ exitCode: 0 });
    expect(compile()).toBe(ERRORS);
  });
});
