import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleOf } from '../../builders/bundle-of';
import { Catalog } from '../../../../lib/bundle/catalog/catalog';
import { CatalogError } from '../../../../lib/bundle/catalog/catalog-error';
import { documentToJson } from '../../../../lib/bundle/catalog/json-lines';
import { CatalogTemplate } from '../../../../lib/bundle/catalog/template/catalog-template';
import type { TemplateBundles } from '../../../../lib/bundle/catalog/template/template-bundles';
import type { BundleDocument, CatalogDocument, Property } from '../../../../lib/bundle/catalog/wire';
import { bundleDocument, chain, channelDocument, packageDocument, property } from '../selection/sample-catalog';

const image = (version: string): string => `example.com/p:v${version}`;

function given(...bundles: readonly BundleDocument[]): TemplateBundles {
  return { rendered: Object.fromEntries(bundles.map((bundle) => [bundle.image, documentToJson(bundle)])) };
}

function rendered(template: object, bundles: TemplateBundles): readonly CatalogDocument[] {
  return CatalogTemplate.fromText(JSON.stringify(template)).render(bundles)._documents;
}

/** Documents without the properties' bytes, which tests need not spell out. */
function plain(documents: readonly CatalogDocument[]): unknown {
  return documents.map((document) => JSON.parse(documentToJson(document)) as unknown);
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
    const template = CatalogTemplate.fromText('schema: olm.semver\nstable: {bundles: [{image: b}, {image: a}]}\nfast: {bundles: [{image: a}]}\n');
    expect(template.schema).toBe('olm.semver');
    expect(template.images).toEqual(['a', 'b']);
  });

  it('is read from a file too, whose name problems give', () => {
    const folder = mkdtempSync(join(tmpdir(), 'template-'));
    try {
      const path = join(folder, 'template.yaml');
      writeFileSync(path, 'schema: olm.semver\n\nsurprise: true\nstable:\n  bundles:\n    - image: a\n');
      expect(messageOf(() => CatalogTemplate.fromFile(path))).toBe(`${path}:3:1: surprise is no field of the template; remove it, or correct its name`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /the text is empty/],
    ['no map', '[]', /must be a map with a schema, got a list/],
    ['another schema', 'schema: olm.composite', /must be olm.semver, olm.template.basic or olm.template.substitutes, got "olm.composite"/],
    ['no schema', 'entries: []', /got ""/],
    ['two documents', 'schema: olm.semver\nstable: {bundles: [{image: a}]}\n---\na: 1\n', /line 4: .*opm reads only the first/],
    ['no YAML', 'schema: [', /line 1:/],
    ['no bundles', 'schema: olm.semver\n', /names no bundle/],
    ['a field twice', 'schema: olm.semver\nfast: {bundles: [{image: a}]}\nfast: {bundles: [{image: b}]}\n', /line 3:1: "fast" stands here for the second time/],
    ['an image that is no text', 'schema: olm.semver\nstable: {bundles: [{image: 1}]}\n', /line 2:\d+: stable.bundles\[0\].image must be text, got the number 1/],
    ['a switch that is none', 'schema: olm.semver\ngenerateMajorChannels: please\nstable: {bundles: [{image: a}]}\n', /must be true or false/],
    ['a preference that is none', 'schema: olm.semver\ndefaultChannelTypePreference: patch\nstable: {bundles: [{image: a}]}\n', /must be minor or major, got "patch"/],
    ['a bundle that says more than its image', 'schema: olm.template.basic\nentries: [{schema: olm.bundle, image: a, package: p}]\n', /must give its image and nothing else/],
    ['a bundle without an image', 'schema: olm.template.basic\nentries: [{schema: olm.bundle, name: x}]\n', /the bundle "x" must give its image/],
    ['an entry that is no document', 'schema: olm.template.basic\nentries: [{name: x}]\n', /does not say its schema/],
    ['a substitution without a base', 'schema: olm.template.substitutes\nentries: []\nsubstitutions: [{name: a}]\n', /must give the image .* got name "a" and base ""/],
    ['a base twice', 'schema: olm.template.substitutes\nsubstitutions: [{name: a, base: x}, {name: b, base: x}]\n', /"x" is substituted twice/],
    ['a substitute twice', 'schema: olm.template.substitutes\nsubstitutions: [{name: a, base: x}, {name: a, base: y}]\n', /the image "a" substitutes two bundles/],
  ])('is refused when it holds %s', (_, text, message) => {
    expect(messageOf(() => CatalogTemplate.fromText(text))).toMatch(message);
  });

  it('asks for the bundles that are missing', () => {
    const template = CatalogTemplate.fromText('schema: olm.semver\nstable: {bundles: [{image: a}, {image: b}]}\n');
    expect(messageOf(() => template.render({ bundles: { a: bundleOf() } }))).toMatch(/bundles are not given: "b"; give each in 'bundles'/);
  });

  it('refuses what is no rendered bundle', () => {
    const template = CatalogTemplate.fromText('schema: olm.semver\nstable: {bundles: [{image: a}]}\n');
    expect(messageOf(() => template.render({ rendered: { a: '{"schema":"olm.package","name":"p"}' } }))).toMatch(/must hold one olm.bundle document, and has 0/);
    expect(messageOf(() => template.render({ rendered: { a: 'a: [' } }))).toMatch(/^a:1:/);
  });
});

