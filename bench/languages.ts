import { join, resolve } from 'node:path';
import { stagedForLanguages } from '../languages/packages/package-files';
import { Go } from '../languages/toolchains/go';
import { Java } from '../languages/toolchains/java';
import { Python } from '../languages/toolchains/python';
import { environmentFor, installed } from '../languages/toolchains/toolchain';
import { compare, node, type Program } from './measure';

const EXAMPLES = resolve(__dirname, '..', 'examples');

const LANGUAGES = [
  { toolchain: new Python(), folder: 'python', main: 'main' },
  { toolchain: new Go(), folder: 'go', main: '.' },
  { toolchain: new Java(), folder: 'java', main: 'Main' },
];

/** Duration of the first program of the README in another language and in TypeScript, as whole processes, in seconds. */
export interface LanguageTimes {
  readonly language: string;
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
}

/** Measures the first program of the README in each language that is installed. The time of its compiler is not included. */
export async function languageTimes(folder: string, pairs: number): Promise<LanguageTimes[]> {
  const files = await stagedForLanguages(join(folder, 'staged'));
  const typescript = node('first-program.cjs', join(folder, 'typescript'));
  const times: LanguageTimes[] = [];
  for (const { toolchain, folder: name, main } of LANGUAGES) {
    const { missing } = installed(toolchain);
    if (missing !== undefined) {
      process.stdout.write(`ran without ${toolchain.language}: ${missing}\n`);
      continue;
    }
    await toolchain.install(files);
    const project = join(EXAMPLES, name);
    const program: Program = { ...await toolchain.prepare(project, main), cwd: project, env: environmentFor(join(folder, name)) };
    times.push({ language: toolchain.language, ...compare(program, typescript, pairs) });
  }
  return times;
}
