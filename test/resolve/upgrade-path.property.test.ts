import * as fc from 'fast-check';
import type { BundleProperty } from '../../lib/bundle/model/bundle-property';
import type { CatalogChannel } from '../../lib/catalog/catalog-channel';
import type { ResolutionHop } from '../../lib/resolve/model/resolved-operator';
import type { ResolutionProps } from '../../lib/resolve/model/resolution-props';
import { Resolution } from '../../lib/resolve/resolution';
import { ResolutionError } from '../../lib/resolve/model/resolution-error';
import { namespaceWith, sampleCatalog, type SampleEntry, subscriptionTo } from './sample-namespace';

interface RandomEntry {
  readonly replaces: number;
  readonly skips: readonly number[];
  readonly skipRange: readonly [number, number] | undefined;
  readonly isDeprecated: boolean;
}

const INDEX = fc.nat(5);
const ENTRY: fc.Arbitrary<RandomEntry> = fc.record({
  // Mostly the one before.
  replaces: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(0, 2, 3) }),
  skips: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.uniqueArray(INDEX, { maxLength: 2 }) }),
  skipRange: fc.option(fc.tuple(INDEX, INDEX), { freq: 2, nil: undefined }),
  isDeprecated: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const versionOf = (index: number): string => `${index}.0.0`;
const csvOf = (index: number): string => `a.v${versionOf(index)}`;

const DEPRECATED: BundleProperty = { type: 'olm.deprecated', value: {} };

/** A channel, and the version that is installed, which it need not have. */
const CHANNEL = fc.record({ entries: fc.array(ENTRY, { minLength: 1, maxLength: 6 }), installed: INDEX }).map(({ entries, installed }) => ({
  installed,
  stable: entries.map(({ replaces, skips, skipRange, isDeprecated }, index): SampleEntry => ({
    name: csvOf(index),
    ...(replaces === 0 || index < replaces ? {} : { replaces: csvOf(index - replaces) }),
    ...(skips.length === 0 ? {} : { skips: skips.filter((skipped) => skipped !== index).map(csvOf) }),
    ...(skipRange === undefined ? {} : { skipRange: `>=${skipRange[0]}.0.0 <${skipRange[1]}.0.0` }),
    ...(isDeprecated ? { properties: [DEPRECATED] } : {}),
  })),
}));

/** Returns the channel, or undefined if opm would reject it. */
function channelOf(stable: readonly SampleEntry[]): CatalogChannel | undefined {
  try {
    return sampleCatalog({ a: { stable } }).findPackage('a').findChannel('stable');
  } catch (error) {
    expect((error as Error).name).toBe('CatalogError');
    return undefined;
  }
}

/** Returns the path as a plan has it, or an empty list if the channel has neither the bundle nor an upgrade from it. */
function pathOf(channel: CatalogChannel, installed: number): string[] {
  try {
    return channel._pathFrom(csvOf(installed), versionOf(installed)).map(({ name }) => name);
  } catch (error) {
    expect((error as Error).message).toContain('and no upgrade from it');
    return [];
  }
}

/** Returns what OLM installs for a Subscription to the channel, until it can install nothing or nothing more. */
function installsOf(stable: readonly SampleEntry[], installed: number): string[] {
  const csv = csvOf(installed);
  const version = versionOf(installed);
  const deprecated = stable.find(({ name }) => name === csv)?.properties ?? [];
  const hops = hopsOf(namespaceWith(sampleCatalog({ a: { stable } }), [subscriptionTo('a', { channel: 'stable', installedCsv: csv })], {
    installed: [{ csv, version, properties: [{ type: 'olm.package', value: { packageName: 'a', version } }, ...deprecated] }],
  }));
  return hops.flatMap(({ operators }) => operators.map((operator) => operator.csv));
}

function hopsOf(props: ResolutionProps): readonly ResolutionHop[] {
  try {
    return Resolution.toTheEnd(props).hops;
  } catch (error) {
    expect(error).toBeInstanceOf(ResolutionError);
    return (error as ResolutionError).hops;
  }
}

describe('the path of a channel', () => {
  it('is what OLM installs for a Subscription', () => {
    const lengths = { none: 0, one: 0, several: 0 };
    fc.assert(fc.property(CHANNEL, ({ stable, installed }) => {
      const channel = channelOf(stable);
      if (channel === undefined) {
        return;
      }
      const path = pathOf(channel, installed);
      lengths[path.length === 0 ? 'none' : path.length === 1 ? 'one' : 'several']++;
      expect(path).toEqual(installsOf(stable, installed));
    }), { numRuns: 400, seed: 16 });

    expect(lengths.one).toBeGreaterThan(25);
    expect(lengths.several).toBeGreaterThan(25);
  });
});
