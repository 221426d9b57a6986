import fc from 'fast-check';
import { EncodingError, goText, textOf } from '../../../lib/formats/json/utf8-text';

/** Returns the message for bytes that are not UTF-8. */
function refusal(content: Buffer): string {
  try {
    return `accepted: ${textOf(content, 'a.yaml')}`;
  } catch (error) {
    expect(error).toBeInstanceOf(EncodingError);
    return (error as Error).message;
  }
}

describe('textOf', () => {
  it('returns UTF-8 as it is, with its byte order mark', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }).filter((text) => text.search(/\p{Surrogate}/u) < 0), (text) => {
      expect(textOf(Buffer.from(text), 'a')).toBe(text);
      expect(goText(new Uint8Array(Buffer.from(`x${text}`)).subarray(1))).toBe(text);
    }));
    expect(textOf(Buffer.from('\ufeffa\ufffd'), 'a')).toBe('\ufeffa\ufffd');
  });

  it.each<[string, Buffer, string]>([
    ['Latin-1', Buffer.from('a: 1\nb: caf\xe9\n', 'latin1'), 'a.yaml:2:7: the text is not UTF-8, because of the byte 0xe9; save it as UTF-8'],
    ['a byte of a character', Buffer.from([0x80]), 'a.yaml:1:1: the text is not UTF-8, because of the byte 0x80; save it as UTF-8'],
    ['a character that is cut off', Buffer.from('é😀').subarray(0, 4), 'a.yaml:1:2: the text is not UTF-8, because of the byte 0xf0; save it as UTF-8'],
    ['half of a surrogate pair', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 'a.yaml:1:2: the text is not UTF-8, because of the byte 0xed; save it as UTF-8'],
    ['a character that is too long', Buffer.from([0xc0, 0xaf]), 'a.yaml:1:1: the text is not UTF-8, because of the byte 0xc0; save it as UTF-8'],
    ['UTF-16', Buffer.from('\ufeffa: 1', 'utf16le'), 'a.yaml:1:1: the text is UTF-16, and not UTF-8; save it as UTF-8'],
    ['a line after a byte order mark', Buffer.from('\xef\xbb\xbfa\xe9', 'latin1'), 'a.yaml:1:2: the text is not UTF-8, because of the byte 0xe9; save it as UTF-8'],
  ])('refuses %s', (_, content, message) => {
    expect(refusal(content)).toBe(message);
  });

  it('accepts what a strict decoder accepts', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const bytes = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x7f, 0x80, 0xbf, 0xc2, 0xe0, 0xa0, 0xed, 0x9f, 0xf0, 0x90, 0xf4, 0x8f));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 8 }), fc.array(bytes, { maxLength: 6 }), (before, after) => {
      const content = Buffer.from([...before, ...after]);
      let expected: string | undefined;
      try {
        expected = strict.decode(content);
      } catch {
        expected = undefined;
      }
      expect(refusal(content)).toEqual(expected === undefined ? expect.stringContaining('save it as UTF-8') as unknown : `accepted: ${expected}`);
    }));
  });
});

describe('goText', () => {
  // As Go's json.Marshal writes a string of these bytes.
  it.each<[number[], string]>([
    [[0xf0, 0x9f, 0x98], '\ufffd\ufffd\ufffd'],
    [[0xf0, 0x9f, 0x98, 0x80], '😀'],
    [[0x61, 0xe9, 0x62], 'a\ufffdb'],
    [[0xed, 0xa0, 0x80, 0x61], '\ufffd\ufffd\ufffda'],
    [[0xe2, 0x82, 0xe2, 0x82, 0xac], '\ufffd\ufffd€'],
    [[0xc0, 0x80, 0xff], '\ufffd\ufffd\ufffd'],
    [[0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    [[0xc3], '\ufffd'],
  ])('has one replacement character for each byte of %j that is not UTF-8', (bytes, text) => {
    expect(goText(Buffer.from(bytes))).toBe(text);
  });
});
