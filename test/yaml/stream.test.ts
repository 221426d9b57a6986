import { readStream } from '../../../lib/bundle/yaml/stream';
import { YamlSyntaxError } from '../../../lib/bundle/yaml/yaml-syntax-error';

const LIMITS = { maxDepth: 20, maxNodes: 1000 };

function valuesOf(text: string): unknown[] {
  return [...readStream(text, LIMITS)].map(({ value }) => value);
}

function faultOf(text: string, limits = LIMITS): string {
  try {
    [...readStream(text, limits)].forEach(() => undefined);
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return `${error.position.line}:${error.position.column}: ${error.message}`;
    }
    throw error;
  }
  return 'none';
}

describe('readStream reads', () => {
  // What k8s.io/apimachinery's YAMLOrJSONDecoder makes of the same texts.
  it.each<[string, string, unknown[]]>([
    ['nothing', '', []],
    ['one YAML document', 'a: 1\n', [{ a: 1 }]],
    ['YAML documents with --- between them', 'a: 1\n---\nb: 2\n--- # more\nc: 3', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['--- at the top and at the end', '---\na: 1\n---\n', [{ a: 1 }]],
    ['JSON objects in a row', '{"a":1}{"b":2}\n{"c":[{}]}  \n', [{ a: 1 }, { b: 2 }, { c: [{}] }]],
    ['JSON with brackets and quotes in its text', '{"a":"}\\"{]\\\\"}{"b":"\\\\\\""}', [{ a: '}"{]\\' }, { b: '\\"' }]],
    ['JSON with --- between the objects', '{"a":1}\n---\n{"b":2}\n---\n{"c":3}', [{ a: 1 }, { b: 2 }, { c: 3 }]],
    ['YAML that begins like JSON', '{a: b}\n---\nc: d\n', [{ a: 'b' }, { c: 'd' }]],
    ['JSON with a comma too many, as YAML', '{"a":1,}', [{ a: 1 }]],
    ['a YAML document behind the first JSON object', '{"a":1}\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['lines that end in CR LF', 'a: 1\r\n---\r\nb: 2\r\n', [{ a: 1 }, { b: 2 }]],
    ['--- that is indented as text', 'a: b\n ---\n', [{ a: 'b ---' }]],
    ['a comment before the first ---, as a document', '# license\n---\na: 1\n', [undefined, { a: 1 }]],
    ['an empty line before the first ---, as a document', '\n---\na: 1\n', [undefined, { a: 1 }]],
    ['a comment behind the last ---, as a document', 'a: 1\n---\n# end\n', [{ a: 1 }, undefined]],
    ['two lines of --- one after the other, as a document between them', 'a: 1\n---\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
    ['numbers as floats', '{"a":12345678901234567890,"b":-0,"c":1e3}', [{ a: 12345678901234567000, b: -0, c: 1000 }]],
    ['whole numbers of YAML as floats too', 'a: 12345678901234567890\n', [{ a: 12345678901234567000 }]],
    ['keys such as __proto__', '{"__proto__":{"a":1}}', [JSON.parse('{"__proto__":{"a":1}}')]],
  ])('%s', (_what, text, expected) => {
    expect(valuesOf(text)).toEqual(expected);
  });

  it('documents one by one, before it looks at those behind', () => {
    const documents = readStream('{"a":1}{"b":2}{"c"', LIMITS);
    expect(documents.next().value).toMatchObject({ value: { a: 1 } });
    expect(documents.next().value).toMatchObject({ value: { b: 2 } });
    expect(() => documents.next()).toThrow(YamlSyntaxError);
  });

  it.each([
    ['JSON', '{"a":1}\n  {"b":{\n"c":2}}', [[1, 1, 2], [2, 2, 4]]],
    ['YAML', 'a: 1\n---\n# comment\nb:\n  c: 2\n', [[1, 1, 1], [3, 4, 1]]],
  ])('%s with the lines of documents and values', (_what, text, expected) => {
    const found = [...readStream(text, LIMITS)].map(({ line, value, locate }) => {
      const { line: valueLine, column } = locate(Object.keys(value as object))!;
      return [line, valueLine, column];
    });
    expect(found).toEqual(expected);
  });

  it('JSON that js-yaml cannot locate anything in', () => {
    const [document] = readStream('{"a":"\u007f"}', LIMITS);
    expect(document!.value).toEqual({ a: '\u007f' });
  });
});

describe('readStream refuses', () => {
  it.each([
    ['what is no YAML', 'a: 1\n---\nb: [\n', /^\d+:\d+: this is not YAML: /],
    ['JSON that breaks off behind the second object', '{"a":1}\n{"b":2}\n{"c"', /^3:1: here should be a JSON object like those before it, but this is not JSON$/],
    ['a comment between JSON objects', '{"a":1}{"b":2}\n# c\n', /^2:1: here should be a JSON object/],
    ['numbers that no float holds', '{"a":1}{"b":2}{"c":1e400}', /^1:15: here should be a JSON object/],
    ['content behind ---', 'a: 1\n--- b: 2\n', /^2:1: only a comment may follow --- in its line/],
    ['a document behind ..., which opm would lose', 'a: 1\n...\nb: 2\n', /^3:1: a second document begins here behind a line of/],
    ['control characters in YAML', 'a: "\u0001"\n', /^1:5: the control character U\+0001 is not allowed/],
    ['JSON that is nested too deep', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, /^1:101: lists and maps stand more than 20 deep in one another \(limit maxYamlDepth\)$/],
    ['YAML that is nested too deep', `a: ${'['.repeat(25)}${']'.repeat(25)}`, /lists and maps stand more than 20 deep/],
    ['more values than allowed in JSON, over all documents', '{"a":1}'.repeat(600), /^1:\d+: there are more than 1000 values up to here \(limit maxYamlNodes\)$/],
    ['more values than allowed in YAML, over all documents', 'a: 1\n---\n'.repeat(600), /^\d+:\d+: there are more than \d+ values/],
  ])('%s', (_what, text, expected) => {
    expect(faultOf(text)).toMatch(expected);
  });

  it('a text whose values behind aliases are too many', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]', ...[1, 2, 3, 4].map((level) => `a${level}: &a${level} [${Array(10).fill(`*a${level - 1}`).join(', ')}]`)];
    expect(faultOf(lines.join('\n'))).toMatch(/more than 1000 values/);
  });
});
