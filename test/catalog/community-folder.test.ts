import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Catalog, UpdateGraph } from 'olm-constructs/catalog';

interface Version {
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly channels?: string;
  readonly defaultChannel?: string;
}

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** Writes the folder of an operator, with the given versions and other files. */
function operator(versions: { readonly [version: string]: Version }, files: { readonly [path: string]: string } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'community-'));
  folders.push(folder);
  const bundles = Object.entries(versions).flatMap(([version, { replaces, skips, channels = 'stable', defaultChannel }]) => [
    [`${version}/manifests/demo.clusterserviceversion.yaml`, JSON.stringify({
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: `demo.v${version}` },
      spec: {
        version, displayName: 'Demo', installModes: [{ type: 'AllNamespaces', supported: true }],
        install: { strategy: 'deployment', spec: { deployments: [] } }, ...(replaces === undefined ? {} : { replaces }), ...(skips === undefined ? {} : { skips }),
      },
    })],
    [`${version}/metadata/annotations.yaml`, JSON.stringify({
      annotations: {
        'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1',
        'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
        'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
        'operators.operatorframework.io.bundle.package.v1': 'demo',
        'operators.operatorframework.io.bundle.channels.v1': channels,
        ...(defaultChannel === undefined ? {} : { 'operators.operatorframework.io.bundle.channel.default.v1': defaultChannel }),
      },
    })],
  ]);
  for (const [path, content] of [...bundles, ...Object.entries(files)] as [string, string][]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function edges(catalog: Catalog, channel = 'stable'): { [version: string]: string | undefined } {
  const { entries } = catalog.findPackage('demo').tryFindChannel(channel)!;
  return Object.fromEntries(entries.map(({ bundle, replaces }) => [bundle.version, replaces]));
}

const THREE = { '1.9.0': {}, '1.10.0': { replaces: 'demo.v1.0.0' }, '1.10.0-rc.1': {} };

describe('Catalog.fromCommunityFolder', () => {
  it('takes the edges from the CSVs in replaces-mode, and without ci.yaml or updateGraph', () => {
    const versions = { '1.0.0': {}, '1.1.0': { replaces: 'demo.v1.0.0' } };
    const expected = { '1.0.0': undefined, '1.1.0': 'demo.v1.0.0' };

    expect(edges(Catalog.fromCommunityFolder(operator(versions, { 'ci.yaml': 'updateGraph: replaces-mode\n' })))).toEqual(expected);
    expect(edges(Catalog.fromCommunityFolder(operator(versions, { 'ci.yaml': 'reviewers:\n  - jane\n' })))).toEqual(expected);
    expect(edges(Catalog.fromCommunityFolder(operator(versions, { 'ci.yaml': '' })))).toEqual(expected);
    expect(edges(Catalog.fromCommunityFolder(operator(versions)))).toEqual(expected);
  });

  it('lets every version replace the next older one in semver-mode, whatever the CSVs replace', () => {
    expect(edges(Catalog.fromCommunityFolder(operator(THREE, { 'ci.yaml': '---\nupdateGraph: semver-mode\n' })))).toEqual({
      '1.9.0': undefined, '1.10.0-rc.1': 'demo.v1.9.0', '1.10.0': 'demo.v1.10.0-rc.1',
    });
  });

  it('orders each channel separately, and takes the default channel of the newest version', () => {
    const catalog = Catalog.fromCommunityFolder(operator({
      '1.0.0': { channels: 'stable', defaultChannel: 'stable' },
      '1.1.0': { channels: 'alpha', defaultChannel: 'alpha' },
      '1.2.0': { channels: 'alpha,stable', defaultChannel: 'stable' },
    }, { 'ci.yaml': 'updateGraph: semver-mode' }));

    expect(edges(catalog, 'alpha')).toEqual({ '1.1.0': undefined, '1.2.0': 'demo.v1.1.0' });
    expect(edges(catalog, 'stable')).toEqual({ '1.0.0': undefined, '1.2.0': 'demo.v1.0.0' });
    expect(catalog.findPackage('demo').defaultChannel.name).toBe('stable');
  });

  it('passes over skipped versions in semver-mode, since opm would refuse the catalog otherwise', () => {
    const versions = { '1.0.0': {}, '1.1.0': {}, '1.2.0': { skips: ['demo.v1.1.0'] } };
    expect(edges(Catalog.fromCommunityFolder(operator(versions, { 'ci.yaml': 'updateGraph: semver-mode' })))).toEqual({
      '1.0.0': undefined, '1.1.0': 'demo.v1.0.0', '1.2.0': 'demo.v1.0.0',
    });
  });

  it('lets the user choose the update graph', () => {
    const folder = operator({ '1.0.0': {}, '1.1.0': {} }, { 'ci.yaml': 'fbc:\n  enabled: true\n' });

    expect(edges(Catalog.fromCommunityFolder(folder, { updateGraph: UpdateGraph.SEMVER_MODE }))).toEqual({ '1.0.0': undefined, '1.1.0': 'demo.v1.0.0' });
  });

  it('refers to images', () => {
    const image = 'quay.io/example/demo-bundle:v1.0.0';
    const catalog = Catalog.fromCommunityFolder(operator({ '1.0.0': {} }), { images: { 'demo.v1.0.0': image } });

    expect(catalog.bundles.map((bundle) => bundle.image)).toEqual([image]);
  });

  it('ignores files and folders that are not versions', () => {
    const folder = operator({ '1.0.0': {} }, { 'README.md': '#', 'catalog-templates/basic.yaml': 'schema: olm.template.basic', 'docs/manifests/x': '' });

    expect(Catalog.fromCommunityFolder(folder).bundles).toHaveLength(1);
  });

  it.each([
    ['an unknown update graph', 'updateGraph: semver-skippatch', 'update-graph', 'updateGraph must be replaces-mode or semver-mode, got "semver-skippatch"'],
    ['an update graph that is not a string', 'updateGraph: 1', 'update-graph', 'updateGraph must be replaces-mode or semver-mode, got '],
    ['file-based catalogs', 'fbc: {enabled: true}', 'update-graph', 'the operator publishes file-based catalogs (fbc.enabled), so its bundles do not determine '
      + 'its channels; read its catalog with Catalog.fromDirectory, render one of catalog-templates/ with CatalogTemplate, or set `updateGraph`'],
    ['a list', '- updateGraph', 'field-type', 'the file must be a map, such as updateGraph: semver-mode; got '],
    ['broken YAML', 'updateGraph: [', 'syntax', ''],
  ])('rejects a ci.yaml with %s', (_, config, code, message) => {
    const folder = operator({ '1.0.0': {} }, { 'ci.yaml': config });
    const reading = expect(() => Catalog.fromCommunityFolder(folder));

    reading.toThrow(message);
    reading.toThrow(expect.objectContaining({ code }) as Error);
    reading.toThrow(`${join(folder, 'ci.yaml')}:`);
  });

  it('rejects a folder that is not that of an operator', () => {
    const empty = operator({}, { 'README.md': '#' });
    expect(() => Catalog.fromCommunityFolder(empty)).toThrow('no bundle found: expected a folder for each version, such as 1.0.0/, with manifests/ and metadata/; '
      + 'pass the folder of an operator, such as operators/NAME');
    expect(() => Catalog.fromCommunityFolder(join(empty, 'README.md'))).toThrow('this is a file; pass the folder of an operator, such as operators/NAME');
    expect(() => Catalog.fromCommunityFolder(join(empty, 'missing'))).toThrow('file or folder not found; check the path');
  });

  it('rejects a link, which could lead anywhere', () => {
    const folder = operator({ '1.0.0': {} });
    symlinkSync('1.0.0', join(folder, '1.1.0'));

    expect(() => Catalog.fromCommunityFolder(folder)).toThrow(`${join(folder, '1.1.0')}: this is a link; replace it with the file or folder itself`);
  });

  it('rejects a version without metadata, with the name of its folder', () => {
    const folder = operator({ '1.0.0': {} }, { '1.1.0/manifests/x.yaml': '{}' });

    expect(() => Catalog.fromCommunityFolder(folder)).toThrow(join(folder, '1.1.0'));
  });

  it('rejects unknown options', () => {
    expect(() => Catalog.fromCommunityFolder('x', { channels: 1 } as object)).toThrow("unknown key 'channels' in options of Catalog.fromCommunityFolder");
  });
});
