import { read, refusal } from './read';

describe('a plain scalar resolves as in Go', () => {
  it.each<[string, unknown]>([
    ['yes', true], ['Yes', true], ['YES', true], ['y', true], ['Y', true], ['on', true], ['On', true], ['true', true], ['TRUE', true],
    ['no', false], ['NO', false], ['n', false], ['N', false], ['off', false], ['Off', false], ['False', false],
    ['yEs', 'yEs'], ['tRUE', 'tRUE'], ['yesterday', 'yesterday'],
    ['~', null], ['null', null], ['Null', null], ['NULL', null], ['nUll', 'nUll'], ['', null],
    ['0', 0], ['12', 12], ['-12', -12], ['+12', 12], ['-0', 0],
    ['0777', 511], ['0100644', 33188], ['-0777', -511], ['0o777', 511], ['+0o17', 15], ['08', 8], ['0_7', 7], ['0_8', 8],
    ['0b11', 3], ['-0b11', -3], ['0b+11', 3], ['0b2', '0b2'], ['0x1F', 31], ['0X1f', 31], ['-0x1F', -31], ['0x', '0x'], ['0o8', '0o8'],
    ['1_000', 1000], ['1__0', 10], ['1_', 1], ['_1', '_1'], ['685_230.15', 685230.15],
    ['1:30', '1:30'], ['190:20:30', '190:20:30'], ['2001-12-14', '2001-12-14'], ['2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
    ['1.5', 1.5], ['1.', 1], ['.5', 0.5], ['+.5', 0.5], ['._5', '._5'], ['.5e3', 500], ['1e3', 1000], ['12e03', 12000], ['1e', '1e'], ['.', '.'],
    ['1e400', '1e400'], ['123e4567', '123e4567'], ['-1e400', '-1e400'], ['1e-400', 0], ['1,000', '1,000'],
    ['9007199254740991', 9007199254740991], ['9007199254740993', 9007199254740993n], ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n], ['-9223372036854775809', -9223372036854775809], ['18446744073709551616', 2 ** 64],
    ['+', '+'], ['=', '='], ['a#b', 'a#b'], ['a #b', 'a'], ['http://x', 'http://x'],
  ])('%s', (scalar, value) => {
    expect(read(`a: ${scalar}\n`).value).toEqual({ a: value });
  });

  it.each(['.inf', '-.inf', '+.Inf', '.nan', '.NAN'])('%s is refused, because JSON cannot represent it', (scalar) => {
    expect(refusal(`a: ${scalar}\n`)).toBe(`1:4: ${scalar} is a number that JSON does not have; quote it if it is a string`);
  });

  it('is a string inside quotes', () => {
    expect(read('a: "yes"\nb: \'0777\'\nc: "~"\n').value).toEqual({ a: 'yes', b: '0777', c: '~' });
  });
});

describe('a tag', () => {
  it.each<[string, unknown]>([
    ['!foo bar', 'bar'], ['!foo 12', '12'], ['! 12', '12'], ['!!python/none x', 'x'], ['!!map x', 'x'],
    ['!!str 12', '12'], ['!!str', ''], ['!!int "12"', 12], ['!!float 1', 1], ['!!null ""', null], ['!!bool yes', true],
    ['!!timestamp 2001-01-01', '2001-01-01'], ['!!binary aGk=', 'hi'], ['!!binary 8J+Y', '\ufffd\ufffd\ufffd'], ['!!binary 8J+YgOk=', '😀\ufffd'], ['!<tag:yaml.org,2002:int> 12', 12],
    ['!!set {b, c}', { b: null, c: null }], ['!!omap [b: 1]', [{ b: 1 }]], ['!foo {b: 1}', { b: 1 }],
  ])('determines the value of %s', (scalar, value) => {
    expect(read(`a: ${scalar}\n`).value).toEqual({ a: value });
  });

  it.each([
    ['!!int abc', 'the tag !!int does not match "abc"'],
    ['!!float x', 'the tag !!float does not match "x"'],
    ['!!binary "!!"', 'the value of tag !!binary is not base64'],
  ])('that does not match its value is refused: %s', (scalar, reason) => {
    expect(refusal(`a: ${scalar}\n`)).toContain(reason);
  });
});

