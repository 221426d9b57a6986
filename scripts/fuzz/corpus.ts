import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Maximum size of a kept input, in bytes. */
const MAX_SIZE = 100_000;

/** Inputs of a target that had an outcome of a new kind, in a folder outside of the repository, so that the next run continues with them. */
export class Corpus {
  readonly #folder: string;
  readonly #inputs: Buffer[] = [];
  readonly #kinds: Set<string>;

  /**
   * @param root folder of all targets
   * @param target name of the target
   * @param inputs its valid inputs
   */
  public constructor(root: string, target: string, inputs: readonly Buffer[]) {
    this.#folder = join(root, target);
    mkdirSync(this.#folder, { recursive: true });
    const kept = readdirSync(this.#folder).filter((name) => /^[0-9a-f]{16}$/.test(name)).sort();
    this.#inputs.push(...inputs, ...kept.map((name) => readFileSync(join(this.#folder, name))));
    this.#kinds = new Set(kept);
  }

  public get inputs(): readonly Buffer[] {
    return this.#inputs;
  }

  /** Keeps an input if no earlier one had the same kind of outcome. */
  public add(input: Buffer, outcome: string): void {
    const kind = createHash('sha256').update(kindOf(outcome)).digest('hex').slice(0, 16);
    if (input.length <= MAX_SIZE && !this.#kinds.has(kind)) {
      this.#kinds.add(kind);
      this.#inputs.push(input);
      writeFileSync(join(this.#folder, kind), input);
    }
  }
}

/** Returns a message without what differs between inputs: names, values and numbers. */
function kindOf(outcome: string): string {
  return outcome.split('\n').slice(0, 5).join('\n').replace(/"(?:[^"\\]|\\.)*"|'[^']*'|\/\S*/g, 'x').replace(/\d+/g, '0').slice(0, 300);
}

/** Returns the folder of all corpora: that of FUZZ_CORPUS, otherwise one in the cache of the user. */
export function corpusFolder(env: NodeJS.ProcessEnv): string {
  return env['FUZZ_CORPUS'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'olm-constructs', 'fuzz');
}

/** Saves an input that failed, and returns its path, whose name begins with that of its target. */
export function saveFailure(root: string, target: string, input: Buffer): string {
  const folder = join(root, 'failures');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${target}-${createHash('sha256').update(input).digest('hex').slice(0, 16)}`);
  if (!existsSync(path)) {
    writeFileSync(path, input);
  }
  return path;
}
