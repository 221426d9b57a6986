import * as fc from 'fast-check';
import { bundleBlob, type SampleBlob } from './sample-catalog';

/** An entry of a random channel: the numbers of the older bundles that it replaces and skips. */
interface RandomEntry {
  readonly replaces: number;
  readonly skips: readonly number[];
  readonly skipRange: boolean;
}

const NAMES = 8;

/** Entries of random channels, most of them invalid. */
const ENTRY = fc.record({ replaces: fc.integer({ min: -3, max: NAMES }), skips: fc.array(fc.nat(NAMES), { maxLength: 3 }), skipRange: fc.boolean() });

/** Entries of a random upgrade graph, of bundles that may not exist. */
export const randomEntries: fc.Arbitrary<SampleBlob[]> = fc.array(ENTRY, { minLength: 1, maxLength: NAMES }).map((entries) => entries.map(entryOf));

/** Blobs of a catalog with one package and random channels, which opm would mostly refuse. */
export const randomCatalog: fc.Arbitrary<SampleBlob[]> = fc.array(randomEntries, { minLength: 1, maxLength: 3 }).map((channels) => [
  { schema: 'olm.package', name: 'demo', defaultChannel: 'c0' },
  ...channels.map((entries, index) => ({ schema: 'olm.channel', name: `c${index}`, package: 'demo', entries })),
  ...Array.from({ length: Math.max(...channels.map((entries) => entries.length)) }, (_, index) => bundleBlob(`${index}.0.0`)),
]);

/** Blobs of a catalog that opm accepts: each channel is a path with some skipped entries. */
export const validCatalog: fc.Arbitrary<SampleBlob[]> = fc.record({
  members: fc.array(fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { minLength: 1, maxLength: 3 }),
  skipped: fc.uniqueArray(fc.nat(NAMES - 1)),
  unknown: fc.dictionary(fc.string(), fc.jsonValue()),
  description: fc.string({ unit: 'grapheme' }),
}).map(({ members, skipped, unknown, description }) => [
  { schema: 'olm.package', name: 'demo', defaultChannel: 'c0', ...(description === '' ? {} : { description }) },
  ...members.map((numbers, index) => ({ schema: 'olm.channel', name: `c${index}`, package: 'demo', entries: pathOf(numbers, new Set(skipped)) })),
  ...[...new Set(members.flat())].map((number) => bundleBlob(`${number}.0.0`, { relatedImages: [{ name: description, image: 'example.test/x:1' }] })),
  { schema: 'my.own', name: 'n', content: unknown },
]);

function entryOf({ replaces, skips, skipRange }: RandomEntry, index: number): SampleBlob {
  return {
    name: `demo.v${index}.0.0`,
    ...(replaces < 0 ? {} : { replaces: `demo.v${replaces}.0.0` }),
    ...(skips.length === 0 ? {} : { skips: skips.map((skip) => `demo.v${skip}.0.0`) }),
    ...(skipRange ? { skipRange: `<${index}.0.0` } : {}),
  };
}

function pathOf(numbers: readonly number[], skipped: ReadonlySet<number>): SampleBlob[] {
  const head = numbers.at(-1)!;
  const name = (number: number): string => `demo.v${number}.0.0`;
  const chain = numbers.filter((number) => number === head || !skipped.has(number));
  return numbers.map((number) => {
    const before = chain[chain.indexOf(number) - 1];
    const others = number === head ? numbers.filter((other) => other !== head && skipped.has(other)) : [];
    return {
      name: name(number),
      ...(before === undefined || !chain.includes(number) ? {} : { replaces: name(before) }),
      ...(others.length === 0 ? {} : { skips: others.map(name) }),
    };
  });
}
