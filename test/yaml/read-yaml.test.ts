import { read, refusal } from './read';

describe('a plain scalar is what Go makes of it', () => {
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
  ])('%s', (text, value) => {
    expect(read(`a: ${text}\n`).value).toEqual({ a: value });
  });

  it.each(['.inf', '-.inf', '+.Inf', '.nan', '.NAN'])('%s is refused, for JSON cannot hold it', (text) => {
    expect(refusal(`a: ${text}\n`)).toBe(`1:4: ${text} is a number that JSON cannot hold; quote it if it is text`);
  });

  it('is the same inside quotes as outside only if it is text', () => {
    expect(read('a: "yes"\nb: \'0777\'\nc: "~"\n').value).toEqual({ a: 'yes', b: '0777', c: '~' });
  });
});

describe('a tag', () => {
  it.each<[string, unknown]>([
    ['!foo bar', 'bar'], ['!foo 12', '12'], ['! 12', '12'], ['!!python/none x', 'x'], ['!!map x', 'x'],
    ['!!str 12', '12'], ['!!str', ''], ['!!int "12"', 12], ['!!float 1', 1], ['!!null ""', null], ['!!bool yes', true],
    ['!!timestamp 2001-01-01', '2001-01-01'], ['!!binary aGk=', 'hi'], ['!<tag:yaml.org,2002:int> 12', 12],
    ['!!set {b, c}', { b: null, c: null }], ['!!omap [b: 1]', [{ b: 1 }]], ['!foo {b: 1}', { b: 1 }],
  ])('as in %s', (text, value) => {
    expect(read(`a: ${text}\n`).value).toEqual({ a: value });
  });

  it.each([
    ['!!int abc', 'the tag !!int does not fit "abc"'],
    ['!!float x', 'the tag !!float does not fit "x"'],
    ['!!binary "!!"', 'the value of tag !!binary is not base64'],
  ])('that does not fit is refused: %s', (text, reason) => {
    expect(refusal(`a: ${text}\n`)).toContain(reason);
  });
});

