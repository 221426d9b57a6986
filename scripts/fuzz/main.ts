import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFolder, saveFailure } from './corpus';
import { targetNames } from './target';
import type { WorkerMessage } from './worker';

const USAGE = `npm run fuzz -- MINUTES [--target NAME …] [--seed NUMBER]
npm run fuzz -- --replay FILE

Runs the readers, the resolver and the printers on inputs that nobody wrote: changed copies of valid ones, and of those that had a new kind of outcome
before. Each throws its own errors only, with messages that are safe to print, in bounded time and memory, and gives the same verdict twice. An input
that breaks this is made smaller, saved and printed with the command that runs it again; keep it in test/fuzz/inputs once it is fixed.

Inputs are kept in FUZZ_CORPUS, by default ~/.cache/olm-constructs/fuzz. The targets are ${targetNames().join(', ')}.`;

/** Time of a target before it is the turn of the next one, with its start, in seconds. */
const TURN = 10;

/** Maximum time without a sign of life, in milliseconds: an input then takes too long. */
const SILENCE = 60_000;

/** Maximum memory of a target, in MiB. */
const MAX_MEMORY = 512;

interface Turn {
  readonly root: string;
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;

  /** Input to run instead of new ones. */
  readonly replayed?: Buffer;
}

/** Result of a turn: the number of inputs, and a text for each failure. */
interface TurnResult {
  readonly runs: number;
  readonly failures: readonly string[];
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { target: { type: 'string', multiple: true }, seed: { type: 'string' }, replay: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const root = corpusFolder(process.env);
  if (values.replay !== undefined) {
    const target = basename(values.replay).split('-')[0]!;
    const { failures } = await turn({ root, target, seed: 1, seconds: 0, replayed: readFileSync(values.replay) });
    console.log(failures.length === 0 ? 'it no longer fails' : failures.join('\n'));
    process.exitCode = failures.length === 0 ? 0 : 1;
    return;
  }
  const minutes = Number(positionals[0]);
  const targets = values.target ?? targetNames();
  const unknown = targets.find((name) => !targetNames().includes(name));
  if (values.help || !(minutes > 0) || unknown !== undefined) {
    console.log(unknown === undefined ? USAGE : `unknown target '${unknown}'\n\n${USAGE}`);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const failed = await fuzz(root, targets, minutes * 60, Number(values.seed ?? Date.now() % 1_000_000));
  process.exitCode = failed ? 1 : 0;
}

async function fuzz(root: string, targets: readonly string[], seconds: number, firstSeed: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  const turnSeconds = Math.max(1, Math.min(TURN, seconds / targets.length));
  const runs = new Map(targets.map((target) => [target, 0]));
  const printed = new Set<string>();
  for (let seed = firstSeed; performance.now() < end; seed++) {
    for (const target of targets) {
      // The first round runs each target, however long they take to start.
      if (performance.now() >= end && seed > firstSeed) {
        break;
      }
      const result = await turn({ root, target, seed, seconds: Math.min(turnSeconds, (end - performance.now()) / 1000) });
      runs.set(target, runs.get(target)! + result.runs);
      // The same failure has many inputs.
      for (const failure of result.failures.filter((text) => !printed.has(kindOf(text)))) {
        printed.add(kindOf(failure));
        console.log(`\n${failure}`);
      }
    }
  }
  console.log(`\nseed ${firstSeed}: ${[...runs].map(([target, count]) => `${target} ${count}`).join(', ')}; ${printed.size} kinds of failures`);
  return printed.size > 0;
}

function kindOf(failure: string): string {
  return failure.split('\n').filter((line) => !line.includes('replay')).slice(0, 2).join('\n').replace(/".*?"|'.*?'|\d+/g, 'x');
}

function turn({ root, target, seed, seconds, replayed }: Turn): Promise<TurnResult> {
  mkdirSync(root, { recursive: true });
  const current = join(root, `current-${process.pid}`);
  const args = [root, target, String(seed), String(seconds), current, ...(replayed === undefined ? [] : [replayed.toString('base64')])];
  const child = fork(join(__dirname, 'worker.ts'), args, { execArgv: [...process.execArgv, `--max-old-space-size=${MAX_MEMORY}`] });
  const failures: string[] = [];
  const fail = (path: string, message: string): void => void failures.push(`${target}: ${message}\nreplay: npm run fuzz -- --replay ${path}`);
  let runs = 0;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), SILENCE);
    };
    watch();
    child.on('message', (message: WorkerMessage) => {
      watch();
      if ('runs' in message) {
        runs = message.runs;
      } else {
        fail(message.path, message.message);
      }
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (code !== 0) {
        const input = replayed ?? readFileSync(current);
        fail(saveFailure(root, target, input), signal === 'SIGKILL' ? `it is not done after ${SILENCE / 1000} s` : `it ends the process with ${signal ?? code}: its memory may be exhausted`);
      }
      rmSync(current, { force: true });
      resolve({ runs, failures });
    });
  });
}

void main();
