import * as fc from 'fast-check';
import { anyCharacter } from '../../builders/any-character';
import { exactJson } from '../../../lib/formats/json/exact-json';
import { compareUtf8, goJson, plainJson } from '../../../lib/formats/json/go-json';

describe('goJson', () => {
  // The right-hand sides are what json.Marshal of Go 1.26 printed for the same values.
  it.each<[string, unknown, string]>([
    ['null', null, 'null'],
    ['booleans', [true, false], '[true,false]'],
    ['an empty list and an empty map', [[], {}], '[[],{}]'],
    ['integers without a point', [0, 1, -1, 1000000, 9007199254740991], '[0,1,-1,1000000,9007199254740991]'],
    ['integers beyond 2^53 with all digits', [18446744073709551615n, -9223372036854775808n], '[18446744073709551615,-9223372036854775808]'],
    ['fractions', [0.1, -2.5, 1.7976931348623157e308, 5e-324], '[0.1,-2.5,1.7976931348623157e+308,5e-324]'],
    ['exponents below 1e-6 without a leading zero', [0.000001, 0.0000001, 1.5e-9, 1e-10], '[0.000001,1e-7,1.5e-9,1e-10]'],
    ['exponents from 1e21 on', [1e20, 1e21, 1.5e300], '[100000000000000000000,1e+21,1.5e+300]'],
    ['the sign of zero', -0, '-0'],
    ['quotes and backslashes as escapes', 'a"b\\c/d', '"a\\"b\\\\c/d"'],
    ['control characters as escapes', '\b\f\n\r\t\u0000\u001f\u007f', '"\\b\\f\\n\\r\\t\\u0000\\u001f\u007f"'],
    ['HTML special characters as escapes', '<a href="x">&</a>', '"\\u003ca href=\\"x\\"\\u003e\\u0026\\u003c/a\\u003e"'],
    ['line and paragraph separators as escapes', 'a\u2028b\u2029c', '"a\\u2028b\\u2029c"'],
    ['other characters outside ASCII unescaped', 'é日本😀\ufeff\ue000', '"é日本😀\ufeff\ue000"'],
    ['an unpaired surrogate as the replacement character', 'a\ud800b\udc00', '"a\ufffdb\ufffd"'],
    ['keys that need escapes', { 'a<b': 1, 'a"b': 2 }, '{"a\\"b":2,"a\\u003cb":1}'],
    ['keys in byte order, capitals first', { b: 1, a: 2, B: 3, '': 4 }, '{"":4,"B":3,"a":2,"b":1}'],
    ['numeric keys in string order', { 2: 'b', 10: 'a', 1: 'c' }, '{"1":"c","10":"a","2":"b"}'],
    ['keys in UTF-8 order, not UTF-16 order', { '😀': 1, '\uff21': 2 }, '{"\uff21":2,"😀":1}'],
    ['no property whose value is undefined', { a: undefined, b: 1 }, '{"b":1}'],
  ])('writes %s', (_, value, expected) => {
    expect(goJson(value)).toBe(expected);
  });

  it.each([[Number.NaN], [Infinity], [-Infinity], [undefined], [Symbol('s')], [() => 1], [[undefined]]])('throws a TypeError for %p, which JSON cannot represent', (value) => {
    expect(() => goJson(value)).toThrow(TypeError);
  });

  it('writes JSON that JSON.parse reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        expect(JSON.parse(goJson(value))).toEqual(value);
      }),
    );
  });

  it('writes the same JSON regardless of insertion order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: anyCharacter })), (keys) => {
        const forwards = Object.fromEntries(keys.map((key) => [key, 1]));
        const backwards = Object.fromEntries([...keys].reverse().map((key) => [key, 1]));
        expect(goJson(forwards)).toBe(goJson(backwards));
      }),
    );
  });
});

describe('plainJson', () => {
  it('writes fields in their order, without escapes of HTML', () => {
    expect(plainJson({ b: '<&>\u2028', a: [9007199254740993n, -1.5, null], c: undefined, '\ud800': '\udc00' })).toBe(
      '{"b":"<&>\\u2028","a":[9007199254740993,-1.5,null],"\ufffd":"\ufffd"}',
    );
  });

  it('writes any JSON as exactJson does', () => {
    const plain = fc.jsonValue({ stringUnit: 'binary' }).filter((value) => !/\\u202[89]|-0/.test(goJson(value)));
    fc.assert(fc.property(fc.oneof(plain, fc.bigInt()), (value) => {
      expect(plainJson(value)).toBe(exactJson(value));
    }));
  });
});

describe('compareUtf8', () => {
  it('orders strings by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (left, right) => {
        expect(Math.sign(compareUtf8(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
    );
  });
});