describe('a map', () => {
  it.each<[string, string, unknown]>([
    ['takes the last of equal keys', 'a: 1\na: 2\n', { a: 2 }],
    ['makes text of keys, from what they stand for', 'yes: 1\n0777: 2\n1.0: 3\n1e6: 4\n', { true: 1, 511: 2, 1: 3, '1e+06': 4 }],
    ['is merged into', 'one: &x {a: 1}\ntwo:\n  <<: *x\n  b: 2\n', { one: { a: 1 }, two: { a: 1, b: 2 } }],
    ['takes the later of a key and a merge', 'a: 1\n<<: {a: 2}\n', { a: 2 }],
    ['takes a key after a merge', '<<: {a: 2}\na: 1\n', { a: 1 }],
    ['prefers the first of several merges', '<<: [{a: 1}, {a: 2, b: 3}]\n', { a: 1, b: 3 }],
    ['has an ordinary key << in quotes', '"<<": {a: 1}\n', { '<<': { a: 1 } }],
    ['takes an alias for a key', '&a k: 1\nb: {*a : 2}\n', { k: 1, b: { k: 2 } }],
  ])('%s', (_, text, value) => {
    expect(read(text).value).toEqual(value);
  });

  it('holds a key __proto__ as any other', () => {
    const { value } = read('__proto__: {a: 1}\n');
    expect(Object.entries(value as object)).toEqual([['__proto__', { a: 1 }]]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['{a: 1}: 2\n', '1:1: a key is a map, which Go refuses; a key must be a scalar'],
    ['? [a]\n: 1\n', '1:3: a key is a list, which Go refuses; a key must be a scalar'],
    ['~: 1\n', '1:1: a key is null, which Go refuses; quote the key'],
    ['<<: 1\n', '1:5: a merge key (<<) takes a map, or a list of maps'],
    ['18446744073709551615: 1\n', '1:1: the key 18446744073709551615 is a whole number beyond 64 bits with a sign, which Go refuses; quote the key'],
  ])('is refused for %j', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it('and a list are frozen all the way down', () => {
    const value = read('a: [{b: 1}]\n').value as { a: [object] };
    expect([value, value.a, value.a[0]].every(Object.isFrozen)).toBe(true);
  });
});

describe('quoted text', () => {
  it.each([
    ['a: "\\/"\n', "1:5: the escape \\/ is not known to Go's YAML reader; write / without the backslash"],
    ['a: "\\\\\\/"\n', "1:7: the escape \\/ is not known to Go's YAML reader; write / without the backslash"],
    ['a: "\\ud83d\\ude00"\n', '1:5: the escape \\ud83d stands for no letter; write letters beyond U+FFFF as \\U and eight digits'],
    ['a: "\\U00110000"\n', '1:5: the escape \\U00110000 stands for no letter; write letters beyond U+FFFF as \\U and eight digits'],
    ['a: "\\z"\n', '1:6: this is not YAML: unknown escape sequence'],
  ])('is refused for the escape in %s', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it('knows the escapes of JSON in a JSON file', () => {
    expect(read(' {"a":"\\/\\ud83d\\ude00"}').value).toEqual({ a: '/😀' });
  });

  it('keeps empty lines behind an escaped line break, also after a backslash that stands for itself', () => {
    expect(read('a: "b\\\n\n\n  c\\\\\n\n  d"\n').value).toEqual({ a: 'b\n\nc\\\nd' });
  });
});

describe('letters', () => {
  it('may begin with a byte order mark', () => {
    expect(read('\ufeffa: 1\n').value).toEqual({ a: 1 });
  });

  it('that are control characters are refused', () => {
    expect(refusal('a: 1\nb: "x\x7f"\n')).toBe('2:6: the control character U+007F is not allowed; remove it, or write it as an escape in double quotes');
  });

  it.each(['a: x\u2028y\n', 'a: "x \u2028y"\n', '# x\u0085y\na: 1\n'])('that end lines for Go only are refused: %j', (text) => {
    expect(refusal(text)).toMatch(/^1:\d+: the letter U\+(2028|0085) ends a line for Go's readers; remove it, or write it as \\u\1 in double quotes$/);
  });

  it('that end lines for Go may stand inside quotes with no space beside them, and in JSON', () => {
    expect(read('a: "x\u2028y"\n').value).toEqual({ a: 'x\u2028y' });
    expect(read('{"a": "x \u2028y"}').value).toEqual({ a: 'x \u2028y' });
  });
});

describe('brackets', () => {
  it('may close at the indentation of their key, as Go accepts it', () => {
    expect(read('a: {\nb: [\n1\n]\n}\nc: 2\n').value).toEqual({ a: { b: [1] }, c: 2 });
  });

  it('in such lines keep their places for later messages', () => {
    const { locate } = read('a: {\nb: 1,\n  c: 2\n}\nd: 3\n');
    expect([locate(['a', 'b']), locate(['a', 'c']), locate(['d'])]).toEqual([{ line: 2, column: 1 }, { line: 3, column: 3 }, { line: 5, column: 1 }]);
  });

  it('after a tab are not taken for a line of their own', () => {
    expect(refusal('a:\nb:\t[1]\n')).toBe('2:5: this is not YAML: deficient indentation');
  });
});

describe('decoding into text makes text of the resolved value', () => {
  it.each([
    ['1.0', '1'], ['4.10', '4.1'], ['yes', 'true'], ['0777', '511'], ['1e6', '1e+06'], ['123456.0', '123456'], ['1234567.0', '1.234567e+06'],
    ['0.0001', '0.0001'], ['0.00001', '1e-05'], ['16777217.0', '1.6777216e+07'], ['123456789012345678901', '1.2345679e+20'], ['3.5e38', '+Inf'],
    ['-1.5', '-1.5'], ['-0.0', '-0'], ['18446744073709551615', '18446744073709551615'], ['"1.0"', '1.0'], ['2001-01-01', '2001-01-01'],
  ])('%s becomes %s', (text, result) => {
    expect(read(`a: ${text}\n`, { target: 'text' }).value).toEqual({ a: result });
  });
});

describe('decoding into an object', () => {
  it('keeps whole numbers of 64 bits with a sign, and makes floats of larger ones', () => {
    const text = 'a: 9223372036854775807\nb: 18446744073709551615\nc: -0.0\n';
    expect(read(text, { target: 'object' }).value).toEqual({ a: 9223372036854775807n, b: 18446744073709552000, c: 0 });
  });
});
