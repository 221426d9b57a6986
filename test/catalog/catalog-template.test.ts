import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog } from '../../lib/catalog/catalog';
import { CatalogTemplate, type TemplateBundles } from '../../lib/catalog/catalog-template';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import type { BundleBlob, CatalogBlob, Property } from '../../lib/catalog/declcfg/declcfg';
import { blobToJson } from '../../lib/catalog/declcfg/write-blob';
import { bundleOf } from '../builders/bundle-of';
import { bundleBlob, chain, channelBlob, packageBlob, property } from './filter/sample-catalog';

const image = (version: string): string => `example.com/p:v${version}`;

function given(...bundles: readonly BundleBlob[]): TemplateBundles {
  return { rendered: Object.fromEntries(bundles.map((bundle) => [bundle.image, blobToJson(bundle)])) };
}

function rendered(template: object, bundles: TemplateBundles): readonly CatalogBlob[] {
  return CatalogTemplate.fromString(JSON.stringify(template)).render(bundles)._blobs;
}

/** Returns blobs without the bytes of properties, which tests do not compare. */
function plain(blobs: readonly CatalogBlob[]): unknown {
  return blobs.map((blob) => JSON.parse(blobToJson(blob)) as unknown);
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof CatalogError) {
      return error.message;
    }
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a template', () => {
  it('names the images that it needs, each once', () => {
    const template = CatalogTemplate.fromString('schema: olm.semver\nstable: {bundles: [{image: b}, {image: a}]}\nfast: {bundles: [{image: a}]}\n');
    expect(template.schema).toBe('olm.semver');
    expect(template.images).toEqual(['a', 'b']);
  });

  it('is read from a file, which problems name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'template-'));
    try {
      const path = join(folder, 'template.yaml');
      writeFileSync(path, 'schema: olm.semver\n\nsurprise: true\nstable:\n  bundles:\n    - image: a\n');
      expect(messageOf(() => CatalogTemplate.fromFile(path))).toBe(`${path}:3:1: surprise is not a field of the template; remove it, or correct its name`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each<[string, string, RegExp]>([
    ['an empty file', '', /the template is empty/],
    ['a list', '[]', /must be a map with a schema, got a list/],
    ['another schema', 'schema: olm.composite', /must be olm.semver, olm.template.basic or olm.template.substitutes, got "olm.composite", which opm no longer renders/],
    ['a catalog', 'schema: olm.package\nname: a\n---\nschema: olm.channel\nname: b\n', /^line 1:1: this is a file-based catalog, not a template: [^\n]*$/],
    ['a bundle of the semver template without an image', 'schema: olm.semver\nstable:\n  bundles:\n  - image: a\n  - {}\n', /^line 5:5: a bundle of the template has no image/],
    ['a missing schema', 'entries: []', /got ""/],
    ['two documents', 'schema: olm.semver\nstable: {bundles: [{image: a}]}\n---\na: 1\n', /line 4: .*which opm would ignore/],
    ['an unknown field of a channel', 'schema: olm.semver\nstable: {bundles: [{image: a}], surprise: 1}\n', /^line 2:\d+: stable.surprise is not a field of the template/],
    ['invalid YAML', 'schema: [', /line 1:/],
    ['no bundles', 'schema: olm.semver\n', /names no bundle/],
    ['a field twice', 'schema: olm.semver\nfast: {bundles: [{image: a}]}\nfast: {bundles: [{image: b}]}\n', /line 3:1: "fast" is repeated here/],
    ['an image that is not a string', 'schema: olm.semver\nstable: {bundles: [{image: 1}]}\n', /line 2:\d+: stable.bundles\[0\].image must be a string, got the number 1/],
    ['a flag that is not a boolean', 'schema: olm.semver\ngenerateMajorChannels: please\nstable: {bundles: [{image: a}]}\n', /must be true or false/],
    ['a preference for minor channels without any', 'schema: olm.semver\ngenerateMajorChannels: true\ndefaultChannelTypePreference: minor\nstable: {bundles: [{image: a}]}\n',
      /^line 3:1: defaultChannelTypePreference is minor, but no minor channels are generated; set generateMinorChannels to true, or remove the preference$/],
    ['a preference for major channels without any', 'schema: olm.semver\ndefaultChannelTypePreference: major\nstable: {bundles: [{image: a}]}\n',
      /^line 2:1: defaultChannelTypePreference is major, but no major channels are generated; set generateMajorChannels to true, or remove the preference$/],
    ['an unknown preference', 'schema: olm.semver\ndefaultChannelTypePreference: patch\nstable: {bundles: [{image: a}]}\n', /must be minor or major, got "patch"/],
    ['a bundle with more than its image', 'schema: olm.template.basic\nentries: [{schema: olm.bundle, image: a, package: p}]\n', /must have an image and no other field/],
    ['a bundle without an image', 'schema: olm.template.basic\nentries: [{schema: olm.bundle, name: x}]\n', /the bundle "x" must have an image/],
    ['an entry without a schema', 'schema: olm.template.basic\nentries: [{name: x}]\n', /has no schema/],
    ['a substitution without a base', 'schema: olm.template.substitutes\nentries: []\nsubstitutions: [{name: a}]\n', /must have the image .* got name "a" and base ""/],
    ['a base twice', 'schema: olm.template.substitutes\nsubstitutions: [{name: a, base: x}, {name: b, base: x}]\n', /"x" is substituted twice/],
    ['a substitute twice', 'schema: olm.template.substitutes\nsubstitutions: [{name: a, base: x}, {name: a, base: y}]\n', /the image "a" substitutes two bundles/],
  ])('is refused with %s', (_, content, message) => {
    expect(messageOf(() => CatalogTemplate.fromString(content))).toMatch(message);
  });

  it('reports missing bundles', () => {
    const template = CatalogTemplate.fromString('schema: olm.semver\nstable: {bundles: [{image: a}, {image: b}]}\n');
    expect(messageOf(() => template.render({ bundles: { a: bundleOf() } }))).toMatch(/are missing: "b"; add each to 'bundles'/);
  });

  it('refuses content that is not a rendered bundle', () => {
    const template = CatalogTemplate.fromString('schema: olm.semver\nstable: {bundles: [{image: a}]}\n');
    expect(messageOf(() => template.render({ rendered: { a: '{"schema":"olm.package","name":"p"}' } }))).toMatch(/must contain one olm.bundle blob for "a", got 0/);
    expect(messageOf(() => template.render({ rendered: { a: 'a: [' } }))).toMatch(/^a:1:/);
  });
});

describe('a semver template', () => {
  const template = { schema: 'olm.semver', stable: { bundles: [{ image: image('1.0.0') }, { image: image('1.1.0') }] } };

  it('accepts bundles, and takes description and icon from the newest one', () => {
    const bundles = {
      [image('1.0.0')]: bundleOf({ package: 'p', spec: { description: 'old' } }),
      [image('1.1.0')]: bundleOf({ package: 'p', version: '1.1.0', spec: { description: 'new', icon: [{ base64data: 'aWNvbg==', mediatype: 'image/png' }] } }),
    };
    const [packageOf, ...others] = rendered(template, { bundles });
    expect(packageOf).toEqual({ ...packageBlob('p', 'stable-v1.1'), description: 'new', icon: { base64data: 'aWNvbg==', mediatype: 'image/png' } });
    const written = others.filter((blob) => blob.schema === 'olm.bundle');
    expect(written.map((bundle) => bundle.image)).toEqual([image('1.0.0'), image('1.1.0')]);
    expect(written[0]!.relatedImages).toContainEqual({ name: '', image: image('1.0.0') });
    const types = (blob: CatalogBlob): string[] => (blob.schema === 'olm.bundle' ? blob.properties.map(({ type }) => type) : []);
    expect(types(written[0]!)).toContain('olm.bundle.object');
    const [samePackage, , , migrated] = rendered(template, { bundles, csvMetadata: true });
    expect(samePackage).toEqual(packageOf);
    expect(types(migrated!)).toEqual(['olm.package', 'olm.csv.metadata']);
  });

  it('renders a package without icon and description if its newest bundle has none', () => {
    const demo = CatalogTemplate.fromString(JSON.stringify(template)).render(given(bundleBlob('p', '1.0.0'), bundleBlob('p', '1.1.0'))).findPackage('p');
    expect([demo.description, demo.icon]).toEqual([undefined, undefined]);
  });

  it.each<[string, BundleBlob, RegExp]>([
    ['of several packages', { ...bundleBlob('q', '1.1.0'), image: image('1.1.0') }, /several packages: "p", "q"/],
    ['of the same name', { ...bundleBlob('p', '1.1.0'), name: 'p.v1.0.0' }, /stable names the bundle "p.v1.0.0" twice/],
    ['of versions that cannot be ordered', { ...bundleBlob('p', '1.0.0+b1'), image: image('1.1.0') }, /differ at most in build metadata/],
    ['without a version', { ...bundleBlob('p', '1.1.0'), properties: [property('olm.package', { packageName: 'p', version: '1' })] }, /version "1", which is no/],
    ['without the property olm.package', { ...bundleBlob('p', '1.1.0'), properties: [] }, /version "", which is no/],
  ])('is refused with bundles %s', (_, second, message) => {
    expect(messageOf(() => rendered(template, given(bundleBlob('p', '1.0.0'), second)))).toMatch(message);
  });
});

describe('a basic template', () => {
  it('renders to its entries with the bundles inserted', () => {
    const blobs = [
      packageBlob('p', 'c'), channelBlob('p', 'c', chain('p', '1.1.0', '1.0.0')), bundleBlob('p', '1.0.0'), bundleBlob('p', '1.1.0'),
    ];
    const entries = blobs.map((blob) => (blob.schema === 'olm.bundle' ? { schema: 'olm.bundle', image: blob.image } : blob));
    const bundles = given(...blobs.filter((blob) => blob.schema === 'olm.bundle'));
    expect(plain(rendered({ Schema: 'olm.template.basic', entries }, bundles))).toEqual(plain(blobs));
  });

  it.each([
    ['with another field', '- {schema: olm.bundle, image: a, package: p}', 'of image "a"'],
    ['with properties', '- {schema: olm.bundle, image: a, properties: [{type: x, value: 1}]}', 'of image "a"'],
    ['with related images', '- {schema: olm.bundle, image: a, relatedImages: [{image: b}]}', 'of image "a"'],
    ['without an image', '- {schema: olm.bundle, name: p.v1.0.0}', '"p.v1.0.0"'],
  ])('is refused with a bundle %s', (_, entry, which) => {
    expect(messageOf(() => CatalogTemplate.fromString(`schema: olm.template.basic\nentries:\n${entry}\n`)))
      .toBe(`line 3:3: the bundle ${which} must have an image and no other field, because the rest comes from the bundle; remove its other fields`);
  });

  it('is validated like any catalog', () => {
    const entries = [packageBlob('p', 'c'), { schema: 'olm.bundle', image: image('1.0.0') }];
    expect(messageOf(() => rendered({ schema: 'olm.template.basic', entries }, given(bundleBlob('p', '1.0.0'))))).toMatch(/has no channel/);
  });
});

describe('a substitutes template', () => {
  const entries = [
    packageBlob('p', 'c'),
    channelBlob('p', 'c', [
      { name: 'p.v1.2.0', replaces: 'p.v1.1.0' }, { name: 'p.v1.1.0', replaces: 'p.v1.0.0', skips: ['p.v1.0.1'], skipRange: '<1.1.0' }, { name: 'p.v1.0.0' },
    ]),
    channelBlob('p', 'd', [{ name: 'p.v1.2.0', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0' }]),
    ...['1.0.0', '1.1.0', '1.2.0'].map((version) => bundleBlob('p', version)),
  ].map((blob) => JSON.parse(blobToJson(blob)) as object);

  function substitute(version: string, base: string, more: readonly Property[] = []): readonly CatalogBlob[] {
    const bundle = bundleBlob('p', version, more);
    return rendered({ schema: 'olm.template.substitutes', entries, substitutions: [{ name: bundle.image, base }] }, given(bundle));
  }

  it('replaces the base with the substitute in every channel', () => {
    const blobs = substitute('1.1.1', 'p.v1.1.0');
    expect(blobs.filter(({ schema }) => schema === 'olm.channel')).toEqual([
      channelBlob('p', 'c', [
        { name: 'p.v1.2.0', replaces: 'p.v1.1.1', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0' }, { name: 'p.v1.0.0' },
        { name: 'p.v1.1.1', replaces: 'p.v1.0.0', skips: ['p.v1.0.1', 'p.v1.1.0'], skipRange: '<1.1.0' },
      ]),
      channelBlob('p', 'd', [{ name: 'p.v1.2.0', skips: ['p.v1.1.1'] }, { name: 'p.v1.1.0' }, { name: 'p.v1.1.1', skips: ['p.v1.1.0'] }]),
    ]);
    expect(blobs.filter((blob) => blob.schema === 'olm.bundle').map(({ name }) => name)).toContain('p.v1.1.1');
  });

  it('reads build metadata as the release of a substitute with olm.substitutesFor', () => {
    const metadata = property('olm.csv.metadata', { annotations: { 'olm.substitutesFor': 'p.v1.1.0' } });
    expect(() => substitute('1.1.0+1', 'p.v1.1.0', [metadata])).not.toThrow();
    expect(messageOf(() => substitute('1.1.0+1', 'p.v1.1.0'))).toMatch(/version and release are not higher/);
  });

  it('reads releases of up to 20 characters', () => {
    const substituted = (release: string): unknown => rendered(
      { schema: 'olm.template.substitutes', entries, substitutions: [{ name: image('1.1.1'), base: 'p.v1.1.0' }] },
      given({ ...bundleBlob('p', '1.1.1'), name: `p-v1.1.1-${release}`, properties: [property('olm.package', { packageName: 'p', version: '1.1.1', release })] }),
    );
    expect(() => substituted('a'.repeat(20))).not.toThrow();
    expect(messageOf(() => substituted('a'.repeat(21)))).toMatch(/must have one olm.package property/);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['an older substitute', () => substitute('1.0.5', 'p.v1.1.0'), /"p.v1.0.5" cannot substitute "p.v1.1.0", because its version and release are not higher/],
    ['a base that does not exist', () => substitute('2.0.0', 'p.v9.0.0'), /has no bundle "p.v9.0.0"/],
    ['entries that are not a catalog', () => rendered({
      schema: 'olm.template.substitutes', entries: entries.slice(1), substitutions: [{ name: image('1.1.1'), base: 'p.v1.1.0' }],
    }, given(bundleBlob('p', '1.1.1'))), /package "p"/],
    ['a substitute without a version', () => rendered({
      schema: 'olm.template.substitutes', entries, substitutions: [{ name: image('1.1.1'), base: 'p.v1.1.0' }],
    }, given({ ...bundleBlob('p', '1.1.1'), properties: [] })), /must have one olm.package property/],
  ])('is refused with %s', (_, act, message) => {
    expect(messageOf(act)).toMatch(message);
  });

  it('may substitute a substitute', () => {
    const bundles = [bundleBlob('p', '1.1.1'), bundleBlob('p', '1.1.2')];
    const substitutions = [{ name: image('1.1.1'), base: 'p.v1.1.0' }, { name: image('1.1.2'), base: 'p.v1.1.1' }];
    const blobs = rendered({ schema: 'olm.template.substitutes', entries, substitutions }, given(...bundles));
    expect(Catalog.fromString(blobs.map(blobToJson).join('\n')).findPackage('p').findChannel('c').head.name).toBe('p.v1.2.0');
  });
});
