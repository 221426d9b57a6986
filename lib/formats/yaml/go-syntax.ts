import type { Event, ScalarEvent } from 'js-yaml';
import { COLLECTION_STYLE, EVENT, eventOffset, isQuoted, type ParsedYaml, STYLE } from './parse';
import { lineStart, type SourceText, YamlSyntaxError } from './source-text';

const ANCHOR = /^[\w-]+$/;
const FLOW_INDICATOR = /[,[\]{}]/;
const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
const LINE_BREAK = /[\r\n]/;
const LINE_BREAKS = /[\r\n]/g;
const NOT_SPACE = /[^ \t\r\n]/g;
const KEY_COLON = /[ \t\r\n]*:(?=[ \t\r\n,[\]{}]|$)/y;
const QUOTED_KEY_COLON = /[ \t\r\n]*:/y;

/** What may precede a map in block style on its line: the indicators of items and of explicit keys and values. */
const BEFORE_BLOCK_MAP = /^\ufeff?[ \t]*(?:[-?:][ \t]+)*$/;

/**
 * Refuses YAML that js-yaml, a reader of YAML 1.2, accepts, but that Go's reader of YAML 1.1 refuses or reads differently: tabs that indent, and
 * plain scalars, keys, tags and anchors that end elsewhere.
 *
 * @throws YamlSyntaxError at the first of them
 */
export function refuseSyntaxUnknownToGo({ source, events }: ParsedYaml): void {
  const tabs = source.text.includes('\t') || source.replacedTabs.length > 0 ? new Tabs(source) : undefined;
  const open: Surroundings[] = [OUTSIDE];
  let before: Token = { ...OUTSIDE, start: 0, end: 0 };
  for (const [index, event] of events.entries()) {
    const around = open.at(-1)!;
    checkProperties(source, event, around.brackets);
    checkInlineMap(source, event, events[index + 1]);
    if (event.type === EVENT.POP) {
      open.pop();
    } else if (event.type === EVENT.DOCUMENT) {
      open.push(OUTSIDE);
    } else if (event.type === EVENT.SEQUENCE || event.type === EVENT.MAPPING) {
      open.push(inside(source.text, event, around));
    } else if (tabs !== undefined || around.brackets > 0) {
      const token = tokenOf(event, around);
      if (token !== undefined) {
        tabs?.checkBetween(before, token.start);
        tabs?.checkInside(token);
        checkInBrackets(source, before, token);
        before = token;
      }
    }
  }
  tabs?.checkBetween(before, source.text.length);
}

/** List, map and brackets that enclose a value. */
interface Surroundings {
  /** Offset of the innermost list or map in block style, or -1 if there is none. */
  readonly block: number;
  /** Number of open brackets. */
  readonly brackets: number;
}

const OUTSIDE: Surroundings = { block: -1, brackets: 0 };

/** A scalar or an alias. Between two of them there is only punctuation, white space and comments. */
interface Token extends Surroundings {
  readonly start: number;
  readonly end: number;
  /** The scalar, or undefined for an alias. */
  readonly scalar?: ScalarEvent;
}

function inside(text: string, { start, style }: { readonly start: number; readonly style: number }, around: Surroundings): Surroundings {
  if (style === COLLECTION_STYLE.BLOCK) {
    return { block: start, brackets: 0 };
  }
  const hasBracket = text[start] === '[' || text[start] === '{';
  return hasBracket ? { block: around.block, brackets: around.brackets + 1 } : around;
}

function tokenOf(event: Event, { block, brackets }: Surroundings): Token | undefined {
  if (event.type === EVENT.ALIAS) {
    return { start: eventOffset(event), end: event.anchorEnd, block, brackets };
  }
  if (event.type !== EVENT.SCALAR || event.valueStart < 0) {
    return undefined;
  }
  return { start: eventOffset(event), end: event.valueEnd + (isQuoted(event) ? 1 : 0), scalar: event, block, brackets };
}

/** Refuses anchors and tags that Go's readers end elsewhere: anchors at other characters, tags at white space only. */
function checkProperties(source: SourceText, event: Event, brackets: number): void {
  if ('anchorStart' in event && event.anchorStart >= 0) {
    const name = source.text.slice(event.anchorStart, event.anchorEnd);
    if (!ANCHOR.test(name)) {
      throw error(source, event.anchorStart, `the anchor ${JSON.stringify(name)} has characters other than letters, digits, - and _, which Go's readers refuse; rename it`);
    }
  }
  if (brackets > 0 && 'tagStart' in event && event.tagStart >= 0 && FLOW_INDICATOR.test(source.text.charAt(event.tagEnd))) {
    throw error(source, event.tagEnd, "Go's readers take a comma or bracket right after a tag as a part of it; put a space before it");
  }
}