describe('a map', () => {
  it.each<[string, string, unknown]>([
    ['uses the last of equal keys', 'a: 1\na: 2\n', { a: 2 }],
    ['converts resolved keys to strings', 'yes: 1\n0777: 2\n1.0: 3\n1e6: 4\n', { true: 1, 511: 2, 1: 3, '1e+06': 4 }],
    ['merges an alias', 'one: &x {a: 1}\ntwo:\n  <<: *x\n  b: 2\n', { one: { a: 1 }, two: { a: 1, b: 2 } }],
    ['prefers a merge after a key', 'a: 1\n<<: {a: 2}\n', { a: 2 }],
    ['prefers a key after a merge', '<<: {a: 2}\na: 1\n', { a: 1 }],
    ['prefers the first of several merges', '<<: [{a: 1}, {a: 2, b: 3}]\n', { a: 1, b: 3 }],
    ['reads a quoted << as an ordinary key', '"<<": {a: 1}\n', { '<<': { a: 1 } }],
    ['resolves an alias as a key', '&a k: 1\nb: {*a : 2}\n', { k: 1, b: { k: 2 } }],
  ])('%s', (_, source, value) => {
    expect(read(source).value).toEqual(value);
  });

  it('has a key __proto__ like any other', () => {
    const { value } = read('__proto__: {a: 1}\n');
    expect(Object.entries(value as object)).toEqual([['__proto__', { a: 1 }]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['{a: 1}: 2\n', '1:1: a key is a map, which Go refuses; a key must be a scalar'],
    ['? [a]\n: 1\n', '1:3: a key is a list, which Go refuses; a key must be a scalar'],
    ['~: 1\n', '1:1: a key is null, which Go refuses; quote the key'],
    ['<<: 1\n', '1:5: the value of a merge key (<<) must be a map or a list of maps'],
    ['18446744073709551615: 1\n', '1:1: the key 18446744073709551615 exceeds a signed 64-bit integer, which Go refuses; quote the key'],
  ])('is refused for %j', (source, reason) => {
    expect(refusal(source)).toBe(reason);
  });

  it('is deeply frozen, and so is a list', () => {
    const value = read('a: [{b: 1}]\n').value as { a: [object] };
    expect([value, value.a, value.a[0]].every(Object.isFrozen)).toBe(true);
  });
});

describe('a quoted scalar', () => {
  it.each([
    ['a: "\\/"\n', "1:5: Go's YAML reader does not support the escape \\/; remove the backslash"],
    ['a: "\\\\\\/"\n', "1:7: Go's YAML reader does not support the escape \\/; remove the backslash"],
    ['a: "\\ud83d\\ude00"\n', '1:5: the escape \\ud83d is not a character; write characters beyond U+FFFF as \\U and eight digits'],
    ['a: "\\U00110000"\n', '1:5: the escape \\U00110000 is not a character; write characters beyond U+FFFF as \\U and eight digits'],
    ['a: "\\z"\n', '1:6: this is not YAML: unknown escape sequence'],
  ])('is refused for the escape in %s', (source, reason) => {
    expect(refusal(source)).toBe(reason);
  });

  it('may contain all escapes of JSON in a JSON file', () => {
    expect(read(' {"a":"\\/\\ud83d\\ude00"}').value).toEqual({ a: '/😀' });
  });

  it('keeps empty lines after an escaped line break, and after an escaped backslash', () => {
    expect(read('a: "b\\\n\n\n  c\\\\\n\n  d"\n').value).toEqual({ a: 'b\n\nc\\\nd' });
  });
});

describe('readYaml', () => {
  it('accepts a byte order mark', () => {
    expect(read('\ufeffa: 1\n').value).toEqual({ a: 1 });
  });

  it('accepts in JSON the control characters that JSON allows, as Go does', () => {
    expect(read('{"a":"x\x7f\x85\u2028\ufffe"}').value).toEqual({ a: 'x\x7f\x85\u2028\ufffe' });
    expect(refusal('{"a":"x\x7f",}')).toContain('the control character U+007F is not allowed');
  });

  it('refuses control characters', () => {
    expect(refusal('a: 1\nb: "x\x7f"\n')).toBe('2:6: the control character U+007F is not allowed; remove it, or write it as an escape in double quotes');
  });

  it.each(['a: x\u2028y\n', 'a: "x \u2028y"\n', '# x\u0085y\na: 1\n'])('refuses characters that end lines only in Go: %j', (source) => {
    expect(refusal(source)).toMatch(/^1:\d+: Go's readers end the line at the character U\+(2028|0085); remove it, or write it as \\u\1 in double quotes$/);
  });

  it('accepts U+2028 inside quotes without adjacent space, and in JSON', () => {
    expect(read('a: "x\u2028y"\n').value).toEqual({ a: 'x\u2028y' });
    expect(read('{"a": "x \u2028y"}').value).toEqual({ a: 'x \u2028y' });
  });
});

describe('brackets', () => {
  it('may close at the indentation of their key, as in Go', () => {
    expect(read('a: {\nb: [\n1\n]\n}\nc: 2\n').value).toEqual({ a: { b: [1] }, c: 2 });
  });

  it('in such lines keep their positions', () => {
    const { locate } = read('a: {\nb: 1,\n  c: 2\n}\nd: 3\n');
    expect([locate(['a', 'b']), locate(['a', 'c']), locate(['d'])]).toEqual([{ line: 2, column: 1 }, { line: 3, column: 3 }, { line: 5, column: 1 }]);
  });
});

describe('decoding into strings converts the resolved value', () => {
  it.each([
    ['1.0', '1'], ['4.10', '4.1'], ['yes', 'true'], ['0777', '511'], ['1e6', '1e+06'], ['123456.0', '123456'], ['1234567.0', '1.234567e+06'],
    ['0.0001', '0.0001'], ['0.00001', '1e-05'], ['16777217.0', '1.6777216e+07'], ['123456789012345678901', '1.2345679e+20'], ['3.5e38', '+Inf'],
    ['-1.5', '-1.5'], ['-0.0', '-0'], ['18446744073709551615', '18446744073709551615'], ['"1.0"', '1.0'], ['2001-01-01', '2001-01-01'],
  ])('%s becomes %s', (scalar, result) => {
    expect(read(`a: ${scalar}\n`, { target: 'string' }).value).toEqual({ a: result });
  });
});

describe('decoding into an object', () => {
  it('keeps signed 64-bit integers, and converts larger ones to floats', () => {
    const source = 'a: 9223372036854775807\nb: 18446744073709551615\nc: -0.0\n';
    expect(read(source, { target: 'object' }).value).toEqual({ a: 9223372036854775807n, b: 18446744073709552000, c: 0 });
  });
});
