/** White space to change in a source, so that js-yaml accepts inside quotes and brackets what Go's readers accept there. */
export interface WhiteSpaceEdits {
  /** Lines to indent more, ascending. */
  readonly pads: readonly Pad[];

  /** Offsets of tabs to replace by spaces, ascending. */
  readonly tabs: readonly number[];
}

/** A line to indent more. */
export interface Pad {
  /** Offset of the start of the line. */
  readonly offset: number;

  /** Number of spaces to add. */
  readonly spaces: number;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const BYTE_ORDER_MARK = 0xfeff;

/** A line that ends a document, even in quotes and brackets. */
const DOCUMENT_MARKER = /(?:---|\.\.\.)(?:[\t\n\r ]|$)/y;

/** Remaining characters of an anchor, alias or tag. */
const PROPERTY = /[^\s,[\]{}]*/y;

/** Header of a literal or folded scalar, up to its line break: the indentation is before or after the mark for line breaks at the end. */
const BLOCK_HEADER = /[|>]([1-9]?)[-+]?([1-9]?)[^\n\r]*/y;

/**
 * Finds the lines inside quotes and brackets that are indented less than js-yaml requires, and the tabs on the first line of brackets: white space
 * means nothing to Go's readers there. Reads the source once, as libyaml's scanner does, which knows no more of the structure than columns of keys
 * and dashes.
 */
export function flowLineEdits(text: string): WhiteSpaceEdits {
  return new FlowLines(text).edits();
}

class FlowLines {
  readonly #pads: Pad[] = [];
  readonly #tabs: number[] = [];

  /** Columns of the enclosing lists and maps in block style. */
  readonly #indents: number[] = [-1];

  /** Column of the first value of the document, which js-yaml takes as the least indentation, or -1 before it. */
  #first = -1;
  #at = 0;
  #lineStart = 0;

  /** Offset of the end of the last token. */
  #tokenEnd = 0;

  /** Number of open brackets. */
  #brackets = 0;

  /** Tabs between values of the current line. */
  readonly #tabsOfLine: number[] = [];

  /** Whether a key may begin at the next value. */
  #mayBeKey = true;

  /** Column of the possible key in the current line, or -1. */
  #key = -1;

  public constructor(private readonly text: string) {}

  public edits(): WhiteSpaceEdits {
    while (this.#skipSpace()) {
      this.#token();
      this.#tokenEnd = this.#at;
    }
    return { pads: this.#pads, tabs: this.#tabs };
  }

  get #indent(): number {
    return this.#indents.at(-1)!;
  }

  get #column(): number {
    return this.#at - this.#lineStart;
  }

