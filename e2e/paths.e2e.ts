import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { shownOutput, showsOutput } from '../test/docs/shown-output';
import { itWith } from '../test/needed';
import { Synthesizer } from './acceptance/synthesize';
import { SimulatedHost } from './argocd/simulated-host';
import { readKubeconfig } from './control-plane/kubeconfig';
import { CatalogPods } from './paths/catalog-pods';
import { type CommandStep, type FileStep, pathPage, type PathStep } from './paths/path-page';
import { bundlesOf, neededBy, NOT_RUN, type Path, PATHS } from './paths/path-settings';
import { PulumiCommands } from './paths/pulumi-commands';
import { Reader } from './paths/reader';
import { steady } from './paths/steady-output';
import { packPackage } from './package/installed-package';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';

/**
 * Each page of docs/start, as a reader follows it from an empty folder with the packed package: writes its files, runs its commands in order on a
 * real API server with a simulation of OLM, and compares what they print with what the page shows.
 */

const ROOT = path.resolve(__dirname, '..');

/** Set to write what commands print into the pages, instead of comparing it. */
const UPDATES = process.env['UPDATE_PATH_OUTPUT'] === '1';

/** Length of the longest line of output that a page shows as a whole. */
const LONGEST_LINE = 84;

jest.setTimeout(10 * 60_000);

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

describe('a page of docs/start', () => {
  let tarball: string;
  let kubectlFolder: string;
  beforeAll(async () => {
    tarball = await packPackage();
    kubectlFolder = path.dirname(await binary(KUBECTL));
  }, 20 * 60_000);

  for (const followed of PATHS) {
    itWith(neededBy(followed))(`leads where it says: ${followed.pages.join(', then ')}`, async () => {
      const host = await SimulatedHost.start(bundlesOf(followed, synthesizer.folder()));
      const pods = new CatalogPods(readKubeconfig(await binary(KUBECTL), host.kubeconfig));
      const reader = new Reader({ tarball, kubectlFolder, kubeconfig: host.kubeconfig });
      const pulumi = new PulumiCommands(host.kubeconfig);
      try {
        await followed.prepare?.(reader);
        for (const page of followed.pages) {
          await follow(page, followed, { reader, pulumi, host });
        }
      } finally {
        await pulumi.close();
        reader.close();
        await pods.stop();
        await host.close();
      }
    });
  }

  test.each(NOT_RUN)('has a block that is not run, for a reason that still applies: $page $contains', ({ page, contains }) => {
    expect(pathPage(page).steps.filter(({ block }) => block.code.includes(contains))).toHaveLength(1);
  });
});

interface Surroundings {
  readonly reader: Reader;
  readonly pulumi: PulumiCommands;
  readonly host: SimulatedHost;
}

/** Follows the steps of a page, and compares what the commands print. */
async function follow(page: string, followed: Path, { reader, pulumi, host }: Surroundings): Promise<void> {
  const { steps, others } = pathPage(page);
  expect(others.map(({ line, info }) => `${page}:${line} ${info}: begin the block with a comment that has its path, such as '// main.ts', `
    + 'or move it below the commands that print it')).toEqual([]);
  const differences: string[] = [];
  const updates: (() => void)[] = [];
  for (const step of steps) {
    if (isFile(step)) {
      reader.write(step.file, step.block.code);
      continue;
    }
    const notRun = NOT_RUN.find(entry => entry.page === page && step.block.code.includes(entry.contains));
    if (notRun !== undefined) {
      notRun.instead?.(reader);
      continue;
    }
    const printed = await run(step, reader, pulumi);
    const { block: { line, code }, output } = step;
    if (output !== undefined && !showsOutput(steady(output.code), steady(printed))) {
      differences.push(`${page}:${output.line}: the commands in line ${line} print something else; UPDATE_PATH_OUTPUT=1 writes it:\n${printed}`);
      updates.unshift(() => { update(step, printed); });
    }
    await followed.after?.(code, reader, host);
  }
  if (UPDATES) {
    updates.forEach(write => { write(); });
  } else {
    expect(differences).toEqual([]);
  }
}

async function run({ block: { file, line, code } }: CommandStep, reader: Reader, pulumi: PulumiCommands): Promise<string> {
  if (PulumiCommands.areAll(code)) {
    const printed: string[] = [];
    for (const command of code.split('\n')) {
      const { succeeded, output } = await pulumi.run(command, reader.folder);
      if (!succeeded) {
        throw new Error(`${file}:${line}: '${command}' fails:\n${output}`);
      }
      printed.push(output);
    }
    return printed.join('\n');
  }
  const { exitCode, stdout, stderr } = await reader.run(code);
  if (exitCode !== 0) {
    throw new Error(`${file}:${line}: a command of this block ends with exit code ${exitCode}; fix the page, or list the block in e2e/paths/path-settings.ts with the `
      + `reason why it cannot run:\n${code}\n${stdout}${stderr}`);
  }
  return stdout;
}

/** Writes what commands print below them. The steps of a page are updated from its end, so that lines stay where they are. */
function update({ output }: CommandStep, printed: string): void {
  const file = path.join(ROOT, output!.file);
  const lines = readFileSync(file, 'utf8').split('\n');
  const [indent] = /^ */.exec(lines[output!.line - 2]!)!;
  const shown = shownOutput(printed, LONGEST_LINE).split('\n').map(line => (line === '' ? '' : `${indent}${line}`));
  lines.splice(output!.line - 1, output!.code.split('\n').length, ...shown);
  writeFileSync(file, lines.join('\n'));
}

function isFile(step: PathStep): step is FileStep {
  return 'file' in step;
}
