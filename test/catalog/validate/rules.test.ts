import { Catalog } from '../../../lib/catalog/catalog';
import { CatalogErrorCode } from '../../../lib/catalog/declcfg/catalog-problem';
import { RULES } from '../../../lib/catalog/validate/rules';
import { bundleBlob, errorOf, jsonOf, problemsOf, type SampleBlob, validBlobs } from '../sample-catalog';

const [PACKAGE, STABLE, OLD, FIRST, SECOND, THIRD] = [0, 1, 2, 3, 4, 5] as const;

/** Returns the blobs of a valid catalog after a change. */
function changed(change: (blobs: SampleBlob[]) => void): string {
  const blobs = validBlobs();
  change(blobs);
  return jsonOf(blobs);
}

/** Returns a catalog with one field of one blob changed or removed. */
function withField(index: number, field: string, value: unknown): string {
  return changed((blobs) => {
    if (value === undefined) {
      delete blobs[index]![field];
    } else {
      blobs[index]![field] = value;
    }
  });
}

function withEntry(index: number, entry: SampleBlob): string {
  return changed((blobs) => (blobs[STABLE]!['entries'] as SampleBlob[]).splice(index, 1, entry));
}

function withMore(...more: SampleBlob[]): string {
  return jsonOf([...validBlobs(), ...more]);
}

function withProperties(...properties: SampleBlob[]): string {
  return withField(THIRD, 'properties', [{ type: 'olm.package', value: { packageName: 'demo', version: '1.2.0' } }, ...properties]);
}

function withPackageProperty(value: SampleBlob, name = 'demo.v1.2.0'): string {
  return changed((blobs) => {
    blobs[THIRD] = { ...blobs[THIRD], name, properties: [{ type: 'olm.package', value: { packageName: 'demo', version: '1.2.0', ...value } }] };
    (blobs[STABLE]!['entries'] as SampleBlob[])[2]!['name'] = name;
  });
}

function withDeprecation(...entries: SampleBlob[]): string {
  return withMore({ schema: 'olm.deprecations', package: 'demo', entries });
}

const DEPRECATED = { reference: { schema: 'olm.channel', name: 'old' }, message: 'move to stable' };

