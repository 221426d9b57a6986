import { exactJson, parseJson } from '../../../lib/formats/json/exact-json';

describe('parseJson', () => {
  it.each<[string, unknown]>([
    ['9007199254740993', 9007199254740993n], [' -9007199254740993 ', -9007199254740993n], ['9007199254740991', 9007199254740991], ['9223372036854775807', 9223372036854775807n],
    ['[1.1234567890123456789,1e0000000000000000001,9007199254740993.0,12345678901234567e1]', [1.1234567890123457, 10, 9007199254740992, 123456789012345670]],
    ['{"a":[9007199254740993],"__proto__":9007199254740993}', JSON.parse('{"a":[0],"__proto__":0}', (_, value: unknown) => (value === 0 ? 9007199254740993n : value))],
    ['{"9007199254740993":"9007199254740993"}', { ['9007199254740993']: '9007199254740993' }],
    // Strings that look like the replacements.
    ['["0:1","\\u0031:9007199254740993",9007199254740993]', ['0:1', '1:9007199254740993', 9007199254740993n]],
    ['["\\"9007199254740993",9007199254740993,"\\\\"]', ['"9007199254740993', 9007199254740993n, '\\']],
    ['["a\\ud800","\\ud83d\\ude00"]', ['a\ufffd', '😀']],
    ['["\\udc00",9007199254740993]', ['\ufffd', 9007199254740993n]],
  ])('reads %s', (json, value) => {
    expect(parseJson(json)).toEqual(value);
  });

  it('reads integers beyond 64 bits as floats, as Go does', () => {
    expect(parseJson('[9223372036854775808,18446744073709551615]')).toEqual([2 ** 63, 2 ** 64]);
    expect(parseJson('[9223372036854775808,18446744073709551615,18446744073709551616]', 'uint64')).toEqual([2n ** 63n, 2n ** 64n - 1n, 2 ** 64]);
  });

  it.each(['1e309', '1e400', '-1e400', '1E+0400', '12345.678e305', '9'.repeat(400), `-${'9'.repeat(309)}`, `${'9'.repeat(250)}e99`, `${'1'.repeat(1_000_000)}`])(
    'refuses a number beyond 64-bit floats, as Go does (%#)', (number) => {
      for (const json of [number, `[1,${number}]`, `{"a":{"b":[\n${number} ]}}`, `["1e400",${number},9007199254740993]`]) {
        expect(() => parseJson(json)).toThrow(/^the number -?[\d.eE+]+…? is too large for Go, which reads 64-bit floats; write it as a string$/);
        expect(() => parseJson(json)).toThrow(SyntaxError);
      }
    },
  );

  it.each<[string, unknown]>([['1e308', 1e308], ['1e-400', 0], ['["1e400","a1e400b"]', ['1e400', 'a1e400b']], [`[0.${'9'.repeat(400)}]`, [1]], ['{"1e400":1e0100}', { '1e400': 1e100 }]])(
    'reads %s', (json, value) => {
      expect(parseJson(json)).toEqual(value);
    },
  );

  it('reads the integer -0 as 0, and floats with the sign of zero, as Go does', () => {
    for (const json of ['-0', ' -0 ', '[-0]', '{"a":-0}', '[1,-0,"-0"]', '[-0,9007199254740993]']) {
      expect(exactJson(parseJson(json))).toBe(json.trim().replace(/(?<!")-0/, '0'));
      expect(parseJson(json)).toEqual(parseJson(json.replace(/(?<!")-0/, '0')));
    }
    expect(parseJson('[-0.0,-0e1,-1e-400]')).toEqual([-0, -0, -0]);
  });

  it('refuses what is not JSON', () => {
    expect(() => parseJson('[9007199254740993,]')).toThrow(SyntaxError);
  });
});

describe('exactJson', () => {
  it.each<[unknown, string]>([
    [9007199254740993n, '9007199254740993'],
    [{ a: [-9007199254740993n, '0:1', undefined], b: undefined }, '{"a":[-9007199254740993,"0:1",null]}'],
    // Strings that look like the replacements, in keys and after quotes.
    [{ '0:1': 1n, 'x"1:2': '"2:3"', 'y': '\\' }, '{"0:1":1,"x\\"1:2":"\\"2:3\\"","y":"\\\\"}'],
    [{ a: new Date(0), b: 1n }, '{"a":"1970-01-01T00:00:00.000Z","b":1}'],
  ])('writes %p', (value, json) => {
    expect(exactJson(value)).toBe(json);
  });

  it('indents as JSON.stringify does', () => {
    const value = { a: [1, { b: '0:1' }] };
    expect(exactJson(value, 2)).toBe(JSON.stringify(value, undefined, 2));
    expect(exactJson({ ...value, c: 1n }, 2)).toBe(JSON.stringify({ ...value, c: 1 }, undefined, 2));
  });

  it('refuses what JSON.stringify refuses otherwise', () => {
    const circular: { self?: object } = {};
    circular.self = circular;
    expect(() => exactJson(circular)).toThrow(/circular/);
  });
});
