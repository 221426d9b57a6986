import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { Catalog } from '../../lib/catalog/catalog';
import { ChannelGraph } from '../../lib/catalog/declcfg/channel-graph';
import type { ChannelEntry } from '../../lib/catalog/declcfg/declcfg';
import { packCatalog } from '../../lib/catalog/pack';
import { toYaml } from '../../lib/formats/yaml/write';
import { anyCharacter } from '../builders/any-character';
import { randomCatalog, randomEntries, validCatalog } from './random-catalog';
import { errorOf, jsonOf, problemsOf, type SampleBlob } from './sample-catalog';

/** The rules of opm for a channel, as simple as possible. */
function isOnePath(entries: readonly ChannelEntry[]): boolean {
  const skipped = entries.flatMap(({ skips = [] }) => skips);
  const heads = entries.filter(({ name }) => !entries.some(({ replaces }) => replaces === name) && !skipped.includes(name));
  if (heads.length !== 1) {
    return false;
  }
  const reached: string[] = [];
  for (let current = heads[0]; current !== undefined;) {
    if (reached.includes(current.name)) {
      return false;
    }
    reached.push(current.name);
    const { replaces } = current;
    current = replaces === undefined || skipped.includes(replaces) ? undefined : entries.find(({ name }) => name === replaces);
  }
  return entries.every(({ name }) => reached.includes(name) || skipped.includes(name));
}

describe('the graph of a channel', () => {
  const entries = randomEntries as unknown as fc.Arbitrary<ChannelEntry[]>;

  it('has heads that nothing follows; every other entry is followed', () => {
    fc.assert(fc.property(entries, (all) => {
      const { heads } = new ChannelGraph(all);
      for (const { name } of all) {
        const followed = all.some(({ replaces, skips = [] }) => replaces === name || skips.includes(name));
        expect(heads.some((head) => head.name === name)).toBe(!followed);
      }
    }));
  });

  it('has finite chains that contain each entry once', () => {
    fc.assert(fc.property(entries, (all) => {
      const graph = new ChannelGraph(all);
      for (const entry of all) {
        const chain = graph.replacesChain(entry).map(({ name }) => name);
        expect(new Set(chain).size).toBe(chain.length);
        expect(chain[0]).toBe(entry.name);
        chain.slice(1).forEach((name, index) => expect(graph.entry(chain[index]!)!.replaces).toBe(name));
      }
    }));
  });

  it('has cycles whose entries replace each other', () => {
    fc.assert(fc.property(entries, (all) => {
      const graph = new ChannelGraph(all);
      for (const cycle of all.map((entry) => graph.cycleFrom(entry)).filter((found) => found !== undefined)) {
        expect(cycle.at(-1)).toBe(cycle[0]);
        cycle.slice(1).forEach((name, index) => expect(graph.entry(cycle[index]!)!.replaces).toBe(name));
      }
    }));
  });

  it('forms a catalog if and only if it is one upgrade path', () => {
    fc.assert(fc.property(randomCatalog, (blobs) => {
      const channels = blobs.filter(({ schema }) => schema === 'olm.channel').map((channel) => channel['entries'] as ChannelEntry[]);
      expect(problemsOf(jsonOf(blobs)).length === 0).toBe(channels.every(isOnePath));
    }));
  });
});

