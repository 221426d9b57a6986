import { isIP } from 'node:net';

/**
 * Whether a string is one email address of RFC 5322, with or without a name: `Ann <ann@example.test>`.
 *
 * Like upstream's validator, it accepts what Go's standard library accepts. Encoded words of RFC 2047 are not decoded.
 *
 * @see https://pkg.go.dev/net/mail#ParseAddress
 */
export function isMailAddress(value: string): boolean {
  try {
    new MailAddressReader(value).read();
    return true;
  } catch (error) {
    if (error instanceof InvalidMailAddress) {
      return false;
    }
    throw error;
  }
}

/** Stops parsing, because the string is not an address. */
class InvalidMailAddress extends Error {}

const SPACE = /[ \t]*/y;

/** Visible characters, including dots, except the specials of RFC 5322. Multi-byte characters count as visible. */
const DOTTED_ATOM = /[^\0-\x20()<>[\]:;@\\,"\x7f]+/y;
const QUOTED = /"(?:[^\0-\x08\x0a-\x1f"\\\x7f]|\\[^\0-\x08\x0a-\x1f\x7f])*"/y;
const DOMAIN_LITERAL = /\[([^\0-\x20[\]\\\x7f]*)\]/y;

class MailAddressReader {
  #at = 0;

  public constructor(private readonly value: string) {}

  public read(): void {
    if (this.#address(true) !== 1) {
      throw new InvalidMailAddress();
    }
    this.#commentsAndSpace();
    if (this.#at < this.value.length) {
      throw new InvalidMailAddress();
    }
  }

  /** Parses an address or a group of addresses, and returns the number of addresses. */
  #address(mayBeGroup: boolean): number {
    this.#take(SPACE);
    const start = this.#at;
    if (this.#bareAddress()) {
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
    this.#expect('<');
    this.#addressSpec();
    this.#expect('>');
    return 1;
  }

  /** Parses an address without angle brackets, optionally followed by a name in parentheses. Returns whether there is one. */
  #bareAddress(): boolean {
    try {
      this.#addressSpec();
    } catch (error) {
      if (error instanceof InvalidMailAddress) {
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
      throw new InvalidMailAddress();
    }
    this.#expect('@');
    this.#take(SPACE);
    if (this.#next() === '[') {
      const literal = this.#take(DOMAIN_LITERAL);
      if (literal === undefined || literal.includes('%') || isIP(literal.slice(1, -1)) === 0) {
        throw new InvalidMailAddress();
      }
    } else {
      this.#dotted();
    }
  }

  #dotted(): string {
    const atom = this.#take(DOTTED_ATOM);
    if (atom === undefined || atom.startsWith('.') || atom.endsWith('.') || atom.includes('..')) {
      throw new InvalidMailAddress();
    }
    return atom;
  }

  #quoted(): string {
    const quoted = this.#take(QUOTED);
    if (quoted === undefined) {
      throw new InvalidMailAddress();
    }
    return quoted.slice(1, -1);
  }

  /** Parses a name: words, quoted or not. */
  #phrase(): void {
    for (let words = 0; ; words++) {
      if (words > 0) {
        this.#commentsAndSpace();
      }
      this.#take(SPACE);
      const word = this.#next() === '"' ? this.#take(QUOTED) : this.#take(DOTTED_ATOM);
      if (word === undefined) {
        if (words === 0 && this.#next() !== undefined) {
          throw new InvalidMailAddress();
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
        this.#expect(',');
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

  /** Parses the rest of a comment, which may contain nested comments. */
  #comment(): void {
    for (let depth = 1; depth > 0; this.#at++) {
      const character = this.#next();
      if (character === undefined) {
        throw new InvalidMailAddress();
      }
      if (character === '\\' && this.#at + 1 < this.value.length) {
        this.#at++;
      } else if (character === '(') {
        depth++;
      } else if (character === ')') {
        depth--;
      }
    }
  }

  #next(): string | undefined {
    return this.value[this.#at];
  }

  #skip(character: string): boolean {
    const found = this.#next() === character;
    this.#at += found ? 1 : 0;
    return found;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) {
      throw new InvalidMailAddress();
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.value)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}
