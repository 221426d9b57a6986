import * as fc from 'fast-check';
import type { BundleBlob, CatalogBlob, ChannelBlob, ChannelEntry } from '../../../lib/catalog/declcfg/declcfg';
import { substitutesTemplate, type Substitution } from '../../../lib/catalog/template/substitutes-template';
import { expectLinear, many } from '../../bounds/growth';

const BUNDLES = 6;

function bundle(name: string, version: string): BundleBlob {
  return { schema: 'olm.bundle', name, package: 'p', image: name, properties: [{ type: 'olm.package', value: { packageName: 'p', version } }] } as unknown as BundleBlob;
}

const channelOf = (name: string, entries: readonly ChannelEntry[]): ChannelBlob => ({ schema: 'olm.channel', name, package: 'p', entries: [...entries] });
const substituteOf = (index: number): string => `s${index}`;

/** Renders the template with substitutes of increasing versions. */
function rendered(entries: readonly CatalogBlob[], substitutions: readonly Substitution[]): readonly CatalogBlob[] {
  const bundles = new Map(substitutions.map(({ image }, index) => [image, bundle(image, `${100 + index}.0.0`)]));
  return substitutesTemplate(entries, substitutions).render(bundles, (message) => {
    throw new Error(message);
  });
}

/** What a substitution does, as opm's documentation describes it: with one look at each entry for each substitution. */
function described(entries: readonly ChannelEntry[], base: string, substitute: string): ChannelEntry[] {
  const before = entries.find(({ name }) => name === base);
  const rest = entries.map(({ name, replaces, skips, ...entry }): ChannelEntry => {
    if (name === base) {
      return { name };
    }
    if (replaces === base) {
      return { name, ...entry, replaces: substitute, skips: [...skips ?? [], base] };
    }
    return { name, ...entry, ...(replaces === undefined ? {} : { replaces }), ...(skips === undefined ? {}
      : { skips: skips.includes(base) ? [...skips.filter((one) => one !== base), substitute] : skips }) };
  });
  return before === undefined ? rest : [...rest, { ...before, name: substitute, skips: [...before.skips ?? [], base] }];
}

const BUNDLE_NAME = fc.nat({ max: BUNDLES - 1 }).map((index) => `v${index}`);
const ENTRY = fc.record<ChannelEntry>({
  name: BUNDLE_NAME, replaces: BUNDLE_NAME, skips: fc.array(BUNDLE_NAME, { maxLength: 4 }), skipRange: fc.constant('<1.0.0'),
}, { requiredKeys: ['name'] });
const CHANNEL = fc.uniqueArray(ENTRY, { selector: ({ name }) => name, maxLength: BUNDLES });

it('substitutions of a template change channels one after the other', () => {
  fc.assert(fc.property(fc.array(CHANNEL, { maxLength: 3 }), fc.array(fc.nat(), { maxLength: 6 }), (channels, choices) => {
    // A base is a bundle or an earlier substitute, each once.
    const free = Array.from({ length: BUNDLES }, (_, index) => `v${index}`);
    const substitutions = choices.map((choice, index) => {
      const [base] = free.splice(choice % free.length, 1);
      free.push(substituteOf(index));
      return { image: substituteOf(index), base: base! };
    });
    const bundles = Array.from({ length: BUNDLES }, (_, index) => bundle(`v${index}`, `${index}.0.0`));
    const found = rendered([...bundles, ...channels.map((entries, index) => channelOf(`c${index}`, entries))], substitutions);
    const expected = channels.map((entries) => (
      substitutions.reduce<readonly ChannelEntry[]>((current, { base, image }) => described(current, base, image), entries)
    ));
    expect(found.filter((blob) => blob.schema === 'olm.channel').map(({ entries }) => entries)).toEqual(expected);
    const added = substitutions.map(({ image }) => image);
    expect(found.filter((blob) => blob.schema === 'olm.bundle').map(({ name }) => name)).toEqual([...bundles.map(({ name }) => name), ...added]);
  }));
});

describe('substitutions take linear time', () => {
  const names = (size: number): string[] => many(size, (index) => `v${index}`);

  it.each<[string, (size: number) => readonly ChannelBlob[]]>([
    ['a channel with all bases', (size) => [channelOf('c', names(size).map((name, index) => ({ name, ...(index === 0 ? {} : { replaces: `v${index - 1}` }) })))]],
    ['an entry that skips all bases', (size) => [channelOf('c', [{ name: 'head', skips: names(size) }])]],
    ['a channel for each base', (size) => names(size).map((name) => channelOf(name, [{ name }]))],
  ])('with many, and %s', (_what, channels) => {
    const make = (size: number): { readonly entries: readonly CatalogBlob[]; readonly substitutions: readonly Substitution[] } => ({
      entries: [...names(size).map((name) => bundle(name, '1.0.0')), ...channels(size)],
      substitutions: names(size).map((base, index) => ({ image: substituteOf(index), base })),
    });
    expectLinear(make, ({ entries, substitutions }) => rendered(entries, substitutions), 60);
  });
});
