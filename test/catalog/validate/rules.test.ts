import { errorOf, problemsOf, soundDocuments, textOf, bundleDocument } from './catalog-text';
import type { Document } from './catalog-text';
import { Catalog } from '../../../lib/bundle/catalog/catalog';
import { CatalogErrorCode } from '../../../lib/bundle/catalog/catalog-error';
import { RULES } from '../../../lib/bundle/catalog/rules/rules';

const [PACKAGE, STABLE, OLD, FIRST, SECOND, THIRD] = [0, 1, 2, 3, 4, 5] as const;

/** The documents of a sound catalog after a change. */
function changed(change: (documents: Document[]) => void): string {
  const documents = soundDocuments();
  change(documents);
  return textOf(documents);
}

/** One field of one document changed, or removed. */
function withField(index: number, field: string, value: unknown): string {
  return changed((documents) => {
    if (value === undefined) {
      delete documents[index]![field];
    } else {
      documents[index]![field] = value;
    }
  });
}

function withEntry(index: number, entry: Document): string {
  return changed((documents) => (documents[STABLE]!['entries'] as Document[]).splice(index, 1, entry));
}

function withMore(...more: Document[]): string {
  return textOf([...soundDocuments(), ...more]);
}

function withProperties(...properties: Document[]): string {
  return withField(THIRD, 'properties', [{ type: 'olm.package', value: { packageName: 'demo', version: '1.2.0' } }, ...properties]);
}

function withPackageProperty(value: Document, name = 'demo.v1.2.0'): string {
  return changed((documents) => {
    documents[THIRD] = { ...documents[THIRD], name, properties: [{ type: 'olm.package', value: { packageName: 'demo', version: '1.2.0', ...value } }] };
    (documents[STABLE]!['entries'] as Document[])[2]!['name'] = name;
  });
}

function withDeprecation(...entries: Document[]): string {
  return withMore({ schema: 'olm.deprecations', package: 'demo', entries });
}

const DEPRECATED = { reference: { schema: 'olm.channel', name: 'old' }, message: 'move to stable' };

