import { ExitCode } from '../../lib/cli/frame/cli-error';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { documentBlocks } from './documents';

/** Folders whose command lines run here. */
const FOLDERS = /^docs\/(?:coming-from|explanations|project)\//;

/** Command lines that need a cluster, by how they begin. End-to-end tests run these commands. */
const NEEDS_CLUSTER = /^(?:list|remove|run|status|wait|migrate --from-cluster|explain (?!.* --from ))\b/;

const lines = documentBlocks().filter(({ file, info }) => info === 'sh' && FOLDERS.test(file))
  .flatMap(({ file, code }) => code.replace(/\\\n\s*/g, '').split('\n').map((line) => ({ file, line: line.trim() })))
  .filter(({ line }) => line.startsWith('npx olm-constructs '))
  .map(({ file, line }) => ({ file, line, command: line.slice('npx olm-constructs '.length) }))
  .filter(({ command }) => !NEEDS_CLUSTER.test(command));

describe('a command of a page that explains or compares', () => {
  let leave: () => void;
  beforeAll(() => {
    leave = enterCommandFolder();
  });
  afterAll(() => leave());

  it('is there', () => {
    expect(lines.length).toBeGreaterThan(10);
  });

  it.each(lines)('runs: $file, $line', async ({ command }) => {
    const { exitCode, stdout, stderr } = await runCommandLine(command.split(' '));
    expect({ known: [ExitCode.SUCCESS, ExitCode.FINDINGS].includes(exitCode), exitCode, stderr }).toMatchObject({ known: true });
    expect(stdout).not.toBe('');
  });
});
