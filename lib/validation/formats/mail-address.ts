import { isIP } from 'node:net';

/**
 * Whether a text is one mail address as RFC 5322 has it, with a name before it or not: `Ann <ann@example.test>`.
 *
 * It accepts what the parser of Go's standard library accepts, which upstream's validator asks. Encoded words of RFC 2047 are text like
 * any other here.
 *
 * @see https://pkg.go.dev/net/mail#ParseAddress
 */
export function isMailAddress(text: string): boolean {
  try {
    new MailAddressReader(text).read();
    return true;
  } catch (error) {
    if (error instanceof NoMailAddress) {
      return false;
    }
    throw error;
  }
}

/** Leaves the reader, wherever it is. */
class NoMailAddress extends Error {}

const SPACE = /[ \t]*/y;

/** Everything that can be seen but what RFC 5322 calls specials, dots included; multi-byte characters count as seen. */
const DOTTED_ATOM = /[^\0-\x20()<>[\]:;@\\,"\x7f]+/y;
const QUOTED = /"(?:[^\0-\x08\x0a-\x1f"\\\x7f]|\\[^\0-\x08\x0a-\x1f\x7f])*"/y;
const DOMAIN_LITERAL = /\[([^\0-\x20[\]\\\x7f]*)\]/y;

class MailAddressReader {
  #at = 0;

  public constructor(private readonly text: string) {}

  public read(): void {
    if (this.#address(true) !== 1) {
      throw new NoMailAddress();
    }
    this.#commentsAndSpace();
    if (this.#at < this.text.length) {
      throw new NoMailAddress();
    }
  }

  /** Reads an address, or a group of them, and says how many there were. */
  #address(mayBeGroup: boolean): number {
    this.#take(SPACE);
    const start = this.#at;
    if (this.#addressAlone()) {
      return 1;
    }
    this.#at = start;
    if (this.#next() !== '<') {
      this.#phrase();
    }
    this.#take(SPACE);
    if (mayBeGroup && this.#skip(':')) {
      return this.#group();
    }
    this.#must('<');
    this.#addressSpec();
    this.#must('>');
    return 1;
  }

  /** An address without angle brackets, with a name in parentheses behind it or not. */
  #addressAlone(): boolean {
    try {
      this.#addressSpec();
    } catch (error) {
      if (error instanceof NoMailAddress) {
        return false;
      }
      throw error;
    }
    this.#take(SPACE);
    if (this.#skip('(')) {
      this.#comment();
    }
    return true;
  }

  #addressSpec(): void {
    this.#take(SPACE);
    const local = this.#next() === '"' ? this.#quoted() : this.#dotted();
    if (local === '') {
      throw new NoMailAddress();
    }
    this.#must('@');
    this.#take(SPACE);
    if (this.#next() === '[') {
      const literal = this.#take(DOMAIN_LITERAL);
      if (literal === undefined || literal.includes('%') || isIP(literal.slice(1, -1)) === 0) {
        throw new NoMailAddress();
      }
    } else {
      this.#dotted();
    }
  }

  #dotted(): string {
    const atom = this.#take(DOTTED_ATOM);
    if (atom === undefined || atom.startsWith('.') || atom.endsWith('.') || atom.includes('..')) {
      throw new NoMailAddress();
    }
    return atom;
  }

  #quoted(): string {
    const quoted = this.#take(QUOTED);
    if (quoted === undefined) {
      throw new NoMailAddress();
    }
    return quoted.slice(1, -1);
  }

  /** A name: words, quoted or not, as many as there are. */
  #phrase(): void {
    for (let words = 0; ; words++) {
      if (words > 0) {
        this.#commentsAndSpace();
      }
      this.#take(SPACE);
      const word = this.#next() === '"' ? this.#take(QUOTED) : this.#take(DOTTED_ATOM);
      if (word === undefined) {
        if (words === 0 && this.#next() !== undefined) {
          throw new NoMailAddress();
        }
        return;
      }
    }
  }

  #group(): number {
    this.#take(SPACE);
    let count = 0;
    if (!this.#skip(';')) {
      for (;;) {
        this.#take(SPACE);
        count += this.#address(false);
        this.#commentsAndSpace();
        if (this.#skip(';')) {
          break;
        }
        this.#must(',');
      }
    }
    this.#commentsAndSpace();
    return count;
  }

  #commentsAndSpace(): void {
    this.#take(SPACE);
    while (this.#skip('(')) {
      this.#comment();
      this.#take(SPACE);
    }
  }

  /** The rest of a comment, which may hold comments. */
  #comment(): void {
    for (let depth = 1; depth > 0; this.#at++) {
      const character = this.#next();
      if (character === undefined) {
        throw new NoMailAddress();
      }
      if (character === '\\' && this.#at + 1 < this.text.length) {
        this.#at++;
      } else if (character === '(') {
        depth++;
      } else if (character === ')') {
        depth--;
      }
    }
  }

  #next(): string | undefined {
    return this.text[this.#at];
  }

  #skip(character: string): boolean {
    const found = this.#next() === character;
    this.#at += found ? 1 : 0;
    return found;
  }

  #must(character: string): void {
    if (!this.#skip(character)) {
      throw new NoMailAddress();
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}
