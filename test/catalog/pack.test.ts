import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { bundleOf, crdOf } from '../builders/bundle-of';
import { Catalog } from '../../../lib/bundle/catalog/catalog';
import type { CatalogPart } from '../../../lib/bundle/catalog/pack';
import { packCatalog } from '../../../lib/bundle/catalog/pack';

const MAX_CONFIG_MAP_BYTES = 180 * 1024;

/** What `cat part-* | gzip -dc` prints. */
function unpackCatalog(parts: readonly CatalogPart[]): string {
  const inOrder = [...parts].sort((left, right) => (left.key < right.key ? -1 : 1));
  return gunzipSync(Buffer.concat(inOrder.map(({ bytes }) => bytes))).toString();
}

/** Text that does not compress well, the same each time. */
function noise(letters: number): string {
  let text = '';
  for (let state = 1; text.length < letters; state = (state * 48271) % 2147483647) {
    text += state.toString(36);
  }
  return text.slice(0, letters);
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

  it('cuts a document that is larger than a part', () => {
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

  it('gives identical bytes for the same catalog', () => {
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

  it('writes a gzip header that names no time, and always the same system', () => {
    expect([...packCatalog(small).parts[0]!.bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);
  });

  it('is undone by joining and unpacking, however small the parts and whatever their order', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 5000 }), fc.boolean(), (maxPartBytes, reverse) => {
      const { parts } = packCatalog(small, { maxPartBytes });
      expect(unpackCatalog(reverse ? [...parts].reverse() : parts)).toBe(small.toJsonLines());
    }), { numRuns: 50 });
  });

  it('is undone by a shell with cat and gzip', () => {
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

  it.each([0, 1, 2])('lets unpacking fail when part %i is missing', (missing) => {
    const { parts } = packCatalog(small, { maxPartBytes: 300 });
    expect(parts.length).toBeGreaterThan(2);
    expect(() => unpackCatalog(parts.filter((_, index) => index !== missing))).toThrow();
  });

  it('leaves out related images that opm cannot read, for it would serve nothing of the catalog', () => {
    const catalog = Catalog.fromBundles([bundleOf({ spec: { relatedImages: [{ name: 'wasm', image: 'oci://example.test/wasm:1' }] } })]);
    expect(catalog.toJsonLines()).toContain('oci://');
    const { parts } = packCatalog(catalog);
    expect(unpackCatalog(parts)).toBe(catalog.toJsonLines().replace(',{"name":"wasm","image":"oci://example.test/wasm:1"}', ''));
  });

  it.each([0, -1, 1.5, Number.NaN, 768_001])('refuses parts of %p bytes', (maxPartBytes) => {
    expect(() => packCatalog(small, { maxPartBytes })).toThrow(`maxPartBytes must be a whole number from 1 to 768000, got ${maxPartBytes}`);
  });

  it('refuses more parts than keys have digits for', () => {
    expect(() => packCatalog(large, { maxPartBytes: 10 })).toThrow(/^the catalog of \d+ packed bytes would need \d+ parts of 10; raise maxPartBytes to \d+ or more$/);
  });
});