describe('a semver template', () => {
  const template = { schema: 'olm.semver', stable: { bundles: [{ image: image('1.0.0') }, { image: image('1.1.0') }] } };

  it('takes bundles, and shows description and icon of the newest one', () => {
    const bundles = {
      [image('1.0.0')]: bundleOf({ package: 'p', spec: { description: 'old' } }),
      [image('1.1.0')]: bundleOf({ package: 'p', version: '1.1.0', spec: { description: 'new', icon: [{ base64data: 'aWNvbg==', mediatype: 'image/png' }] } }),
    };
    const [packageOf, ...others] = rendered(template, { bundles });
    expect(packageOf).toEqual({ ...packageDocument('p', 'stable-v1.1'), description: 'new', icon: { base64data: 'aWNvbg==', mediatype: 'image/png' } });
    const written = others.filter((document) => document.schema === 'olm.bundle');
    expect(written.map((bundle) => bundle.image)).toEqual([image('1.0.0'), image('1.1.0')]);
    expect(written[0]!.relatedImages).toContainEqual({ name: '', image: image('1.0.0') });
    const types = (document: CatalogDocument): string[] => (document.schema === 'olm.bundle' ? document.properties.map(({ type }) => type) : []);
    expect(types(written[0]!)).toContain('olm.bundle.object');
    const [samePackage, , , migrated] = rendered(template, { bundles, csvMetadata: true });
    expect(samePackage).toEqual(packageOf);
    expect(types(migrated!)).toEqual(['olm.package', 'olm.csv.metadata']);
  });

  it.each<[string, BundleDocument, RegExp]>([
    ['of several packages', { ...bundleDocument('q', '1.1.0'), image: image('1.1.0') }, /several packages: "p", "q"/],
    ['of one name', { ...bundleDocument('p', '1.1.0'), name: 'p.v1.0.0' }, /stable names the bundle "p.v1.0.0" twice/],
    ['of versions that cannot be ordered', { ...bundleDocument('p', '1.0.0+b1'), image: image('1.1.0') }, /differ at most in build metadata/],
    ['without a version', { ...bundleDocument('p', '1.1.0'), properties: [property('olm.package', { packageName: 'p', version: '1' })] }, /version "1", which is no/],
  ])('is refused with bundles %s', (_, second, message) => {
    expect(messageOf(() => rendered(template, given(bundleDocument('p', '1.0.0'), second)))).toMatch(message);
  });
});

describe('a basic template', () => {
  it('is its entries with the bundles put in', () => {
    const documents = [
      packageDocument('p', 'c'), channelDocument('p', 'c', chain('p', '1.1.0', '1.0.0')), bundleDocument('p', '1.0.0'), bundleDocument('p', '1.1.0'),
    ];
    const entries = documents.map((document) => (document.schema === 'olm.bundle' ? { schema: 'olm.bundle', image: document.image } : document));
    const bundles = given(...documents.filter((document) => document.schema === 'olm.bundle'));
    expect(plain(rendered({ Schema: 'olm.template.basic', entries }, bundles))).toEqual(plain(documents));
  });

  it('is checked like any catalog', () => {
    const entries = [packageDocument('p', 'c'), { schema: 'olm.bundle', image: image('1.0.0') }];
    expect(messageOf(() => rendered({ schema: 'olm.template.basic', entries }, given(bundleDocument('p', '1.0.0'))))).toMatch(/has no channel/);
  });
});