  /** Skips white space and comments. Returns false at the end of the source. */
  #skipSpace(): boolean {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === TAB) {
        this.#tab();
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        this.#lineBreak(this.#brackets > 0);
        this.#mayBeKey ||= this.#brackets === 0;
        continue;
      } else if (code === 0x23 /* # */ && this.#isAfterSpace()) {
        this.#skipLine();
        continue;
      } else if (code !== SPACE && !(code === BYTE_ORDER_MARK && this.#column === 0)) {
        return this.#at < text.length;
      }
      this.#at++;
    }
  }

  /** Passes a tab: one that indents is refused outside of brackets. */
  #tab(): void {
    if (this.#brackets > 0) {
      this.#tabs.push(this.#at);
    } else if (this.#tokenEnd > this.#lineStart) {
      this.#tabsOfLine.push(this.#at);
    }
  }

  /** Passes a line break. */
  #lineBreak(isInFlow: boolean): void {
    const { text } = this;
    this.#at += text.charCodeAt(this.#at) === CARRIAGE_RETURN && text.charCodeAt(this.#at + 1) === LINE_FEED ? 2 : 1;
    this.#lineStart = this.#at;
    this.#tabsOfLine.length = 0;
    this.#key = -1;
    if (isInFlow) {
      this.#pad();
    }
  }

  /** Indents the line that begins at the current offset, unless it is empty or indented enough. */
  #pad(): void {
    const { text } = this;
    const end = this.#afterSpaces();
    const spaces = Math.max(this.#indent + 1, this.#first) - (end - this.#at);
    if (spaces > 0 && !isBreak(text.charCodeAt(end)) && !this.#isMarker()) {
      this.#pads.push({ offset: this.#at, spaces });
    }
  }

  /** Returns the offset of the first character from the current one that is not a space. */
  #afterSpaces(): number {
    let end = this.#at;
    while (this.text.charCodeAt(end) === SPACE) {
      end++;
    }
    return end;
  }

  #isMarker(): boolean {
    return this.#column === 0 && matchAt(DOCUMENT_MARKER, this.text, this.#at) !== null;
  }

  #isAfterSpace(): boolean {
    return this.#column === 0 || isSpaceOrBreak(this.text.charCodeAt(this.#at - 1));
  }

  #skipLine(): void {
    while (this.#at < this.text.length && !isBreak(this.text.charCodeAt(this.#at))) {
      this.#at++;
    }
  }

  #isBlank(at: number): boolean {
    return at >= this.text.length || isSpaceOrBreak(this.text.charCodeAt(at));
  }

  #token(): void {
    if (this.#brackets === 0) {
      this.#unroll(this.#column);
    }
    if (this.#isMarker()) {
      this.#brackets = 0;
      this.#unroll(-1);
      this.#at += 3;
      this.#first = -1;
      this.#mayBeKey = false;
      return;
    }
    this.#first = this.#first < 0 ? this.#column : this.#first;
    const isInFlow = this.#brackets > 0;
    const character = this.text[this.#at]!;
    const isIndicator = isInFlow || this.#isBlank(this.#at + 1);
    if (character === '-' && this.#isBlank(this.#at + 1)) {
      this.#indicator(this.#column, true);
    } else if (character === '?' && isIndicator) {
      this.#indicator(this.#column, !isInFlow);
    } else if (character === ':' && isIndicator) {
      this.#indicator(this.#key < 0 ? this.#column : this.#key, this.#key < 0 && !isInFlow);
      this.#key = -1;
    } else {
      this.#value(character, isInFlow);
    }
  }

  /** Passes the indicator of an item, a key or a value. */
  #indicator(column: number, mayBeKey: boolean): void {
    if (this.#brackets === 0 && column > this.#indent) {
      this.#indents.push(column);
    }
    this.#mayBeKey = mayBeKey;
    this.#at++;
  }

  #unroll(column: number): void {
    while (this.#indent > column) {
      this.#indents.pop();
    }
  }

  #value(character: string, isInFlow: boolean): void {
    if (!isInFlow && this.#mayBeKey) {
      this.#key = this.#column;
    }
    this.#mayBeKey = false;
    switch (character) {
      case '[':
      case '{':
        this.#brackets++;
        this.#tabsOfLine.splice(0).forEach((tab) => this.#tabs.push(tab));
        this.#at++;
        break;
      case ']':
      case '}':
        this.#brackets = Math.max(0, this.#brackets - 1);
        this.#at++;
        break;
      case ',':
        this.#at++;
        break;
      case '&':
      case '*':
      case '!':
        matchAt(PROPERTY, this.text, this.#at + 1);
        this.#at = PROPERTY.lastIndex;
        break;
      case '"':
      case "'":
        this.#quoted(character);
        break;
      default:
        if (!isInFlow && (character === '|' || character === '>')) {
          this.#blockScalar();
        } else {
          this.#plain(isInFlow);
        }
    }
  }

  #quoted(quote: string): void {
    const { text } = this;
    for (this.#at++; this.#at < text.length;) {
      const character = text[this.#at]!;
      if (isBreak(text.charCodeAt(this.#at))) {
        this.#lineBreak(true);
        if (this.#isMarker()) {
          return;
        }
      } else if (character === quote && (quote === '"' || text[this.#at + 1] !== quote)) {
        this.#at++;
        return;
      } else {
        const isPair = character === quote || (character === '\\' && quote === '"' && !isBreak(text.charCodeAt(this.#at + 1)));
        this.#at += isPair ? 2 : 1;
      }
    }
  }

  #plain(isInFlow: boolean): void {
    const { text } = this;
    do {
      do {
        this.#at++;
      } while (!this.#isBlank(this.#at) && !this.#endsPlain(isInFlow));
      if (!this.#isBlank(this.#at)) {
        return;
      }
    } while (this.#skipToNextWord(isInFlow) && text[this.#at] !== '#' && !this.#endsPlain(isInFlow));
  }

  /** Whether the character at the current offset ends a plain scalar. */
  #endsPlain(isInFlow: boolean): boolean {
    const character = this.text[this.#at]!;
    return (character === ':' && this.#isBlank(this.#at + 1)) || (isInFlow && ',[]{}'.includes(character));
  }

  /** Skips white space in a plain scalar. Returns false if it ends there. */
  #skipToNextWord(isInFlow: boolean): boolean {
    const { text } = this;
    const start = this.#lineStart;
    for (let code = text.charCodeAt(this.#at); isSpaceOrBreak(code); code = text.charCodeAt(this.#at)) {
      if (isBreak(code)) {
        this.#lineBreak(isInFlow);
      } else {
        this.#at++;
      }
    }
    if (this.#lineStart === start) {
      return this.#at < text.length;
    }
    this.#mayBeKey = !isInFlow;
    return this.#at < text.length && !this.#isMarker() && (isInFlow || this.#column > this.#indent);
  }

  #blockScalar(): void {
    const { text } = this;
    const [, before = '', after = ''] = matchAt(BLOCK_HEADER, text, this.#at)!;
    this.#at = BLOCK_HEADER.lastIndex;
    const digit = before + after;
    let indent = digit === '' ? 0 : Math.max(0, this.#indent) + Number(digit);
    let deepest = 0;
    while (this.#at < text.length) {
      // At the end of a line.
      this.#lineBreak(false);
      const first = this.#afterSpaces();
      const column = first - this.#at;
      if (first < text.length && !isBreak(text.charCodeAt(first))) {
        indent = indent === 0 ? Math.max(deepest, column, this.#indent + 1, 1) : indent;
        if (column < indent) {
          break;
        }
      }
      deepest = Math.max(deepest, column);
      this.#skipLine();
    }
    this.#mayBeKey = true;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function isSpaceOrBreak(code: number): boolean {
  return code === SPACE || code === TAB || isBreak(code);
}
