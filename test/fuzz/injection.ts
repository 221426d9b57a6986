import { readStream } from '../../lib/formats/yaml/stream';

/** What a stranger adds to a name or a message, so that an output obeys it or loses its form. */
export const INJECTIONS = [
  '\u001b[31mX\u001b]8;;http://e\u0007\u009b2J\u202e\u200b\u2066',
  '\n::error::INJECTED\r\nINJECTED\u2028INJECTED ##[error]X ##vso[task.complete]',
  '|<b>&"\'`*_[x](y) @org/team #1 GH-2 !3 ~l %5 &6 https://e.e www.e.e --> ]] */ ${x}\u0000```',
  ';$(touch STRANGE) \'q\' > x &',
  ' ::error::X ##[error]X',
  '--INJECTED',
  '-'.repeat(3) + '\n'.repeat(3) + '='.repeat(900),
] as const;

type Leaf = (value: string) => string;

/** A YAML file whose strings can be changed one at a time. */
export class InjectableFile {
  readonly #documents: readonly unknown[];

  public constructor(content: string) {
    this.#documents = [...readStream(content, { maxDepth: 100, maxNodes: 100_000 })].map(({ value }) => value);
  }

  /** Number of strings and keys. */
  public get leaves(): number {
    let count = 0;
    this.#documents.forEach((document) => changed(document, (value) => {
      count++;
      return value;
    }));
    return count;
  }

  /** Returns the file with a string or key changed. */
  public with(index: number, change: Leaf): string {
    let at = 0;
    return this.#documents.map((document) => JSON.stringify(changed(document, (value) => at++ === index ? change(value) : value))).join('\n---\n');
  }
}

function changed(value: unknown, leaf: Leaf): unknown {
  if (typeof value === 'string') {
    return leaf(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => changed(item, leaf));
  }
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, item]) => [leaf(key), changed(item, leaf)])) : value;
}
