import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { Catalog } from '../../lib/catalog/catalog';
import { type CatalogPart, packCatalog } from '../../lib/catalog/pack';
import { bundleOf, crdOf } from '../builders/bundle-of';

const MAX_CONFIG_MAP_BYTES = 180 * 1024;

/** Returns what `cat part-* | gzip -dc` prints. */
function unpackCatalog(parts: readonly CatalogPart[]): string {
  const inOrder = [...parts].sort((left, right) => (left.key < right.key ? -1 : 1));
  return gunzipSync(Buffer.concat(inOrder.map(({ bytes }) => bytes))).toString();
}

/** Returns a deterministic string that does not compress well. */
function noise(length: number): string {
  let result = '';
  for (let state = 1; result.length < length; state = (state * 48271) % 2147483647) {
    result += state.toString(36);
  }
  return result.slice(0, length);
}

describe('packCatalog', () => {
  const small = Catalog.fromBundles([bundleOf({ files: { 'manifests/x.yaml': crdOf('X') } })]);
  const large = Catalog.fromBundles([bundleOf({ spec: { description: noise(600_000) } })]);

  it('packs a small catalog into one part', () => {
    const { parts, hash, unpackedBytes, packedBytes } = packCatalog(small);
    expect(parts.map(({ key, nameSuffix }) => ({ key, nameSuffix }))).toEqual([{ key: 'part-0000', nameSuffix: `${hash.slice(0, 10)}-0000` }]);
    expect(hash).toBe(createHash('sha256').update(parts[0]!.bytes).digest('hex'));
    expect(unpackedBytes).toBe(Buffer.byteLength(small.toJsonLines()));
    expect(packedBytes).toBe(parts[0]!.bytes.length);
    expect(Buffer.from(parts[0]!.base64, 'base64')).toEqual(Buffer.from(parts[0]!.bytes));
  });

  it('splits a blob that is larger than a part', () => {
    const { parts, packedBytes } = packCatalog(large);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ key }) => key)).toEqual(parts.map((_, index) => `part-000${index}`));
    expect(parts.slice(0, -1).map(({ bytes }) => bytes.length)).toEqual(parts.slice(0, -1).map(() => 131_072));
    expect(parts.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(packedBytes);
  });

  it('keeps each ConfigMap of a part under 180 KiB', () => {
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`label-${index}.example.test/${'k'.repeat(40)}`, 'v'.repeat(63)]));
    for (const { key, base64 } of packCatalog(large).parts) {
      const metadata = { name: 'n'.repeat(253), namespace: 'n'.repeat(63), labels };
      const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, immutable: true, binaryData: { [key]: base64 } };
      expect(JSON.stringify(configMap).length).toBeLessThan(MAX_CONFIG_MAP_BYTES);
    }
  });

  it('returns identical bytes for equal catalogs', () => {
    const [first, second] = [packCatalog(large), packCatalog(Catalog.fromBundles(large.bundles.map(({ content }) => content!)))];
    expect(second.hash).toBe(first.hash);
    expect(second.parts.map(({ key, nameSuffix, base64 }) => [key, nameSuffix, base64]))
      .toEqual(first.parts.map(({ key, nameSuffix, base64 }) => [key, nameSuffix, base64]));
  });

  it('changes hash and names with any change of a bundle', () => {
    const changed = packCatalog(Catalog.fromBundles([bundleOf({ files: { 'manifests/x.yaml': crdOf('X') }, annotations: { a: 'b' } })]));
    expect(changed.hash).not.toBe(packCatalog(small).hash);
    expect(changed.parts[0]!.nameSuffix).not.toBe(packCatalog(small).parts[0]!.nameSuffix);
  });

  it('writes a gzip header without a time, and always with the same system', () => {
    expect([...packCatalog(small).parts[0]!.bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
  });

  it('is reversed by joining and unpacking parts of any size, in order of their keys', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 5000 }), fc.boolean(), (maxPartBytes, reverse) => {
      const { parts } = packCatalog(small, { maxPartBytes });
      expect(unpackCatalog(reverse ? [...parts].reverse() : parts)).toBe(small.toJsonLines());
    }), { numRuns: 50 });
  });

  it('is reversed by cat and gzip', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parts-'));
    try {
      for (const { key, bytes } of packCatalog(large, { maxPartBytes: 50_000 }).parts) {
        writeFileSync(join(folder, key), bytes);
      }
      const { status } = spawnSync('sh', ['-c', 'cat part-* | gzip -dc > catalog.json'], { cwd: folder });
      expect(status).toBe(0);
      expect(readFileSync(join(folder, 'catalog.json'), 'utf8')).toBe(large.toJsonLines());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([0, 1, 2])('makes unpacking fail if part %i is missing', (missing) => {
    const { parts } = packCatalog(small, { maxPartBytes: 300 });
    expect(parts.length).toBeGreaterThan(2);
    expect(() => unpackCatalog(parts.filter((_, index) => index !== missing))).toThrow();
  });

  it('omits related images that opm cannot read, which would keep it from serving the catalog', () => {
    const catalog = Catalog.fromBundles([bundleOf({ spec: { relatedImages: [{ name: 'wasm', image: 'oci://example.test/wasm:1' }] } })]);
    expect(catalog.toJsonLines()).toContain('oci://');
    const { parts } = packCatalog(catalog);
    expect(unpackCatalog(parts)).toBe(catalog.toJsonLines().replace(',{"name":"wasm","image":"oci://example.test/wasm:1"}', ''));
  });

  it.each([0, -1, 1.5, Number.NaN, 768_001])('refuses parts of %p bytes', (maxPartBytes) => {
    expect(() => packCatalog(small, { maxPartBytes })).toThrow(`maxPartBytes must be a whole number from 1 to 768000, got ${maxPartBytes}`);
  });

  it('refuses more parts than the digits of keys allow, and proposes a size that fits', () => {
    const pack = (maxPartBytes: number) => (): number => packCatalog(large, { maxPartBytes }).parts.length;
    expect(pack(10)).toThrow(/^the catalog of \d+ packed bytes would need \d+ parts of 10; raise maxPartBytes to \d+ or more$/);
    const { packedBytes } = packCatalog(large);
    const enough = Math.ceil(packedBytes / 10_000);
    expect(pack(10)).toThrow(`the catalog of ${packedBytes} packed bytes would need ${Math.ceil(packedBytes / 10)} parts of 10; raise maxPartBytes to ${enough} or more`);
    expect(pack(enough - 1)).toThrow(`raise maxPartBytes to ${enough} or more`);
    expect(pack(enough)()).toBeLessThanOrEqual(10_000);
  });
});