describe('a catalog is refused', () => {
  const CASES: readonly (readonly [string, string, CatalogErrorCode, string])[] = [
    ['whose package has no name', changed((blobs) => blobs.splice(0, 6, { schema: 'olm.package', defaultChannel: 'c' })), CatalogErrorCode.PACKAGE_NAME,
      'a package has no name; add "name" to its olm.package blob'],
    ['whose package has a name with a dot', changed((blobs) => blobs.splice(0, 6, { schema: 'olm.package', name: 'a.b', defaultChannel: 'c' })),
      CatalogErrorCode.PACKAGE_NAME, 'package name "a.b" must have at most 63 lowercase letters, digits and dashes, and neither start nor end with a dash; rename the package'],
    ['with two blobs of a package', withMore({ schema: 'olm.package', name: 'demo', defaultChannel: 'stable' }), CatalogErrorCode.DUPLICATE_PACKAGE,
      'package "demo" has a second olm.package blob; remove one of them'],
    ['with a channel without a package', withField(OLD, 'package', undefined), CatalogErrorCode.UNKNOWN_PACKAGE,
      'channel "old" has no package; add "package"'],
    ['with a channel of a package that does not exist', withField(OLD, 'package', 'dmo'), CatalogErrorCode.UNKNOWN_PACKAGE,
      'package "dmo" is not in the catalog, but channel "old" belongs to it; add its olm.package blob, or correct the name'],
    ['with bundles of a package that does not exist', changed((blobs) => blobs.splice(0, 3)), CatalogErrorCode.UNKNOWN_PACKAGE,
      'package "demo" is not in the catalog, but bundle "demo.v1.0.0" and 2 more blobs belong to it; add its olm.package blob, or correct the name'],
    ['whose package has no default channel', withField(PACKAGE, 'defaultChannel', ''), CatalogErrorCode.DEFAULT_CHANNEL,
      'package "demo" has no default channel; set "defaultChannel" to one of "stable", "old"'],
    ['whose package has a default channel that does not exist', withField(PACKAGE, 'defaultChannel', 'fast'), CatalogErrorCode.DEFAULT_CHANNEL,
      'package "demo" has the default channel "fast", which does not exist; set "defaultChannel" to one of "stable", "old"'],
    ['with a package without channels', withMore({ schema: 'olm.package', name: 'other', defaultChannel: 'c' }), CatalogErrorCode.NO_CHANNELS,
      'package "other" has no channel; add an olm.channel blob, or remove the package'],
    ['with a channel without a name', withField(OLD, 'name', undefined), CatalogErrorCode.CHANNEL_NAME,
      'a channel of package "demo" has no name; add "name" to its olm.channel blob'],
    ['with two channels of one name', changed((blobs) => blobs.push(blobs[OLD]!)), CatalogErrorCode.DUPLICATE_CHANNEL,
      'package "demo" has a second channel "old"; merge the two, or rename one'],
    ['with an empty channel', withField(OLD, 'entries', []), CatalogErrorCode.EMPTY_CHANNEL,
      'channel "old" of package "demo" is empty; add a bundle to its "entries", or remove the channel'],
    ['with an entry twice', withField(OLD, 'entries', [{ name: 'demo.v1.0.0' }, { name: 'demo.v1.0.0' }]), CatalogErrorCode.DUPLICATE_ENTRY,
      'channel "old" of package "demo" has a second entry "demo.v1.0.0"; merge the two'],
    ['with an entry without its bundle', withField(OLD, 'entries', [{ name: 'demo.v1.0.0' }, { name: 'demo.v9', skips: ['demo.v1.0.0'] }]),
      CatalogErrorCode.ENTRY_WITHOUT_BUNDLE,
      'channel "old" of package "demo" has an entry "demo.v9", but package "demo" has no such bundle; add its olm.bundle blob, or remove the entry'],
    ['with an entry without a name', withField(OLD, 'entries', [{ name: 'demo.v1.0.0' }, { skips: ['demo.v1.0.0'] }]), CatalogErrorCode.ENTRY_WITHOUT_BUNDLE,
      'an entry of channel "old" of package "demo" has no name; add "name", or remove it'],
    ['that skips an empty name', withEntry(2, { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0', skips: [''] }), CatalogErrorCode.SKIPS,
      'entry "demo.v1.2.0" of channel "stable" of package "demo" skips a bundle without a name; remove it from "skips"'],
    ['with an invalid skipRange', withEntry(2, { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0', skipRange: '^1' }), CatalogErrorCode.SKIP_RANGE,
      'entry "demo.v1.2.0" of channel "stable" of package "demo" has the skipRange "^1", which is not a version range; write one such as ">=1.0.0 <1.2.0"'],
    ['with two heads', withEntry(2, { name: 'demo.v1.2.0' }), CatalogErrorCode.SEVERAL_HEADS,
      'channel "stable" of package "demo" has several heads: "demo.v1.1.0", "demo.v1.2.0"; let one of them replace or skip the others, or put them into different channels'],
    ['with a cycle', withEntry(0, { name: 'demo.v1.0.0', replaces: 'demo.v1.1.0' }), CatalogErrorCode.REPLACES_CYCLE,
      'channel "stable" of package "demo" has a cycle: demo.v1.1.0 -> demo.v1.0.0 -> demo.v1.1.0; remove one of these "replaces"'],
    ['whose bundles skip each other', withField(STABLE, 'entries', [
      { name: 'demo.v1.0.0', skips: ['demo.v1.1.0'] }, { name: 'demo.v1.1.0', skips: ['demo.v1.2.0'] }, { name: 'demo.v1.2.0', skips: ['demo.v1.0.0'] },
    ]), CatalogErrorCode.NO_HEAD, 'channel "stable" of package "demo" has no head: each of "demo.v1.0.0", "demo.v1.1.0", "demo.v1.2.0" is replaced or skipped by '
      + 'another; remove the newest from "replaces" and "skips" of the others'],
    ['with bundles that no upgrade reaches', withField(STABLE, 'entries', [
      { name: 'demo.v1.0.0', replaces: 'demo.v1.1.0' }, { name: 'demo.v1.1.0', replaces: 'demo.v1.0.0' }, { name: 'demo.v1.2.0' },
    ]), CatalogErrorCode.STRANDED_BUNDLE, 'channel "stable" of package "demo" has bundles that are not on the upgrade path to "demo.v1.2.0": "demo.v1.0.0", '
      + '"demo.v1.1.0"; they replace one another: remove one of their "replaces", and name the newest of them in "replaces" or "skips" of an entry on the path'],
    ['with a bundle that no entry names', withField(STABLE, 'entries', [{ name: 'demo.v1.0.0', skips: [] }, { name: 'demo.v1.1.0' }, { name: 'demo.v1.2.0', replaces: 'demo.v1.1.0' }]),
      CatalogErrorCode.SEVERAL_HEADS, 'channel "stable" of package "demo" has several heads: "demo.v1.0.0", "demo.v1.2.0"; let one of them replace or skip the others, or put them into '
      + 'different channels'],
    ['with a bundle behind a skipped one', withField(STABLE, 'entries', [
      { name: 'demo.v1.0.0' }, { name: 'demo.v1.1.0', replaces: 'demo.v1.0.0' }, { name: 'demo.v1.2.0', skips: ['demo.v1.1.0'] },
    ]), CatalogErrorCode.STRANDED_BUNDLE, 'channel "stable" of package "demo" has bundles that are not on the upgrade path to "demo.v1.2.0": "demo.v1.0.0"; name "demo.v1.0.0" in '
      + '"skips" of "demo.v1.2.0", too: "demo.v1.1.0", which replaces it, is skipped, so the path ends before it'],
    ['with two bundles of one name', changed((blobs) => blobs.push(blobs[FIRST]!)), CatalogErrorCode.DUPLICATE_BUNDLE,
      'package "demo" has a second bundle "demo.v1.0.0"; remove one of them: both have the same image'],
    ['with two images of one name', changed((blobs) => blobs.push({ ...blobs[FIRST]!, image: 'example.test/other:1' })), CatalogErrorCode.DUPLICATE_BUNDLE, expect.stringMatching(
      /^package "demo" has a second bundle "demo\.v1\.0\.0", from ".*" and "example\.test\/other:1"; set another name in the CSV of the newer one, as in its version, and build its image again$/,
    ) as string],
    ['with two bundles of one version', withPackageProperty({ version: '1.1.0' }), CatalogErrorCode.DUPLICATE_VERSION,
      'package "demo" has 2 bundles of version "1.1.0": "demo.v1.1.0", "demo.v1.2.0"; remove all but one, or change their versions'],
    ['with a version and release that equal another version', changed((blobs) => {
      blobs.push(bundleBlob('1.3.0-1'), bundleBlob('1.3.0', {
        name: 'demo-v1.3.0-1', properties: [{ type: 'olm.package', value: { packageName: 'demo', version: '1.3.0', release: '1' } }],
      }));
      blobs[OLD]!['entries'] = [{ name: 'demo.v1.3.0-1', skips: ['demo-v1.3.0-1'] }, { name: 'demo-v1.3.0-1' }];
    }), CatalogErrorCode.DUPLICATE_VERSION,
    'package "demo" has 2 bundles of version "1.3.0-1": "demo.v1.3.0-1", "demo-v1.3.0-1"; remove all but one, or change their versions'],
    ['with a bundle in no channel', withMore(bundleBlob('3.0.0')), CatalogErrorCode.NO_CHANNEL,
      'bundle "demo.v3.0.0" is in no channel of package "demo"; add an entry to a channel, or remove the bundle'],
    ['with a property without a value', withProperties({ type: 'x' }), CatalogErrorCode.FIELD_TYPE,
      'properties[1] must have a value; add one, or remove the property'],
    ['with a property that opm cannot decode', withProperties({ type: 'olm.gvk', value: { group: 1 } }), CatalogErrorCode.PROPERTY,
      'bundle "demo.v1.2.0" has a property olm.gvk that opm cannot decode: properties[1].value.group must be a string, got the number 1; put it in quotes'],
    ['with CSV metadata that opm cannot decode', withProperties({ type: 'olm.csv.metadata', value: { installModes: [{ supported: 'yes' }] } }),
      CatalogErrorCode.PROPERTY, 'bundle "demo.v1.2.0" has a property olm.csv.metadata that opm cannot decode: properties[1].value.installModes[0].supported must be '
        + 'true or false, got the string "yes"'],
    ['with a manifest that is not base64', withProperties({ type: 'olm.bundle.object', value: { data: '***' } }), CatalogErrorCode.PROPERTY,
      'bundle "demo.v1.2.0" has a property olm.bundle.object that opm cannot decode: properties[1].value.data must be base64, got the string "***"'],
    ['with a manifest that is not YAML', withProperties({ type: 'olm.bundle.object', value: { data: Buffer.from('a: [').toString('base64') } }),
      CatalogErrorCode.PROPERTY, 'bundle "demo.v1.2.0" has a property olm.bundle.object that opm cannot decode: properties[1].value.data is not base64 of '
        + 'YAML: this is not YAML: unexpected end of the stream within a flow collection'],
    ['with a manifest that is not UTF-8', withProperties({ type: 'olm.bundle.object', value: { data: Buffer.from('\xff', 'latin1').toString('base64') } }),
      CatalogErrorCode.PROPERTY, 'bundle "demo.v1.2.0" has a property olm.bundle.object that opm cannot decode: properties[1].value.data is not base64 of UTF-8'],
    ['with a bundle without olm.package', withField(THIRD, 'properties', []), CatalogErrorCode.PACKAGE_PROPERTY,
      'bundle "demo.v1.2.0" must have exactly one property olm.package, got none; add one with its "packageName" and "version"'],
    ['with a bundle with two olm.package', withProperties({ type: 'olm.package', value: { packageName: 'demo', version: '1.2.0' } }),
      CatalogErrorCode.PACKAGE_PROPERTY, 'bundle "demo.v1.2.0" must have exactly one property olm.package, got 2; remove the others'],
    ['with a bundle that names another package', withPackageProperty({ packageName: 'dmo' }), CatalogErrorCode.PACKAGE_PROPERTY,
      'bundle "demo.v1.2.0" belongs to package "demo", but its property olm.package names "dmo"; make them equal'],
    ['with an invalid version', withPackageProperty({ version: 'v1.2' }), CatalogErrorCode.VERSION,
      'bundle "demo.v1.2.0" has the version "v1.2", which is not a semantic version; write one in its property olm.package, such as 1.2.3 or 1.2.3-rc.1'],
    ['with an invalid release', withPackageProperty({ release: '01' }), CatalogErrorCode.VERSION,
      'bundle "demo.v1.2.0" has the release "01", which is invalid; write letters, digits and dashes separated by dots, such as 1 or alpha.2, at most 20 characters'],
    ['with a release beside build metadata', withPackageProperty({ version: '1.2.0+b', release: '1' }, 'demo-v1.2.0+b-1'), CatalogErrorCode.VERSION,
      'bundle "demo-v1.2.0+b-1" has the version "1.2.0+b" and the release "1"; remove the build metadata from the version, which cannot be combined with a release'],
    ['with a release that the name does not contain', withPackageProperty({ release: '1' }), CatalogErrorCode.BUNDLE_NAME,
      'bundle "demo.v1.2.0" has a release, so it must be named "demo-v1.2.0-1"; rename it, or remove the release'],
    ['with a bundle without image and manifests', withField(THIRD, 'image', ''), CatalogErrorCode.NO_IMAGE,
      'bundle "demo.v1.2.0" has neither an image nor manifests; add "image", or properties olm.bundle.object'],
    ['with an invalid image', withField(THIRD, 'image', 'Example'), CatalogErrorCode.IMAGE,
      'bundle "demo.v1.2.0" has the invalid image reference "Example" in image; write it as registry/repository:tag or registry/repository@sha256:…'],
    ['with an invalid related image', withField(THIRD, 'relatedImages', [{ name: 'x' }, { name: 'y', image: 'oci://y' }]), CatalogErrorCode.IMAGE,
      'bundle "demo.v1.2.0" has the invalid image reference "oci://y" in relatedImages[1].image; write it as registry/repository:tag or '
        + 'registry/repository@sha256:…'],
    ['with two blobs of deprecations', jsonOf([...validBlobs(), ...[1, 2].map(() => ({ schema: 'olm.deprecations', package: 'demo', entries: [] }))]),
      CatalogErrorCode.DEPRECATION, 'package "demo" has a second olm.deprecations blob; merge the two'],
    ['with deprecations of a package that does not exist', withMore({ schema: 'olm.deprecations', package: 'dmo', entries: [DEPRECATED] }),
      CatalogErrorCode.UNKNOWN_PACKAGE, 'package "dmo" is not in the catalog, but an olm.deprecations blob belongs to it; add its olm.package blob, or correct the name'],
    ['with a deprecation without a message', withDeprecation({ ...DEPRECATED, message: '' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" has no message; add "message" with instructions for users'],
    ['with a deprecation without a reference', withDeprecation({ message: 'm' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" has a reference with no schema; set its "schema" to olm.package, olm.channel or olm.bundle'],
    ['with a deprecation of another schema', withDeprecation({ reference: { schema: 'my.own' }, message: 'm' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" has a reference with the schema "my.own"; set its "schema" to olm.package, olm.channel or olm.bundle'],
    ['with a deprecation of the package by name', withDeprecation({ reference: { schema: 'olm.package', name: 'demo' }, message: 'm' }), CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" refers to the package, but has the name "demo"; remove "name" from its reference'],
    ['with a deprecation of a channel that does not exist', withDeprecation({ reference: { schema: 'olm.channel', name: 'x' }, message: 'm' }),
      CatalogErrorCode.DEPRECATION,
      'entry 1 of the deprecations of package "demo" refers to olm.channel "x", which the package does not have; correct the "name" of its reference, or remove it'],
    ['with the same deprecation twice', withDeprecation(DEPRECATED, DEPRECATED), CatalogErrorCode.DEPRECATION,
      'entry 2 of the deprecations of package "demo" refers to olm.channel "old", as an earlier entry does; remove one of them'],
  ];

  it.each(CASES)('%s', (_what, content, code, message) => {
    expect(problemsOf(content)).toContainEqual(expect.objectContaining({ code, message }));
  });

  const POSITIONS: readonly (readonly [title: string, excerpt: string])[] = [
    ['whose package has a name with a dot', '"name":"a.b"'],
    ['with a channel of a package that does not exist', '"package":"dmo"'],
    ['with bundles of a package that does not exist', '"package":"demo"'],
    ['whose package has no default channel', '"defaultChannel":""'],
    ['with an entry twice', '{"name":"demo.v1.0.0"}]}'],
    ['with an entry without its bundle', '"name":"demo.v9"'],
    ['with an entry without a name', '{"skips":["demo.v1.0.0"]}'],
    ['that skips an empty name', '""]}'],
    ['with an invalid skipRange', '"skipRange":"^1"'],
    ['with two heads', '{"name":"demo.v1.2.0"}'],
    ['with a cycle', '{"name":"demo.v1.1.0","replaces"'],
    ['whose bundles skip each other', '"entries":'],
    ['with bundles that no upgrade reaches', '{"name":"demo.v1.0.0","replaces"'],
    ['with two bundles of one version', '"properties":'],
    ['with a property without a value', '{"type":"x"}'],
    ['with a property that opm cannot decode', '"group":1'],
    ['with CSV metadata that opm cannot decode', '"supported":"yes"'],
    ['with a manifest that is not base64', '"data":"***"'],
    ['with a manifest that is not YAML', '"data":"YTogWw=="'],
    ['with a bundle without olm.package', '"properties":[]'],
    ['with a bundle with two olm.package', '"properties":'],
    ['with a bundle that names another package', '"packageName":"dmo"'],
    ['with an invalid version', '"version":"v1.2"'],
    ['with an invalid release', '"release":"01"'],
    ['with a release beside build metadata', '"version":"1.2.0+b"'],
    ['with a release that the name does not contain', '"name":"demo.v1.2.0","package"'],
    ['with a bundle without image and manifests', '"image":""'],
    ['with an invalid image', '"image":"Example"'],
    ['with an invalid related image', '"image":"oci://y"'],
    ['with deprecations of a package that does not exist', '"package":"dmo"'],
    ['with a deprecation without a message', '{"reference":{"schema":"olm.channel"'],
    ['with a deprecation without a reference', '{"message":"m"}'],
  ];

  it.each(POSITIONS)('%s, at the position of %s', (title, excerpt) => {
    const [, content] = CASES.find(([what]) => what === title)!;
    const [problem] = problemsOf(content);
    expect(content.split('\n')[problem!.line! - 1]!.slice(problem!.column! - 1, problem!.column! - 1 + excerpt.length)).toBe(excerpt);
  });

  it('by the rules of opm, which are all in one list', () => {
    expect(RULES.map(({ name }) => name)).toEqual([
      'packageExistsOnce', 'packageNameIsLabel', 'packageHasChannels', 'defaultChannelExists', 'channelNamesAreUnique', 'channelEntriesAreUnique',
      'entriesAreBundles', 'skipsAreValid', 'channelIsOneUpgradePath', 'bundleNamesAreUnique', 'bundlesAreInChannels', 'propertiesAreValid',
      'bundlesNameTheirPackage', 'versionsAreValid', 'bundleVersionsAreUnique', 'imagesAreValid', 'deprecationsAreOneBlob', 'deprecationsAreValid',
    ]);
  });

  it.each(CASES.filter(([, , code]) => code !== CatalogErrorCode.PACKAGE_NAME))('%s, with exactly one problem', (_what, content) => {
    expect(problemsOf(content)).toHaveLength(1);
  });
});

describe('a catalog is accepted', () => {
  it.each([
    ['unchanged', jsonOf(validBlobs())],
    ['that is empty', ''],
    ['with schemas that opm does not know', withMore({ schema: 'my.own', package: 'demo', x: 1 }, { schema: 'my.own' })],
    ['with channel names of any characters', changed((blobs) => {
      blobs[PACKAGE]!['defaultChannel'] = blobs[STABLE]!['name'] = 'a b/c!';
    })],
    ['whose oldest entry replaces a bundle that does not exist', withEntry(0, { name: 'demo.v1.0.0', replaces: 'demo.v0.9.0' })],
    ['with related images without an image', withField(THIRD, 'relatedImages', [{ name: 'x', image: '' }, { name: 'x' }, null])],
    ['with properties of any other type', withProperties({ type: '', value: 1 }, { value: null }, { type: 'olm.constraint', value: 1 })],
    ['with manifests instead of an image', changed((blobs) => {
      blobs[THIRD] = bundleBlob('1.2.0', { image: '' });
      (blobs[THIRD]['properties'] as SampleBlob[]).push({ type: 'olm.bundle.object', value: { ref: 'x' } });
    })],
    ['with versions that differ in build metadata', withPackageProperty({ version: '1.1.0+b' })],
    ['with deprecations of everything', withDeprecation(
      { reference: { schema: 'olm.package' }, message: 'm' }, DEPRECATED, { reference: { schema: 'olm.bundle', name: 'demo.v1.0.0' }, message: 'm' },
    )],
    ['with field names in any case', changed((blobs) => {
      blobs[PACKAGE] = { Schema: 'olm.package', NAME: 'demo', DefaultChannel: 'stable' };
      (blobs[STABLE]!['entries'] as SampleBlob[])[1] = { Name: 'demo.v1.1.0', REPLACES: 'demo.v1.0.0' };
    })],
  ])('%s', (_what, content) => {
    expect(problemsOf(content)).toEqual([]);
  });
});

describe('the error for a catalog', () => {
  const BROKEN = changed((blobs) => {
    blobs[PACKAGE]!['defaultChannel'] = 'fast';
    blobs[SECOND]!['image'] = '';
    (blobs[STABLE]!['entries'] as SampleBlob[])[2]!['skipRange'] = '^1';
    blobs.push({ schema: 'olm.package', name: 'other', defaultChannel: 'c' });
  });

  it('is a tree of packages, channels and bundles for several problems', () => {
    expect(errorOf(() => Catalog.fromString(BROKEN))!.message).toBe([
      '4 problems in the catalog',
      '├── package "demo"',
      '│   ├── channel "stable"',
      '│   │   └── line 2:211: entry "demo.v1.2.0" of channel "stable" of package "demo" has the skipRange "^1", which is not a version range; write one such as '
        + '">=1.0.0 <1.2.0"',
      '│   ├── bundle "demo.v1.1.0"',
      '│   │   └── line 5:62: bundle "demo.v1.1.0" has neither an image nor manifests; add "image", or properties olm.bundle.object',
      '│   └── line 1:39: package "demo" has the default channel "fast", which does not exist; set "defaultChannel" to one of "stable", "old"',
      '└── package "other"',
      '    └── line 7: package "other" has no channel; add an olm.channel blob, or remove the package',
    ].join('\n'));
  });

  it('contains package, channel, bundle and position of each problem', () => {
    const found = problemsOf(BROKEN).map(({ code, packageName: name, channel, bundle, line, column }) => [code, name, channel, bundle, line, column]);
    expect(found).toEqual([
      [CatalogErrorCode.DEFAULT_CHANNEL, 'demo', undefined, undefined, 1, 39],
      [CatalogErrorCode.SKIP_RANGE, 'demo', 'stable', undefined, 2, 211],
      [CatalogErrorCode.NO_IMAGE, 'demo', undefined, 'demo.v1.1.0', 5, 62],
      [CatalogErrorCode.NO_CHANNELS, 'other', undefined, undefined, 7, undefined],
    ]);
  });

  it('is one line for one problem', () => {
    expect(errorOf(() => Catalog.fromString(withField(THIRD, 'image', '')))!.message)
      .toBe('line 6:62: bundle "demo.v1.2.0" has neither an image nor manifests; add "image", or properties olm.bundle.object');
  });

  it('prints the first hundred of many problems', () => {
    const content = jsonOf(Array.from({ length: 150 }, () => ({ schema: 'olm.package', name: '', defaultChannel: '' })));
    const { message, problems } = errorOf(() => Catalog.fromString(content))!;
    expect(problems).toHaveLength(151);
    expect(message.split('\n')).toHaveLength(1 + 1 + 100 + 1);
    expect(message).toMatch(/└── and 51 more problems$/);
  });

  it('keeps names short, and on one line', () => {
    const { message } = errorOf(() => Catalog.fromString(jsonOf([1, 2].map(() => ({ schema: 'olm.channel', name: `a\nb${'c'.repeat(1000)}` })))))!;
    expect(message.split('\n')).toHaveLength(5);
    expect(message.length).toBeLessThan(800);
  });
});
