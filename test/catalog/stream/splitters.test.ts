import fc from 'fast-check';
import { JsonSplitter } from '../../../lib/catalog/stream/json-splitter';
import type { BlobSplitter, RawBlob } from '../../../lib/catalog/stream/raw-blob';
import { YamlSplitter } from '../../../lib/catalog/stream/yaml-splitter';

const LIMIT = 1_000_000;

function split(splitter: BlobSplitter, content: string, pieceBytes = Infinity): RawBlob[] {
  const bytes = Buffer.from(content);
  const found: RawBlob[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    found.push(...splitter.push(Buffer.from(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)))));
  }
  return [...found, ...splitter.end()];
}

const contents = (blobs: readonly RawBlob[]): string[] => blobs.map(({ bytes }) => bytes.toString());

/** Names with everything that could mislead a splitter. */
const name = fc.oneof(fc.string(), fc.constantFrom('}', '{"a":', '\\', '\\"', '\n---\n', 'ä"', '\\\\\\', 'a,b:c'));

describe('JsonSplitter', () => {
  const blobs = fc.array(fc.record({
    schema: name, package: name, properties: fc.array(fc.dictionary(name, name)), name,
    extra: fc.oneof(fc.integer(), fc.constant(null), fc.array(name)),
  }), { maxLength: 5 });

  it('returns the objects of a file, for any content in any pieces', () => {
    fc.assert(fc.property(blobs, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), (objects, pieceBytes, indent) => {
      const jsons = objects.map((object) => JSON.stringify(object, undefined, indent));
      const found = split(new JsonSplitter(LIMIT), jsons.map((json) => ` ${json}\n`).join(''), pieceBytes);
      expect(contents(found)).toEqual(jsons);
      const metas = objects.map(({ schema, package: packageName, name: own }) => ({ schema, package: packageName, name: own }));
      expect(found.map(({ meta }) => meta)).toEqual(metas);
      expect(found.map(({ line }) => line)).toEqual(jsons.map((_, index) => jsons.slice(0, index).join('\n').split('\n').length + (index === 0 ? 0 : 1)));
    }), { numRuns: 200 });
  });

  it('returns meta fields only if they occur once, as strings, at the top level', () => {
    const metaOf = (content: string): unknown => split(new JsonSplitter(LIMIT), content)[0]!.meta;
    expect(metaOf('{"Schema":"a","pack\\u0061ge":"b\\n","x":{"name":"c"},"y":["name","d"]}')).toEqual({ schema: 'a', package: 'b\n' });
    expect(metaOf('{"name":3,"schema":"a"}')).toEqual({ schema: 'a' });
    expect(metaOf('{"name":"a","Name":"b"}')).toBeUndefined();
    expect(metaOf(`{${Array.from({ length: 60 }, (_, index) => `"${index}":"x"`).join(',')},"name":"a"}`)).toBeUndefined();
  });

  it('skips --- lines between objects, and returns an unclosed object unchanged', () => {
    expect(contents(split(new JsonSplitter(LIMIT), '{}\n--- # next\n{"a":1}\n---\n'))).toEqual(['{}', '{"a":1}']);
    expect(contents(split(new JsonSplitter(LIMIT), '{}{"a":"', 3))).toEqual(['{}', '{"a":"']);
  });

  it('refuses content between objects that is not an object, and objects that are too large', () => {
    expect(() => split(new JsonSplitter(LIMIT), '{}\n{}\n]')).toThrow(/expected a JSON object/);
    expect(() => split(new JsonSplitter(100), `{}\n{"a":"${'x'.repeat(200)}"}`, 50)).toThrow(/more than 100 bytes \(limit maxFileBytes\)/);
  });
});

describe('YamlSplitter', () => {
  it('splits at lines that begin with ---, whatever the pieces of the file are', () => {
    const lines = fc.array(fc.constantFrom('---', '--- # x', 'a: b', '', '--', ' ---', '-', '----'), { maxLength: 12 });
    fc.assert(fc.property(lines, fc.integer({ min: 1, max: 9 }), (list, pieceBytes) => {
      const content = list.join('\n');
      const expected = content.split(/\n(?=---)/).map((piece, index, all) => (index + 1 < all.length ? `${piece}\n` : piece)).filter((piece) => piece !== '');
      const found = split(new YamlSplitter(LIMIT), content, pieceBytes);
      expect(contents(found)).toEqual(expected);
      expect(found.map(({ line }) => line)).toEqual(expected.map((_, index) => expected.slice(0, index).join('').split('\n').length));
    }), { numRuns: 300 });
  });

  it.each<[string, object | undefined]>([
    ['schema: olm.bundle\nname: "a.v1"\npackage: \'a\'\nproperties: []\n', { schema: 'olm.bundle', name: 'a.v1', package: 'a' }],
    ['schema: olm.bundle\r\npackage: a\r\n', { schema: 'olm.bundle', package: 'a' }],
    ['{schema: olm.bundle}\n', {}],
    ['"package": a\nx:\n  name: b\n', {}],
    ['package: &x a\n', undefined],
    ['package: a # b\n', undefined],
    ...['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'].map((word): [string, undefined] => [`package: ${word}\n`, undefined]),
    ['package: 12\n', undefined],
    ['package: a\npackage: b\n', undefined],
    ['package: >\n  a\n', undefined],
  ])('returns the meta fields of %j if they are certain', (content, meta) => {
    expect(split(new YamlSplitter(LIMIT), content)[0]!.meta).toEqual(meta);
  });

  it('refuses blobs that are too large', () => {
    expect(() => split(new YamlSplitter(100), `a: ${'x'.repeat(200)}`, 50)).toThrow(/more than 100 bytes/);
  });
});
