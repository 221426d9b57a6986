import * as fc from 'fast-check';
import { gunzipSync } from 'node:zlib';
import { errorOf, problemsOf, textOf } from './catalog-text';
import type { Document } from './catalog-text';
import { randomCatalog, randomEntries, soundCatalog } from './random-catalog';
import { Catalog } from '../../../lib/bundle/catalog/catalog';
import { ChannelGraph } from '../../../lib/bundle/catalog/channel-graph';
import { packCatalog } from '../../../lib/bundle/catalog/pack';
import type { ChannelEntry } from '../../../lib/bundle/catalog/wire';
import { toYaml } from '../../../lib/bundle/yaml/write';

/** The rules of opm for a channel, in the plainest words there are. */
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

  it('has heads that nothing follows, and every other entry is followed', () => {
    fc.assert(fc.property(entries, (all) => {
      const { heads } = new ChannelGraph(all);
      for (const { name } of all) {
        const followed = all.some(({ replaces, skips = [] }) => replaces === name || skips.includes(name));
        expect(heads.some((head) => head.name === name)).toBe(!followed);
      }
    }));
  });

  it('has chains that end, and name each entry once', () => {
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

  it('has circles whose entries replace each other', () => {
    fc.assert(fc.property(entries, (all) => {
      const graph = new ChannelGraph(all);
      for (const cycle of all.map((entry) => graph.cycleFrom(entry)).filter((found) => found !== undefined)) {
        expect(cycle.at(-1)).toBe(cycle[0]);
        cycle.slice(1).forEach((name, index) => expect(graph.entry(cycle[index]!)!.replaces).toBe(name));
      }
    }));
  });

  it('makes a catalog exactly when it is one upgrade path', () => {
    fc.assert(fc.property(randomCatalog, (documents) => {
      const channels = documents.filter(({ schema }) => schema === 'olm.channel').map((channel) => channel['entries'] as ChannelEntry[]);
      expect(problemsOf(textOf(documents)).length === 0).toBe(channels.every(isOnePath));
    }), { numRuns: 300 });
  });
});

describe('a sound catalog', () => {
  const read = soundCatalog.map((documents) => Catalog.fromText(textOf(documents)));

  it('is the same when it is written and read again, as JSON and as YAML, whole and as files', () => {
    fc.assert(fc.property(read, (catalog) => {
      const [json, yaml] = [catalog.toJsonLines(), catalog.toYaml()];
      expect(Catalog.fromText(json).toJsonLines()).toBe(json);
      expect(Catalog.fromText(yaml).toYaml()).toBe(yaml);
      expect(Catalog.fromText(yaml).contentHash).toBe(catalog.contentHash);
      expect(Catalog.fromText(Object.values(catalog.toFiles()).join('')).toJsonLines()).toBe(json);
    }));
  });

  it('does not depend on the order of its documents', () => {
    const shuffles = soundCatalog.chain((documents) => (
      fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length }))));
    fc.assert(fc.property(shuffles, ([documents, shuffled]) => {
      expect(Catalog.fromText(textOf(shuffled)).toJsonLines()).toBe(Catalog.fromText(textOf(documents)).toJsonLines());
    }));
  });

  it('is packed and unpacked to the same bytes', () => {
    fc.assert(fc.property(read, fc.integer({ min: 1, max: 2000 }), (catalog, maxPartBytes) => {
      const { parts } = packCatalog(catalog, { maxPartBytes });
      expect(gunzipSync(Buffer.concat(parts.map(({ bytes }) => bytes))).toString()).toBe(catalog.toJsonLines());
    }), { numRuns: 30 });
  });

  it('leads from every bundle to the head', () => {
    fc.assert(fc.property(read, ({ packages }) => {
      for (const channel of packages.flatMap(({ channels }) => channels)) {
        for (const bundle of channel.bundles) {
          expect([bundle, ...channel.pathToHead(bundle.name)].at(-1)).toBe(channel.head);
        }
      }
    }));
  });
});

describe('whatever a text holds, it is a catalog or gives a CatalogError', () => {
  it.each<[string, fc.Arbitrary<string>]>([
    ['any letters', fc.string({ unit: 'binary', maxLength: 200 })],
    ['letters of YAML and JSON', fc.array(fc.constantFrom(
      '{', '}', '[', ']', '"', ':', ',', '-', '\n', ' ', '---\n', 'schema', 'olm.bundle', 'a', '1', '&a ', '*a', '#', '|', '\\',
    ), { maxLength: 60 }).map((parts) => parts.join(''))],
    ['any JSON', fc.array(fc.jsonValue(), { maxLength: 5 }).map((values) => values.map((value) => JSON.stringify(value)).join('\n'))],
    ['documents of any content', fc.array(fc.tuple(fc.constantFrom('olm.package', 'olm.channel', 'olm.bundle', 'olm.deprecations', 'x'), fc.dictionary(
      fc.constantFrom('name', 'package', 'entries', 'properties', 'image', 'icon', 'relatedImages', 'defaultChannel', 'Name', '__proto__'), fc.jsonValue(),
    )), { maxLength: 5 }).map((documents) => documents.map(([schema, fields]) => JSON.stringify({ schema, ...fields })).join('\n'))],
    ['sound catalogs with a hole', soundCatalog.chain((documents) => fc.tuple(fc.constant(documents), fc.nat(), fc.nat(20), fc.boolean())).map(
      ([documents, from, length, asYaml]) => withHole(asYaml ? documents.map((document) => `---\n${toYaml(document)}`).join('') : textOf(documents), from, length),
    )],
  ])('%s', (_what, texts) => {
    fc.assert(fc.property(texts, (text) => {
      const error = errorOf(() => Catalog.fromText(text, { maxYamlNodes: 10_000 }));
      expect(error?.problems.every(({ code, message }) => code.length > 0 && message.length > 0) ?? true).toBe(true);
    }), { numRuns: 300 });
  });

  function withHole(text: string, from: number, length: number): string {
    const start = from % text.length;
    return text.slice(0, start) + text.slice(start + length);
  }

  it('also one of many documents that are all wrong', () => {
    const documents: Document[] = Array.from({ length: 5000 }, (_, index) => ({ schema: 'olm.bundle', name: `n${index}`, package: 'demo', image: ':' }));
    const text = textOf([{ schema: 'olm.package', name: 'demo', defaultChannel: 'c' }, ...documents]);
    expect(errorOf(() => Catalog.fromText(text))!.problems.length).toBeGreaterThan(10_000);
  });

  it('also one document with very many faults', () => {
    const entries = Array.from({ length: 20_000 }, () => ({ name: 1 }));
    expect(errorOf(() => Catalog.fromText(textOf([{ schema: 'olm.channel', name: 'c', package: 'p', entries }])))!.problems).toHaveLength(20_000);
  });
});