/**
 * Refuses a map in block style on the line of its key, which js-yaml refuses, too, unless a tag or an anchor is before its first key.
 *
 * @param next event after it: for a map, that of its first key
 */
function checkInlineMap(source: SourceText, event: Event, next: Event | undefined): void {
  if (event.type !== EVENT.MAPPING || event.style !== COLLECTION_STYLE.BLOCK || !hasProperties(next)) {
    return;
  }
  if (!BEFORE_BLOCK_MAP.test(source.text.slice(lineStart(source.text, event.start), event.start))) {
    throw error(source, event.start, "Go's readers refuse a map on the line of its key; begin it on the next line");
  }
}

function hasProperties(event: Event | undefined): boolean {
  return event?.type === EVENT.SCALAR && (event.anchorStart >= 0 || event.tagStart >= 0);
}

/**
 * Refuses YAML that Go's readers read differently inside brackets: each `?` marks a key, a colon before a bracket or comma does not end a plain
 * scalar, and a key must be on one line.
 */
function checkInBrackets(source: SourceText, before: Token, token: Token): void {
  if (token.brackets === 0) {
    return;
  }
  const { text } = source;
  const written = text.slice(token.start, token.end);
  const isPlain = token.scalar?.style === STYLE.PLAIN;
  if (isPlain && (written.includes('?') || written.startsWith(':'))) {
    const mark = written.startsWith(':') ? ':' : '?';
    throw error(source, token.start, `inside brackets Go's readers take the ${mark} in ${JSON.stringify(written.slice(0, 40))} as the mark of a key; quote the value`);
  }
  const colon = isPlain ? KEY_COLON : QUOTED_KEY_COLON;
  colon.lastIndex = token.end;
  if (!colon.test(text)) {
    return;
  }
  const end = colon.lastIndex;
  if (isPlain && FLOW_INDICATOR.test(text.charAt(end))) {
    throw error(source, end - 1, "Go's readers take a colon as a part of the key before it unless white space follows; put a space after the colon");
  }
  const isExplicit = /\?\s/.test(text.slice(before.end, token.start));
  if (!isExplicit && /[\r\n]/.test(text.slice(token.start, end))) {
    throw error(source, token.start, "Go's readers refuse a key inside brackets that is not on one line with its colon; join the lines");
  }
}

/** Finds the tabs that Go's scanner refuses: it accepts them inside brackets and quotes, and after the first token of a line. */
class Tabs {
  readonly #text: string;
  readonly #offsets: ReadonlySet<number>;
  readonly #tabs: Iterator<number, undefined>;
  #next: number | undefined;

  public constructor(private readonly source: SourceText) {
    this.#text = source.text;
    this.#offsets = new Set(source.tabs());
    this.#tabs = this.#offsets.values();
    this.#next = this.#tabs.next().value;
  }

  /** Checks the tabs between two tokens. */
  public checkBetween(before: Token, end: number): void {
    if (!this.#skipTabs(end)) {
      return;
    }
    let brackets = before.brackets;
    let mayIndent = /^[\r\n]?$/.test(this.#text.slice(Math.max(0, before.end - 1), before.end));
    let isAfterPlain = before.scalar?.style === STYLE.PLAIN;
    for (let at = before.end; at < end; at++) {
      const character = this.#text[at]!;
      if (this.#offsets.has(at)) {
        if (isAfterPlain) {
          this.#checkPlain(at, before.block);
        } else if (brackets === 0 && mayIndent) {
          throw this.#error(at);
        }
      } else if (LINE_BREAK.test(character)) {
        mayIndent = true;
      } else if (character !== ' ' && character !== '\ufeff') {
        isAfterPlain = false;
        brackets += BRACKETS[character] ?? 0;
        mayIndent &&= '-?:'.includes(character) && /\s/.test(this.#text.charAt(at + 1));
        at = character === '#' && /^\s?$/.test(this.#text.charAt(at - 1)) ? lineEnd(this.#text, at) - 1 : at;
      }
    }
  }

  /** Checks the tabs inside a token. */
  public checkInside({ start, scalar, end, block }: Token): void {
    if (!this.#skipTabs(end) || scalar === undefined || isQuoted(scalar)) {
      return;
    }
    const contentStart = scalar.style === STYLE.PLAIN ? start : this.#contentStart(scalar);
    for (let at = start; at < end; at++) {
      if (this.#offsets.has(at)) {
        if (scalar.style === STYLE.PLAIN) {
          this.#checkPlain(at, block);
        } else {
          this.#checkBlock(at, scalar, contentStart);
        }
      }
    }
  }

  /** Skips the tabs before an offset; returns whether it skipped any. */
  #skipTabs(end: number): boolean {
    const first = this.#next;
    while (this.#next !== undefined && this.#next < end) {
      this.#next = this.#tabs.next().value;
    }
    return this.#next !== first;
  }

  /** In the lines of a plain scalar after its first, and in empty lines after it, spaces must come first. */
  #checkPlain(tab: number, block: number): void {
    if (this.#followsSpaces(tab) && this.source.columnAt(tab) <= (block < 0 ? 0 : this.source.columnAt(block))) {
      throw this.#error(tab);
    }
  }

  /** A line of a block scalar must be indented by spaces up to the start of its content, which is unknown before its first line. */
  #checkBlock(tab: number, scalar: ScalarEvent, contentStart: number): void {
    if (this.#followsSpaces(tab) && (tab < contentStart || this.source.columnAt(tab) <= scalar.indent)) {
      throw this.#error(tab);
    }
  }

