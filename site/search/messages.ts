import { SearchEntry } from './entry';
import { isName, partsOf, plainWords } from './words';

/** Fewest words in a row by which a message is recognized; `not found in` is part of many. */
const MIN_RUN = 3;

/** Least part of what was typed, or of the message, that has to be the same. */
const MIN_SHARE = 0.5;

/** Fewest parts of a name that is more likely part of a message than a topic: `OpenShift` is one. */
const MIN_PARTS = 3;

/** Most messages with a name that are worth more than other text with it. */
const MAX_OF_NAME = 3;

/** A message that is like what was pasted. */
export interface FoundMessage {
  readonly message: string;
  /** How much is the same, up to 1. */
  readonly share: number;
}

interface Message {
  readonly entry: SearchEntry;
  readonly message: string;
  readonly words: readonly string[];
}

/** Finds the sections that explain a message of a program, which somebody pastes with the names of their cluster in it. */
export class MessageIndex {
  private readonly messages: readonly Message[];

  /** Number of messages that have a word. */
  private readonly frequency = new Map<string, number>();

  public constructor(entries: readonly SearchEntry[]) {
    this.messages = entries.flatMap((entry) => (entry.m ?? []).map((message) => ({ entry, message, words: wordsOfMessage(message) })));
    for (const { words } of this.messages) {
      for (const word of new Set(words)) {
        this.frequency.set(word, (this.frequency.get(word) ?? 0) + 1);
      }
    }
  }

  /** Returns the entries that explain what was pasted, each with its likeliest message. */
  public search(pasted: string): ReadonlyMap<SearchEntry, FoundMessage> {
    const typed = wordsOfMessage(pasted);
    const found = new Map<SearchEntry, FoundMessage>();
    for (const { entry, message, words } of this.messages) {
      const share = typed.length === 1 ? this.shareOfName(pasted.trim(), typed[0]!, words) : this.shareOf(typed, words);
      if (share > (found.get(entry)?.share ?? 0)) {
        found.set(entry, { message, share });
      }
    }
    return found;
  }

  /** Returns how much a message is about a single name, such as that of a condition: only if few others have it. */
  private shareOfName(name: string, word: string, words: readonly string[]): number {
    const isTelling = words.length === 1 || (partsOf(name).length >= MIN_PARTS && this.frequency.get(word)! <= MAX_OF_NAME);
    return isName(name) && words.includes(word) && isTelling ? 1 / words.length : 0;
  }

  /** Returns how much of two sequences of words is the same, rare words counting more, or 0 if that is too little. */
  private shareOf(typed: readonly string[], words: readonly string[]): number {
    const { common, run } = commonWords(typed, words);
    const known = typed.filter((word) => this.frequency.has(word));
    const weight = this.weightOf(common);
    const share = weight / Math.min(this.weightOf(known), this.weightOf(words));
    // Of two messages with the same words, the one that has less besides them.
    return run >= MIN_RUN && share >= MIN_SHARE ? share - 0.1 * (1 - weight / Math.max(this.weightOf(known), this.weightOf(words))) : 0;
  }

  private weightOf(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + Math.log(1 + this.messages.length / (this.frequency.get(word) ?? 1)), 0);
  }
}

/** Returns the words of a message. Names in quotes are those of somebody's cluster, unless they are of a kind or an API group. */
function wordsOfMessage(message: string): string[] {
  return plainWords(message.replace(/(["'])[a-z0-9-]+\1/g, ' quotedname ')).map((word) => word.toLowerCase());
}

/** Returns the longest common subsequence of two sequences of words, and the length of the longest run in it. */
function commonWords(left: readonly string[], right: readonly string[]): { readonly common: readonly string[]; readonly run: number } {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  const runs = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  let run = 0;
  for (let i = 1; i <= left.length; i += 1) {
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      lengths[i]![j] = isSame ? lengths[i - 1]![j - 1]! + 1 : Math.max(lengths[i - 1]![j]!, lengths[i]![j - 1]!);
      runs[i]![j] = isSame ? runs[i - 1]![j - 1]! + 1 : 0;
      run = Math.max(run, runs[i]![j]!);
    }
  }
  const common: string[] = [];
  for (let i = left.length, j = right.length; i > 0 && j > 0;) {
    if (left[i - 1] === right[j - 1]) {
      common.unshift(left[i - 1]!);
      i -= 1;
      j -= 1;
    } else if (lengths[i - 1]![j]! >= lengths[i]![j - 1]!) {
      i -= 1;
    } else {
      j -= 1;
    }
  }
  return { common, run };
}
