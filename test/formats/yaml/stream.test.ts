import { readStream } from '../../../lib/formats/yaml/stream';
import { YamlSyntaxError } from '../../../lib/formats/yaml/source-text';

const LIMITS = { maxDepth: 20, maxNodes: 1000 };

function valuesOf(source: string): unknown[] {
  return [...readStream(source, LIMITS)].map(({ value }) => value);
}

function errorOf(source: string, limits = LIMITS): string {
  try {
    [...readStream(source, limits)].forEach(() => undefined);
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return `${error.position.line}:${error.position.column}: ${error.message}`;
    }
    throw error;
  }
  return 'none';
}

describe('readStream reads', () => {
  // Results of k8s.io/apimachinery's YAMLOrJSONDecoder for the same streams.
  it.each<[string, string, unknown[]]>([
    ['nothing', '', []],
    ['one YAML document', 'a: 1\n', [{ a: 1 }]],
    ['YAML documents separated by ---', 'a: 1\n---\nb: 2\n--- # more\nc: 3', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['--- at the start and at the end', '---\na: 1\n---\n', [{ a: 1 }]],
    ['consecutive JSON objects', '{"a":1}{"b":2}\n{"c":[{}]}  \n', [{ a: 1 }, { b: 2 }, { c: [{}] }]],
    ['JSON with brackets and quotes in its strings', '{"a":"}\\"{]\\\\"}{"b":"\\\\\\""}', [{ a: '}"{]\\' }, { b: '\\"' }]],
    ['JSON objects separated by ---', '{"a":1}\n---\n{"b":2}\n---\n{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['YAML that begins like JSON', '{a: b}\n---\nc: d\n', [{ a: 'b' }, { c: 'd' }]],
    ['JSON with a trailing comma, as YAML', '{"a":1,}', [{ a: 1 }]],
    ['a YAML document after the first JSON object', '{"a":1}\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['lines that end in CR LF', 'a: 1\r\n---\r\nb: 2\r\n', [{ a: 1 }, { b: 2 }]],
    ['an indented --- as a part of a scalar', 'a: b\n ---\n', [{ a: 'b ---' }]],
    ['a comment before the first ---, as a document', '# license\n---\na: 1\n', [undefined, { a: 1 }]],
    ['an empty line before the first ---, as a document', '\n---\na: 1\n', [undefined, { a: 1 }]],
    ['a comment after the last ---, as a document', 'a: 1\n---\n# end\n', [{ a: 1 }, undefined]],
    ['two consecutive lines of --- as one separator', 'a: 1\n---\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['numbers as floats', '{"a":12345678901234567890,"b":-0,"c":1e3}', [{ a: 12345678901234567000, b: -0, c: 1000 }]],
    ['integers in YAML as floats too', 'a: 12345678901234567890\n', [{ a: 12345678901234567000 }]],
    ['keys such as __proto__', '{"__proto__":{"a":1}}', [JSON.parse('{"__proto__":{"a":1}}')]],
  ])('%s', (_, source, expected) => {
    expect(valuesOf(source)).toEqual(expected);
  });

  it('documents one by one, without parsing those that follow', () => {
    const documents = readStream('{"a":1}{"b":2}{"c"', LIMITS);
    expect(documents.next().value).toMatchObject({ value: { a: 1 } });
    expect(documents.next().value).toMatchObject({ value: { b: 2 } });
    expect(() => documents.next()).toThrow(YamlSyntaxError);
  });

  it.each([
    ['JSON', '{"a":1}\n  {"b":{\n"c":2}}', [[1, 1, 2], [2, 2, 4]]],
    ['YAML', 'a: 1\n---\n# comment\nb:\n  c: 2\n', [[1, 1, 1], [3, 4, 1]]],
  ])('%s with the lines of documents and values', (_, source, expected) => {
    const found = [...readStream(source, LIMITS)].map(({ line, value, locate }) => {
      const { line: valueLine, column } = locate(Object.keys(value as object))!;
      return [line, valueLine, column];
    });
    expect(found).toEqual(expected);
  });

  it('JSON that js-yaml cannot parse to locate values', () => {
    const [document] = readStream('{"a":"\u007f"}', LIMITS);
    expect(document!.value).toEqual({ a: '\u007f' });
  });
});

describe('readStream refuses', () => {
  it.each([
    ['invalid YAML', 'a: 1\n---\nb: [\n', /^\d+:\d+: this is not YAML: /],
    ['JSON that is truncated after the second object', '{"a":1}\n{"b":2}\n{"c"', /^3:1: a JSON object is expected here, as before, but this is not JSON$/],
    ['a comment between JSON objects', '{"a":1}{"b":2}\n# c\n', /^2:1: a JSON object is expected here/],
    ['numbers that exceed a float', '{"a":1}{"b":2}{"c":1e400}', /^1:15: a JSON object is expected here/],
    ['content after --- on its line', 'a: 1\n--- b: 2\n', /^2:1: only a comment may follow --- on its line/],
    ['a document after ..., which opm would lose', 'a: 1\n...\nb: 2\n', /^3:1: a second document begins here after a line of/],
    ['control characters in YAML', 'a: "\u0001"\n', /^1:5: the control character U\+0001 is not allowed/],
    ['JSON that is nested too deep', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, /^1:101: lists and maps are nested more than 20 deep \(limit maxYamlDepth\)$/],
    ['YAML that is nested too deep', `a: ${'['.repeat(25)}${']'.repeat(25)}`, /lists and maps are nested more than 20 deep/],
    ['more values than allowed in JSON, over all documents', '{"a":1}'.repeat(600), /^1:\d+: there are more than 1000 values up to here \(limit maxYamlNodes\)$/],
    ['more values than allowed in YAML, over all documents', 'a: 1\n---\n'.repeat(600), /^\d+:\d+: there are more than \d+ values/],
  ])('%s', (_, source, expected) => {
    expect(errorOf(source)).toMatch(expected);
  });

  it('too many values behind aliases', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]', ...[1, 2, 3, 4].map((level) => `a${level}: &a${level} [${Array(10).fill(`*a${level - 1}`).join(', ')}]`)];
    expect(errorOf(lines.join('\n'))).toMatch(/more than 1000 values/);
  });
});
