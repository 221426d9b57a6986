import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Checkout } from './checkout';
import { applyMutant, type Mutant, mutantsOf } from './mutants';
import { sample } from './sample';

const ROOT = resolve(__dirname, '..', '..');

const USAGE = `npm run mutation -- --folder lib/cluster/waiting [--folder …] [--count 75] [--seed 1] [--timeout 120]

Changes random places of the folders' files, one at a time, in a copy of the checkout, and lists the changes that no unit test of the same module notices.`;

/** Which changes to make. */
interface Run {
  readonly folders: readonly string[];
  readonly count: number;
  readonly seed: number;
}

/** A change of a file of the library. */
interface FileMutant {
  readonly file: string;
  readonly mutant: Mutant;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', multiple: true, default: ['lib/cluster/waiting', 'lib/pulumi', 'lib/constructs', 'lib/catalog'] },
      count: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '120' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const run = { folders: values.folder, count: wholeNumber('count', values.count), seed: wholeNumber('seed', values.seed) };
  const timeoutSeconds = wholeNumber('timeout', values.timeout);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));
  }
  const checkout = Checkout.create(ROOT);
  try {
    await mutate(checkout, run, timeoutSeconds, interruption.signal);
  } finally {
    checkout.remove();
  }
}

function wholeNumber(option: string, value: string): number {
  if (!/^\d+$/.test(value)) {
    throw new Error(`--${option} must be a non-negative integer, got '${value}'\n\n${USAGE}`);
  }
  return Number(value);
}

async function mutate(checkout: Checkout, { folders, count, seed }: Run, timeoutSeconds: number, signal: AbortSignal): Promise<void> {
  const files = folders.flatMap((folder) => sourceFiles(checkout, folder));
  const all = files.flatMap((file) => mutantsOf(checkout.read(file)).map((mutant) => ({ file, mutant })));
  const chosen = sample(all, count, seed);
  console.log(`${chosen.length} of ${all.length} possible changes in ${folders.join(', ')} (seed ${seed}); first the tests without a change`);
  const failing = await checkout.leaveOutFailingTests([...new Set(chosen.map(({ file }) => file))], signal);
  if (failing.length > 0) {
    console.log(`left out, because they fail without a change:\n  ${failing.join('\n  ')}`);
  }
  const tested: FileMutant[] = [];
  const survivors: FileMutant[] = [];
  try {
    for (const each of chosen) {
      const source = checkout.read(each.file);
      const outcome = await checkout.test(each.file, applyMutant(source, each.mutant), timeoutSeconds, signal);
      tested.push(each);
      if (outcome === 'survived') {
        survivors.push(each);
      }
      console.log(`${tested.length}/${chosen.length} ${outcome.padEnd(8)} ${describe(each, source)}`);
    }
  } finally {
    report(checkout, folders, tested, survivors);
  }
}

function sourceFiles(checkout: Checkout, folder: string): string[] {
  return readdirSync(join(checkout.folder, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(^|\/)(index|load)\.ts$/.test(name) && !name.includes('generated/'))
    .map((name) => join(folder, name))
    .sort();
}

function describe({ file, mutant }: FileMutant, source: string): string {
  const line = source.slice(0, mutant.start).split('\n').length;
  const shorten = (code: string): string => JSON.stringify(code.length > 60 ? `${code.slice(0, 60)}…` : code);
  return `${file}:${line} ${shorten(source.slice(mutant.start, mutant.end))} -> ${shorten(mutant.replacement)}`;
}

function report(checkout: Checkout, folders: readonly string[], tested: readonly FileMutant[], survivors: readonly FileMutant[]): void {
  console.log(survivors.length === 0 ? '' : `\nchanges that no test notices:\n${
    survivors.map((each) => `  ${describe(each, checkout.read(each.file))}`).sort().join('\n')}\n`);
  for (const folder of folders) {
    const within = (mutants: readonly FileMutant[]): number => mutants.filter(({ file }) => file.startsWith(`${folder}/`)).length;
    const [total, survived] = [within(tested), within(survivors)];
    if (total > 0) {
      console.log(`${folder}: ${total - survived} of ${total} noticed, ${Math.round(100 * (1 - survived / total))} %`);
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