describe('a valid catalog', () => {
  const read = validCatalog.map((blobs) => Catalog.fromString(jsonOf(blobs)));

  it('stays the same when written and read, as JSON and YAML, whole and as files', () => {
    fc.assert(fc.property(read, (catalog) => {
      const [json, yaml] = [catalog.toJsonLines(), catalog.toYaml()];
      expect(Catalog.fromString(json).toJsonLines()).toBe(json);
      const fromYaml = Catalog.fromString(yaml);
      expect(fromYaml.toYaml()).toBe(yaml);
      expect(fromYaml.contentHash).toBe(catalog.contentHash);
      expect(Catalog.fromString(Object.values(catalog.toFiles()).join('')).toJsonLines()).toBe(json);
    }));
  });

  it('does not depend on the order of its blobs', () => {
    const shuffles = validCatalog.chain((blobs) => (
      fc.tuple(fc.constant(blobs), fc.shuffledSubarray(blobs, { minLength: blobs.length }))));
    fc.assert(fc.property(shuffles, ([blobs, shuffled]) => {
      expect(Catalog.fromString(jsonOf(shuffled)).toJsonLines()).toBe(Catalog.fromString(jsonOf(blobs)).toJsonLines());
    }));
  });

  it('is packed and unpacked to the same bytes', () => {
    fc.assert(fc.property(read, fc.integer({ min: 1, max: 2000 }), (catalog, maxPartBytes) => {
      const { parts } = packCatalog(catalog, { maxPartBytes });
      expect(gunzipSync(Buffer.concat(parts.map(({ bytes }) => bytes))).toString()).toBe(catalog.toJsonLines());
    }), { numRuns: 30 });
  });

  it('has upgrades from every bundle to the head', () => {
    fc.assert(fc.property(read, ({ packages }) => {
      for (const channel of packages.flatMap(({ channels }) => channels)) {
        for (const bundle of channel.bundles) {
          expect([bundle, ...channel.pathToHead(bundle.name)].at(-1)).toBe(channel.head);
        }
      }
    }));
  });
});

describe('any string is a catalog or a CatalogError', () => {
  it.each<[string, fc.Arbitrary<string>]>([
    ['any characters', fc.string({ unit: anyCharacter, maxLength: 200 })],
    ['characters of YAML and JSON', fc.array(fc.constantFrom(
      '{', '}', '[', ']', '"', ':', ',', '-', '\n', ' ', '---\n', 'schema', 'olm.bundle', 'a', '1', '&a ', '*a', '#', '|', '\\',
    ), { maxLength: 60 }).map((parts) => parts.join(''))],
    ['any JSON', fc.array(fc.jsonValue(), { maxLength: 5 }).map((values) => values.map((value) => JSON.stringify(value)).join('\n'))],
    ['blobs of any content', fc.array(fc.tuple(fc.constantFrom('olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations', 'x'), fc.dictionary(
      fc.constantFrom('name', 'package', 'entries', 'properties', 'image', 'icon', 'relatedImages', 'defaultChannel', 'Name', '__proto__'), fc.jsonValue(),
    )), { maxLength: 5 }).map((blobs) => blobs.map(([schema, fields]) => JSON.stringify({ schema, ...fields })).join('\n'))],
    ['valid catalogs with a gap', validCatalog.chain((blobs) => fc.tuple(fc.constant(blobs), fc.nat(), fc.nat(20), fc.boolean())).map(
      ([blobs, from, length, asYaml]) => withHole(asYaml ? blobs.map((blob) => `---\n${toYaml(blob)}`).join('') : jsonOf(blobs), from, length),
    )],
  ])('%s', (_what, contents) => {
    fc.assert(fc.property(contents, (content) => {
      const error = errorOf(() => Catalog.fromString(content, { maxYamlNodes: 10_000 }));
      expect(error?.problems.every(({ code, message }) => code.length > 0 && message.length > 0) ?? true).toBe(true);
    }));
  });

  function withHole(content: string, from: number, length: number): string {
    const start = from % content.length;
    return content.slice(0, start) + content.slice(start + length);
  }

  it('with many invalid blobs', () => {
    const blobs: SampleBlob[] = Array.from({ length: 2000 }, (_, index) => ({ schema: 'olm.bundle', name: `n${index}`, package: 'demo', image: ':' }));
    const content = jsonOf([{ schema: 'olm.package', name: 'demo', defaultChannel: 'c' }, ...blobs]);
    expect(errorOf(() => Catalog.fromString(content))!.problems.length).toBeGreaterThan(4_000);
  });

  it('with one blob that has very many problems', () => {
    const entries = Array.from({ length: 10_000 }, () => ({ name: 1 }));
    expect(errorOf(() => Catalog.fromString(jsonOf([{ schema: 'olm.channel', name: 'c', package: 'p', entries }])))!.problems).toHaveLength(10_000);
  });
});