describe('a catalog is refused', () => {
  const CASES: readonly (readonly [string, string, CatalogErrorCode, string])[] = [
    ['whose package has no name', changed((documents) => documents.splice(0, 6, { schema: 'olm.package', defaultChannel: 'c' })), CatalogErrorCode.PACKAGE_NAME,
      'a package has no name; give its olm.package document a "name"'],
    ['whose package has a name with a dot', changed((documents) => documents.splice(0, 6, { schema: 'olm.package', name: 'a.b', defaultChannel: 'c' })),
      CatalogErrorCode.PACKAGE_NAME, 'package name "a.b" must be at most 63 lower-case letters, digits and dashes, and neither start nor end with a dash; rename the package'],
    ['with two documents of a package', withMore({ schema: 'olm.package', name: 'demo', defaultChannel: 'stable' }), CatalogErrorCode.DUPLICATE_PACKAGE,
      'package "demo" has a second olm.package document; remove one of them'],
    ['with a channel of no package', withField(OLD, 'package', undefined), CatalogErrorCode.UNKNOWN_PACKAGE,
      'channel "old" does not say its package; give it "package"'],
    ['with a channel of a package that is not there', withField(OLD, 'package', 'dmo'), CatalogErrorCode.UNKNOWN_PACKAGE,
      'package "dmo" is not in the catalog, but channel "old" is of it; add its olm.package document, or correct the name'],
    ['with bundles of a package that is not there', changed((documents) => documents.splice(0, 3)), CatalogErrorCode.UNKNOWN_PACKAGE,
      'package "demo" is not in the catalog, but bundle "demo.v1.0.0" and 2 more documents are of it; add its olm.package document, or correct the name'],
    ['whose package has no default channel', withField(PACKAGE, 'defaultChannel', ''), CatalogErrorCode.DEFAULT_CHANNEL,
      'package "demo" has no default channel; name one of "stable", "old" in "defaultChannel"'],
    ['whose package has a default channel that is not there', withField(PACKAGE, 'defaultChannel', 'fast'), CatalogErrorCode.DEFAULT_CHANNEL,
      'package "demo" has the default channel "fast", which is not there; name one of "stable", "old" in "defaultChannel"'],
    ['with a package without channels', withMore({ schema: 'olm.package', name: 'other', defaultChannel: 'c' }), CatalogErrorCode.NO_CHANNELS,
      'package "other" has no channel; add an olm.channel document, or remove the package'],
    ['with a channel without a name', withField(OLD, 'name', undefined), CatalogErrorCode.CHANNEL_NAME,
      'a channel of package "demo" has no name; give its olm.channel document a "name"'],
    ['with two channels of one name', changed((documents) => documents.push(documents[OLD]!)), CatalogErrorCode.DUPLICATE_CHANNEL,
      'package "demo" has a second channel "old"; join the two, or rename one'],
    ['with an empty channel', withField(OLD, 'entries', []), CatalogErrorCode.EMPTY_CHANNEL,
      'channel "old" of package "demo" is empty; add a bundle to its "entries", or remove the channel'],
    ['with an entry twice', withField(OLD, 'entries', [{ name: 'demo.v1.0.0' }, { name: 'demo.v1.0.0' }]), CatalogErrorCode.DUPLICATE_ENTRY,
      'channel "old" of package "demo" has a second entry "demo.v1.0.0"; join the two'],
    ['with an entry without its bundle', withField(OLD, 'entries', [{ name: 'demo.v1.0.0' }, { name: 'demo.v9', skips: ['demo.v1.0.0'] }]),
      CatalogErrorCode.ENTRY_WITHOUT_BUNDLE,
      'channel "old" of package "demo" has an entry "demo.v9", but package "demo" has no such bundle; add its olm.bundle document, or remove the entry'],
    ['with an entry without a name', withField(OLD, 'entries', [{ name: 'demo.v1.0.0' }, { skips: ['demo.v1.0.0'] }]), CatalogErrorCode.ENTRY_WITHOUT_BUNDLE,
      'an entry of channel "old" of package "demo" names no bundle; give it a "name", or remove it'],
    ['that skips nothing', withEntry(2, { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0', skips: [''] }), CatalogErrorCode.SKIPS,
      'entry "demo.v1.2.0" of channel "stable" of package "demo" skips a bundle without a name; remove it from "skips"'],
    ['with a skipRange that is none', withEntry(2, { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0', skipRange: '^1' }), CatalogErrorCode.SKIP_RANGE,
      'entry "demo.v1.2.0" of channel "stable" of package "demo" has the skipRange "^1", which is no range of versions; write one such as ">=1.0.0 <1.2.0"'],
    ['with two heads', withEntry(2, { name: 'demo.v1.2.0' }), CatalogErrorCode.SEVERAL_HEADS,
      'channel "stable" of package "demo" has several heads: "demo.v1.1.0", "demo.v1.2.0"; let one of them replace or skip the others, or put them into different channels'],
    ['that goes round in a circle', withEntry(0, { name: 'demo.v1.0.0', replaces: 'demo.v1.1.0' }), CatalogErrorCode.REPLACES_CYCLE,
      'channel "stable" of package "demo" goes round in a circle: demo.v1.1.0 -> demo.v1.0.0 -> demo.v1.1.0; remove one of these "replaces"'],
    ['whose bundles skip each other', withField(STABLE, 'entries', [
      { name: 'demo.v1.0.0', skips: ['demo.v1.1.0'] }, { name: 'demo.v1.1.0', skips: ['demo.v1.2.0'] }, { name: 'demo.v1.2.0', skips: ['demo.v1.0.0'] },
    ]), CatalogErrorCode.NO_HEAD, 'channel "stable" of package "demo" has no head: each of "demo.v1.0.0", "demo.v1.1.0", "demo.v1.2.0" is replaced or skipped by '
      + 'another; remove the newest from "replaces" and "skips" of the others'],
    ['with bundles that no upgrade reaches', withField(STABLE, 'entries', [
      { name: 'demo.v1.0.0', replaces: 'demo.v1.1.0' }, { name: 'demo.v1.1.0', replaces: 'demo.v1.0.0' }, { name: 'demo.v1.2.0' },
    ]), CatalogErrorCode.STRANDED_BUNDLE, 'channel "stable" of package "demo" has bundles that no upgrade from "demo.v1.2.0" down reaches: "demo.v1.0.0", '
      + '"demo.v1.1.0"; name each in "replaces" of the next newer entry, or in "skips"'],
    ['with two bundles of one name', changed((documents) => documents.push(documents[FIRST]!)), CatalogErrorCode.DUPLICATE_BUNDLE,
      'package "demo" has a second bundle "demo.v1.0.0"; remove one of them, or rename it'],
    ['with two bundles of one version', withPackageProperty({ version: '1.1.0' }), CatalogErrorCode.DUPLICATE_VERSION,
      'package "demo" has 2 bundles of version "1.1.0": "demo.v1.1.0", "demo.v1.2.0"; remove all but one, or give them different versions'],
    ['with a version and release that read like another version', changed((documents) => {
      documents.push(bundleDocument('1.3.0-1'), bundleDocument('1.3.0', {
        name: 'demo-v1.3.0-1', properties: [{ type: 'olm.package', value: { packageName: 'demo', version: '1.3.0', release: '1' } }],
      }));
      documents[OLD]!['entries'] = [{ name: 'demo.v1.3.0-1', skips: ['demo-v1.3.0-1'] }, { name: 'demo-v1.3.0-1' }];
    }), CatalogErrorCode.DUPLICATE_VERSION,
    'package "demo" has 2 bundles of version "1.3.0-1": "demo.v1.3.0-1", "demo-v1.3.0-1"; remove all but one, or give them different versions'],
    ['with a bundle in no channel', withMore(bundleDocument('3.0.0')), CatalogErrorCode.NO_CHANNEL,
      'bundle "demo.v3.0.0" is in no channel of package "demo"; add an entry to a channel, or remove the bundle'],
    ['with a property without a value', withProperties({ type: 'x' }), CatalogErrorCode.FIELD_TYPE,
      'properties[1] must have a value; give it one, or remove the property'],
    ['with a property that opm cannot read', withProperties({ type: 'olm.gvk', value: { group: 1 } }), CatalogErrorCode.PROPERTY,
      'bundle "demo.v1.2.0" has a property olm.gvk that opm cannot read: properties[1].value.group must be text, got the number 1'],
    ['with CSV metadata that opm cannot read', withProperties({ type: 'olm.csv.metadata', value: { installModes: [{ supported: 'yes' }] } }),
      CatalogErrorCode.PROPERTY, 'bundle "demo.v1.2.0" has a property olm.csv.metadata that opm cannot read: properties[1].value.installModes[0].supported must be '
        + 'true or false, got the text "yes"'],
    ['with a manifest that is no base64', withProperties({ type: 'olm.bundle.object', value: { data: '***' } }), CatalogErrorCode.PROPERTY,
      'bundle "demo.v1.2.0" has a property olm.bundle.object that opm cannot read: properties[1].value.data must be base64, got the text "***"'],
    ['with a manifest that is no YAML', withProperties({ type: 'olm.bundle.object', value: { data: Buffer.from('a: [').toString('base64') } }),
      CatalogErrorCode.PROPERTY, 'bundle "demo.v1.2.0" has a property olm.bundle.object that opm cannot read: properties[1].value.data is base64 of something else than '
        + 'YAML: this is not YAML: unexpected end of the stream within a flow collection'],
    ['with a bundle that does not say its package', withField(THIRD, 'properties', []), CatalogErrorCode.PACKAGE_PROPERTY,
      'bundle "demo.v1.2.0" must have exactly one property olm.package, got none; add one with its "packageName" and "version"'],
    ['with a bundle that says its package twice', withProperties({ type: 'olm.package', value: { packageName: 'demo', version: '1.2.0' } }),
      CatalogErrorCode.PACKAGE_PROPERTY, 'bundle "demo.v1.2.0" must have exactly one property olm.package, got 2; remove the others'],
    ['with a bundle that says another package', withPackageProperty({ packageName: 'dmo' }), CatalogErrorCode.PACKAGE_PROPERTY,
      'bundle "demo.v1.2.0" is of package "demo", but its property olm.package says "dmo"; make them the same'],
    ['with a version that is none', withPackageProperty({ version: 'v1.2' }), CatalogErrorCode.VERSION,
      'bundle "demo.v1.2.0" has the version "v1.2"; give its property olm.package three numbers, such as 1.2.3 or 1.2.3-rc.1'],
    ['with a release that is none', withPackageProperty({ release: '01' }), CatalogErrorCode.VERSION,
      'bundle "demo.v1.2.0" has the release "01"; give it letters, digits and dashes with dots between them, such as 1 or alpha.2, at most 20'],
    ['with a release beside build metadata', withPackageProperty({ version: '1.2.0+b', release: '1' }, 'demo-v1.2.0+b-1'), CatalogErrorCode.VERSION,
      'bundle "demo-v1.2.0+b-1" has the version "1.2.0+b" and the release "1"; with a release, remove the build metadata from the version'],
    ['with a release that the name lacks', withPackageProperty({ release: '1' }), CatalogErrorCode.BUNDLE_NAME,
      'bundle "demo.v1.2.0" has a release, so it must be named "demo-v1.2.0-1"; rename it, or remove the release'],
    ['with a bundle without image and manifests', withField(THIRD, 'image', ''), CatalogErrorCode.NO_IMAGE,
      'bundle "demo.v1.2.0" has neither an image nor manifests; give it an "image", or properties olm.bundle.object'],
    ['with an image that is none', withField(THIRD, 'image', 'Example'), CatalogErrorCode.IMAGE,
      'bundle "demo.v1.2.0" names the image "Example" in image, which is no reference of one; write it as registry/repository:tag or registry/repository@sha256:…'],
    ['with a related image that is none', withField(THIRD, 'relatedImages', [{ name: 'x' }, { name: 'y', image: 'oci://y' }]), CatalogErrorCode.IMAGE,
      'bundle "demo.v1.2.0" names the image "oci://y" in relatedImages[1].image, which is no reference of one; write it as registry/repository:tag or '
        + 'registry/repository@sha256:…'],
    ['with two documents of deprecations', textOf([...soundDocuments(), ...[1, 2].map(() => ({ schema: 'olm.deprecations', package: 'demo', entries: [] }))]),
      CatalogErrorCode.DEPRECATION, 'package "demo" has a second olm.deprecations document; join the two'],
    ['with deprecations of a package that is not there', withMore({ schema: 'olm.deprecations', package: 'dmo', entries: [DEPRECATED] }),
      CatalogErrorCode.UNKNOWN_PACKAGE, 'package "dmo" is not in the catalog, but an olm.deprecations document is of it; add its olm.package document, or correct the name'],
    ['with a deprecation without a message', withDeprecation({ ...DEPRECATED, message: '' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" has no message; say in "message" what users should do'],
    ['with a deprecation of nothing', withDeprecation({ message: 'm' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" is about nothing; give its reference the "schema" olm.package, olm.channel or olm.bundle'],
    ['with a deprecation of another schema', withDeprecation({ reference: { schema: 'my.own' }, message: 'm' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" is about "my.own"; give its reference the "schema" olm.package, olm.channel or olm.bundle'],
    ['with a deprecation of the package by name', withDeprecation({ reference: { schema: 'olm.package', name: 'demo' }, message: 'm' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" is about the package, but names "demo"; remove the "name" of its reference'],
    ['with a deprecation of a channel that is not there', withDeprecation({ reference: { schema: 'olm.channel', name: 'x' }, message: 'm' }),
      CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" is about olm.channel "x", which the package does not have; correct the "name" of its reference, or remove it'],
    ['with the same deprecation twice', withDeprecation(DEPRECATED, DEPRECATED), CatalogErrorCode.DEPRECATION,
      'entry 2 of the deprecations of package "demo" is about olm.channel "old", as an entry before it; remove one of them'],
  ];

  it.each(CASES)('%s', (_what, text, code, message) => {
    expect(problemsOf(text)).toContainEqual(expect.objectContaining({ code, message }));
  });

  it('for each rule of opm, which are all on one list', () => {
    expect(RULES.map(({ name }) => name)).toEqual([
      'packageIsThereOnce', 'packageNameIsLabel', 'packageHasChannels', 'defaultChannelIsThere', 'channelNamesDiffer', 'channelEntriesDiffer',
      'entriesAreBundles', 'skipsAreSound', 'channelIsOnePath', 'bundleNamesDiffer', 'bundlesAreInChannels', 'propertiesAreSound',
      'bundlesNameTheirPackage', 'versionsAreSound', 'bundleVersionsDiffer', 'imagesAreSound', 'deprecationsAreOneDocument', 'deprecationsAreSound',
    ]);
  });

  it.each(CASES.filter(([, , code]) => code !== CatalogErrorCode.PACKAGE_NAME))('%s, with one problem for the one fault', (_what, text) => {
    expect(problemsOf(text)).toHaveLength(1);
  });
});

describe('a catalog is accepted', () => {
  it.each([
    ['as it is', textOf(soundDocuments())],
    ['that is empty', ''],
    ['with schemas that opm does not know', withMore({ schema: 'my.own', package: 'demo', x: 1 }, { schema: 'my.own' })],
    ['with channel names of any letters', changed((documents) => {
      documents[PACKAGE]!['defaultChannel'] = documents[STABLE]!['name'] = 'a b/c!';
    })],
    ['whose oldest entry replaces a bundle that is not there', withEntry(0, { name: 'demo.v1.0.0', replaces: 'demo.v0.9.0' })],
    ['with related images without an image', withField(THIRD, 'relatedImages', [{ name: 'x', image: '' }, { name: 'x' }, null])],
    ['with properties of any other type', withProperties({ type: '', value: 1 }, { value: null }, { type: 'olm.constraint', value: 1 })],
    ['with manifests in place of an image', changed((documents) => {
      documents[THIRD] = bundleDocument('1.2.0', { image: '' });
      (documents[THIRD]['properties'] as Document[]).push({ type: 'olm.bundle.object', value: { ref: 'x' } });
    })],
    ['with versions that differ in build metadata', withPackageProperty({ version: '1.1.0+b' })],
    ['with deprecations of everything', withDeprecation(
      { reference: { schema: 'olm.package' }, message: 'm' }, DEPRECATED, { reference: { schema: 'olm.bundle', name: 'demo.v1.0.0' }, message: 'm' },
    )],
    ['with field names in any case', changed((documents) => {
      documents[PACKAGE] = { Schema: 'olm.package', NAME: 'demo', DefaultChannel: 'stable' };
      (documents[STABLE]!['entries'] as Document[])[1] = { Name: 'demo.v1.1.0', REPLACES: 'demo.v1.0.0' };
    })],
  ])('%s', (_what, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('the error of a catalog', () => {
  const BROKEN = changed((documents) => {
    documents[PACKAGE]!['defaultChannel'] = 'fast';
    documents[SECOND]!['image'] = '';
    (documents[STABLE]!['entries'] as Document[])[2]!['skipRange'] = '^1';
    documents.push({ schema: 'olm.package', name: 'other', defaultChannel: 'c' });
  });

  it('is a tree of packages, channels and bundles, when there are several problems', () => {
    expect(errorOf(() => Catalog.fromText(BROKEN))!.message).toBe([
      '4 problems in the catalog',
      '├── package "demo"',
      '│   ├── channel "stable"',
      '│   │   └── line 2:211: entry "demo.v1.2.0" of channel "stable" of package "demo" has the skipRange "^1", which is no range of versions; write one such as '
        + '">=1.0.0 <1.2.0"',
      '│   ├── bundle "demo.v1.1.0"',
      '│   │   └── line 5:62: bundle "demo.v1.1.0" has neither an image nor manifests; give it an "image", or properties olm.bundle.object',
      '│   └── line 1:39: package "demo" has the default channel "fast", which is not there; name one of "stable", "old" in "defaultChannel"',
      '└── package "other"',
      '    └── line 7: package "other" has no channel; add an olm.channel document, or remove the package',
    ].join('\n'));
  });

  it('tells package, channel, bundle and place of each problem', () => {
    const told = problemsOf(BROKEN).map(({ code, package: name, channel, bundle, line, column }) => [code, name, channel, bundle, line, column]);
    expect(told).toEqual([
      [CatalogErrorCode.DEFAULT_CHANNEL, 'demo', undefined, undefined, 1, 39],
      [CatalogErrorCode.SKIP_RANGE, 'demo', 'stable', undefined, 2, 211],
      [CatalogErrorCode.NO_IMAGE, 'demo', undefined, 'demo.v1.1.0', 5, 62],
      [CatalogErrorCode.NO_CHANNELS, 'other', undefined, undefined, 7, undefined],
    ]);
  });

  it('is one line for one problem', () => {
    expect(errorOf(() => Catalog.fromText(withField(THIRD, 'image', '')))!.message)
      .toBe('line 6:62: bundle "demo.v1.2.0" has neither an image nor manifests; give it an "image", or properties olm.bundle.object');
  });

  it('prints the first hundred of many problems', () => {
    const text = textOf(Array.from({ length: 150 }, () => ({ schema: 'olm.package', name: '', defaultChannel: '' })));
    const { message, problems } = errorOf(() => Catalog.fromText(text))!;
    expect(problems).toHaveLength(151);
    expect(message.split('\n')).toHaveLength(1 + 1 + 100 + 1);
    expect(message).toMatch(/└── and 51 more problems, which are not printed$/);
  });

  it('keeps names on one line, and short', () => {
    const { message } = errorOf(() => Catalog.fromText(textOf([1, 2].map(() => ({ schema: 'olm.channel', name: `a\nb${'c'.repeat(1000)}` })))))!;
    expect(message.split('\n')).toHaveLength(5);
    expect(message.length).toBeLessThan(800);
  });
});
