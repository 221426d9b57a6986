import { isAscii, isUtf8 } from 'node:buffer';
import { printableMessage } from '../../text/printable';
import type { SourcePosition } from './source-position';

/**
 * Text of bytes. Node.js replaces what is not UTF-8 without a word, so that a value would be written in another form than it was read: this file is
 * the only one that decodes, and each reader chooses whether such text is an error.
 */

/** Thrown for text that is not UTF-8. */
export class EncodingError extends Error {
  /** What is wrong, and the remedy, without the name of the source. */
  public readonly fault: string;

  /** Position of the first byte that is not UTF-8. */
  public readonly position: SourcePosition;

  /**
   * @param source name of the source, such as the path of the file
   * @param fault what is wrong, and the remedy
   * @param position position of the first byte that is not UTF-8
   */
  public constructor(source: string, fault: string, position: SourcePosition) {
    super(printableMessage(`${source}:${position.line}:${position.column}: ${fault}`));
    this.name = 'EncodingError';
    this.fault = fault;
    this.position = position;
  }
}

/** Returns the text of bytes, or undefined if they are not UTF-8: for readers that have an error of their own. */
export function utf8Text(content: Uint8Array): string | undefined {
  // Decoding as Latin-1 gives the same for ASCII, faster.
  return isAscii(content) ? bufferOf(content).toString('latin1') : isUtf8(content) ? bufferOf(content).toString('utf8') : undefined;
}

/**
 * Returns the text of a file or of the standard input.
 *
 * @param content the bytes
 * @param source name of the source, for the error
 * @throws EncodingError if it is not UTF-8
 */
export function textOf(content: Uint8Array, source: string): string {
  const text = utf8Text(content);
  if (text === undefined) {
    const before = bufferOf(content.subarray(0, validLength(content))).toString('utf8').replace(/^\ufeff/, '');
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const what = isUtf16(content) ? 'UTF-16, and not UTF-8' : `not UTF-8, because of the byte 0x${content[validLength(content)]!.toString(16)}`;
    throw new EncodingError(source, `the text is ${what}; save it as UTF-8`, { line: before.split('\n').length, column: line.length + 1 });
  }
  return text;
}

/**
 * Returns text as Go's encoding/json has it, with U+FFFD for each byte that is not UTF-8: for answers of servers and output of programs, which are
 * shown or compared, and for data that Go decodes in this way.
 */
export function goText(content: Uint8Array): string {
  const text = utf8Text(content);
  if (text !== undefined) {
    return text;
  }
  const parts: string[] = [];
  for (let at = 0; at < content.length;) {
    const rest = content.subarray(at);
    const length = validLength(rest);
    parts.push(bufferOf(rest.subarray(0, length)).toString('utf8'));
    at += length;
    if (at < content.length) {
      parts.push('\ufffd');
      at++;
    }
  }
  return parts.join('');
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Returns the number of bytes at the beginning that are UTF-8. */
function validLength(content: Uint8Array): number {
  let at = 0;
  while (at < content.length) {
    const length = characterLength(content, at);
    if (length === 0) {
      break;
    }
    at += length;
  }
  return at;
}

/** Returns the number of bytes of the character at an offset, or 0 if there is none. */
function characterLength(content: Uint8Array, at: number): number {
  const first = content[at]!;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  return length > 1 && !isUtf8(content.subarray(at, at + length)) ? 0 : length;
}