  /** Returns the offset of the first content of a block scalar, or of its first line if its header has the indentation. */
  #contentStart(scalar: ScalarEvent): number {
    const headerEnd = scalar.valueStart - 1;
    const header = this.#text.slice(lineStart(this.#text, headerEnd), headerEnd);
    if (/[|>][-+]?[1-9]/.test(header)) {
      return scalar.valueStart;
    }
    NOT_SPACE.lastIndex = scalar.valueStart;
    return NOT_SPACE.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Whether a tab follows only spaces in its line, and the line is not the first. */
  #followsSpaces(tab: number): boolean {
    let at = tab - 1;
    while (this.#text[at] === ' ' && !this.#offsets.has(at)) {
      at--;
    }
    return at >= 0 && LINE_BREAK.test(this.#text[at]!);
  }

  #error(tab: number): YamlSyntaxError {
    return error(this.source, tab, "Go's readers refuse a tab before the first value of a line; replace it with spaces");
  }
}

function lineEnd(text: string, offset: number): number {
  LINE_BREAKS.lastIndex = offset;
  return LINE_BREAKS.exec(text)?.index ?? text.length;
}

function error(source: SourceText, offset: number, message: string): YamlSyntaxError {
  return new YamlSyntaxError(message, source.positionAt(offset));
}

const SEPARATOR = /[\u0085\u2028\u2029]/g;
const SPACE = /[ \t\r\n]/;

/** Whether Go's YAML readers may change a string because it contains characters that break lines in YAML 1.1, which cdk8s writes unescaped. */
export function hasLineSeparators(text: string): boolean {
  return text.search(SEPARATOR) >= 0;
}

/**
 * Refuses characters that break lines in YAML 1.1, which Go reads, but not in YAML 1.2, which js-yaml reads, unless it makes no difference, as for
 * U+2028 and U+2029 inside quotes without white space next to them. A key must be on one line, also in quotes.
 *
 * @throws YamlSyntaxError at the first such character
 */
export function refuseLineSeparators({ source, events }: ParsedYaml): void {
  const { text } = source;
  const quoted = quotedValues(events);
  let next = 0;
  for (const { index } of text.matchAll(SEPARATOR)) {
    while (next < quoted.length && quoted[next]!.valueEnd <= index) {
      next++;
    }
    const inQuotes = next < quoted.length && quoted[next]!.valueStart <= index;
    if (!inQuotes || text[index] === '\u0085' || SPACE.test(text[index - 1]!) || SPACE.test(text[index + 1]!)) {
      const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, '0');
      throw new YamlSyntaxError(
        `Go's readers end the line at the character U+${code}; remove it, or write it as \\u${code} in double quotes`,
        source.positionAt(index),
      );
    }
  }
}

/** Returns the scalars in quotes that are not keys, in the order of the source. */
function quotedValues(events: readonly Event[]): ScalarEvent[] {
  const values: ScalarEvent[] = [];
  /** For each open map, whether a key comes next; undefined for a list or document. */
  const isKeyNext: (boolean | undefined)[] = [undefined];
  for (const event of events) {
    if (event.type === EVENT.POP) {
      isKeyNext.pop();
      continue;
    }
    const isKey = isKeyNext.at(-1);
    if (event.type === EVENT.SCALAR && isQuoted(event) && isKey !== true) {
      values.push(event);
    }
    if (isKey !== undefined) {
      isKeyNext.splice(-1, 1, !isKey);
    }
    if (event.type === EVENT.DOCUMENT || event.type === EVENT.SEQUENCE || event.type === EVENT.MAPPING) {
      isKeyNext.push(event.type === EVENT.MAPPING ? true : undefined);
    }
  }
  return values;
}
