import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { ExitCode } from '../../lib/cli/frame/cli-error';

const ROOT = resolve(__dirname, '../..');
const [GUIDE, CONVENTIONS] = ['guides', 'reference'].map((folder) => readFileSync(join(ROOT, 'docs', folder, 'command-line.md'), 'utf8')) as [string, string];

/** First cells of the rows of a table, by the heading of the section. */
function firstCells(page: string, heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell!).slice(2);
}

describe('the guide to the command line', () => {
  const lines = [...GUIDE.matchAll(/```sh\n([^`]*)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
  const ran: Awaited<ReturnType<typeof runCommandLine>>[] = [];
  let leave: () => void;
  // All lines in their order, whatever the order of the tests: later lines use what earlier ones write.
  beforeAll(async () => {
    leave = enterCommandFolder();
    cpSync(join(ROOT, 'examples/validation/bundle'), 'broken', { recursive: true });
    for (const line of lines) {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
      ran.push(await runCommandLine(words.slice(1)));
    }
  });
  afterAll(() => leave());

  test('comes with a table that has a row for each exit code', () => {
    const codes = Object.values(ExitCode).filter((code) => typeof code === 'number').sort((left, right) => left - right);
    expect(firstCells(CONVENTIONS, 'Exit codes').flatMap((cell) => cell.split(', ')).map(Number).sort((left, right) => left - right)).toEqual(codes);
  });

  test.each(lines.map((line, index) => ({ line, index })))('has a line that runs: $line', ({ index }) => {
    const { exitCode, stdout, stderr } = ran[index]!;
    expect({ known: [ExitCode.SUCCESS, ExitCode.FINDINGS].includes(exitCode), stderr }).toEqual({ known: true, stderr: '' });
    expect(stdout).not.toBe('');
  });

  test('shows what is printed', async () => {
    const outputs = [...GUIDE.matchAll(/```text\n((?!npx)[^`]*)```/g)].map(([, output]) => output);
    expect(outputs).toEqual([
      (await runCommandLine(['validate', 'bundle'])).stdout,
      (await runCommandLine(['images', 'bundle', '-o', 'mapping', '--mirror', 'mirror.example.com/olm'])).stdout,
    ]);
  });
});