describe('a substitutes template', () => {
  const entries = [
    packageDocument('p', 'c'),
    channelDocument('p', 'c', [
      { name: 'p.v1.2.0', replaces: 'p.v1.1.0' }, { name: 'p.v1.1.0', replaces: 'p.v1.0.0', skips: ['p.v1.0.1'], skipRange: '<1.1.0' }, { name: 'p.v1.0.0' },
    ]),
    channelDocument('p', 'd', [{ name: 'p.v1.2.0', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0' }]),
    ...['1.0.0', '1.1.0', '1.2.0'].map((version) => bundleDocument('p', version)),
  ].map((document) => JSON.parse(documentToJson(document)) as object);

  function substitute(version: string, base: string, more: readonly Property[] = []): readonly CatalogDocument[] {
    const bundle = bundleDocument('p', version, more);
    return rendered({ schema: 'olm.template.substitutes', entries, substitutions: [{ name: bundle.image, base }] }, given(bundle));
  }

  it('puts the substitute into the place of the base, in every channel', () => {
    const documents = substitute('1.1.1', 'p.v1.1.0');
    expect(documents.filter(({ schema }) => schema === 'olm.channel')).toEqual([
      channelDocument('p', 'c', [
        { name: 'p.v1.2.0', replaces: 'p.v1.1.1', skips: ['p.v1.1.0'] }, { name: 'p.v1.1.0' }, { name: 'p.v1.0.0' },
        { name: 'p.v1.1.1', replaces: 'p.v1.0.0', skips: ['p.v1.0.1', 'p.v1.1.0'], skipRange: '<1.1.0' },
      ]),
      channelDocument('p', 'd', [{ name: 'p.v1.2.0', skips: ['p.v1.1.1'] }, { name: 'p.v1.1.0' }, { name: 'p.v1.1.1', skips: ['p.v1.1.0'] }]),
    ]);
    expect(documents.filter((document) => document.schema === 'olm.bundle').map(({ name }) => name)).toContain('p.v1.1.1');
  });

  it('takes the build metadata of an older kind of substitute for its release', () => {
    const metadata = property('olm.csv.metadata', { annotations: { 'olm.substitutesFor': 'p.v1.1.0' } });
    expect(() => substitute('1.1.0+1', 'p.v1.1.0', [metadata])).not.toThrow();
    expect(messageOf(() => substitute('1.1.0+1', 'p.v1.1.0'))).toMatch(/version and release are not higher/);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['an older substitute', () => substitute('1.0.5', 'p.v1.1.0'), /"p.v1.0.5" cannot substitute "p.v1.1.0", as its version and release are not higher/],
    ['a base that is not there', () => substitute('2.0.0', 'p.v9.0.0'), /has no bundle "p.v9.0.0"/],
    ['entries that are no catalog', () => rendered({
      schema: 'olm.template.substitutes', entries: entries.slice(1), substitutions: [{ name: image('1.1.1'), base: 'p.v1.1.0' }],
    }, given(bundleDocument('p', '1.1.1'))), /package "p"/],
    ['a substitute without a version', () => rendered({
      schema: 'olm.template.substitutes', entries, substitutions: [{ name: image('1.1.1'), base: 'p.v1.1.0' }],
    }, given({ ...bundleDocument('p', '1.1.1'), properties: [] })), /must have one olm.package property/],
  ])('is refused with %s', (_, act, message) => {
    expect(messageOf(act)).toMatch(message);
  });

  it('may substitute a substitute', () => {
    const bundles = [bundleDocument('p', '1.1.1'), bundleDocument('p', '1.1.2')];
    const substitutions = [{ name: image('1.1.1'), base: 'p.v1.1.0' }, { name: image('1.1.2'), base: 'p.v1.1.1' }];
    const documents = rendered({ schema: 'olm.template.substitutes', entries, substitutions }, given(...bundles));
    expect(Catalog.fromText(documents.map(documentToJson).join('\n')).findPackage('p').findChannel('c').head.name).toBe('p.v1.2.0');
  });
});
