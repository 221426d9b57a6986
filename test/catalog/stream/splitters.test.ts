import fc from 'fast-check';
import { JsonSplitter } from '../../../../lib/bundle/catalog/stream/json-splitter';
import type { DocumentSplitter, RawDocument } from '../../../../lib/bundle/catalog/stream/raw-document';
import { YamlSplitter } from '../../../../lib/bundle/catalog/stream/yaml-splitter';

const LIMIT = 1_000_000;

function split(splitter: DocumentSplitter, text: string, pieceBytes = Infinity): RawDocument[] {
  const bytes = Buffer.from(text);
  const found: RawDocument[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    found.push(...splitter.push(Buffer.from(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)))));
  }
  return [...found, ...splitter.end()];
}

const texts = (documents: readonly RawDocument[]): string[] => documents.map(({ bytes }) => bytes.toString());

/** Names with everything that could lead a splitter astray. */
const name = fc.oneof(fc.string(), fc.constantFrom('}', '{"a":', '\\', '\\"', '\n---\n', 'ä"', '\\\\\\', 'a,b:c'));

describe('JsonSplitter', () => {
  const documents = fc.array(fc.record({
    schema: name, package: name, properties: fc.array(fc.dictionary(name, name)), name,
    extra: fc.oneof(fc.integer(), fc.constant(null), fc.array(name)),
  }), { maxLength: 5 });

  it('gives back the objects of a file, whatever is in them and however it is cut into pieces', () => {
    fc.assert(fc.property(documents, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), (objects, pieceBytes, indent) => {
      const jsons = objects.map((object) => JSON.stringify(object, undefined, indent));
      const found = split(new JsonSplitter(LIMIT), jsons.map((json) => ` ${json}\n`).join(''), pieceBytes);
      expect(texts(found)).toEqual(jsons);
      const metas = objects.map(({ schema, package: packageName, name: own }) => ({ schema, package: packageName, name: own }));
      expect(found.map(({ meta }) => meta)).toEqual(metas);
      expect(found.map(({ line }) => line)).toEqual(jsons.map((_, index) => jsons.slice(0, index).join('\n').split('\n').length + (index === 0 ? 0 : 1)));
    }), { numRuns: 500 });
  });

  it('tells what a document says of itself only where it says so once, as text, at the top', () => {
    const metaOf = (text: string): unknown => split(new JsonSplitter(LIMIT), text)[0]!.meta;
    expect(metaOf('{"Schema":"a","pack\\u0061ge":"b\\n","x":{"name":"c"},"y":["name","d"]}')).toEqual({ schema: 'a', package: 'b\n' });
    expect(metaOf('{"name":3,"schema":"a"}')).toEqual({ schema: 'a' });
    expect(metaOf('{"name":"a","Name":"b"}')).toBeUndefined();
    expect(metaOf(`{${Array.from({ length: 60 }, (_, index) => `"${index}":"x"`).join(',')},"name":"a"}`)).toBeUndefined();
  });

  it('passes lines of --- between objects, and gives what is not closed as it is', () => {
    expect(texts(split(new JsonSplitter(LIMIT), '{}\n--- # next\n{"a":1}\n---\n'))).toEqual(['{}', '{"a":1}']);
    expect(texts(split(new JsonSplitter(LIMIT), '{}{"a":"', 3))).toEqual(['{}', '{"a":"']);
  });

  it('refuses what is no object between objects, and objects that are too large', () => {
    expect(() => split(new JsonSplitter(LIMIT), '{}\n{}\n]')).toThrow(/should be a JSON object/);
    expect(() => split(new JsonSplitter(100), `{}\n{"a":"${'x'.repeat(200)}"}`, 50)).toThrow(/more than 100 bytes \(limit maxFileBytes\)/);
  });
});

describe('YamlSplitter', () => {
  it('cuts at lines that begin with ---, however the file is cut into pieces', () => {
    const lines = fc.array(fc.constantFrom('---', '--- # x', 'a: b', '', '--', ' ---', '-', '----'), { maxLength: 12 });
    fc.assert(fc.property(lines, fc.integer({ min: 1, max: 9 }), (list, pieceBytes) => {
      const text = list.join('\n');
      const expected = text.split(/\n(?=---)/).map((piece, index, all) => (index + 1 < all.length ? `${piece}\n` : piece)).filter((piece) => piece !== '');
      const found = split(new YamlSplitter(LIMIT), text, pieceBytes);
      expect(texts(found)).toEqual(expected);
      expect(found.map(({ line }) => line)).toEqual(expected.map((_, index) => expected.slice(0, index).join('').split('\n').length));
    }), { numRuns: 1000 });
  });

  it.each<[string, object | undefined]>([
    ['schema: olm.bundle\nname: "a.v1"\npackage: \'a\'\nproperties: []\n', { schema: 'olm.bundle', name: 'a.v1', package: 'a' }],
    ['schema: olm.bundle\r\npackage: a\r\n', { schema: 'olm.bundle', package: 'a' }],
    ['{schema: olm.bundle}\n', {}],
    ['"package": a\nx:\n  name: b\n', {}],
    ['package: &x a\n', undefined],
    ['package: a # b\n', undefined],
    ['package: yes\n', undefined],
    ['package: 12\n', undefined],
    ['package: a\npackage: b\n', undefined],
    ['package: >\n  a\n', undefined],
  ])('tells what %j says of itself where that is sure', (text, meta) => {
    expect(split(new YamlSplitter(LIMIT), text)[0]!.meta).toEqual(meta);
  });

  it('refuses documents that are too large', () => {
    expect(() => split(new YamlSplitter(100), `a: ${'x'.repeat(200)}`, 50)).toThrow(/more than 100 bytes/);
  });
});
