import { Bundle } from '../../lib/bundle/bundle';
import { InstallModeType } from '../../lib/bundle/model/cluster-service-version-spec';
import { bundleFiles, CRD, CSV, edited, SERVICE, withFiles } from '../builders/bundle-files';

function bundleWith(changes = {}): Bundle {
  return withFiles(bundleFiles(changes), (folder) => Bundle.fromDirectory(folder));
}

describe('a bundle', () => {
  const bundle = bundleWith();

  it('has the name and version of its ClusterServiceVersion', () => {
    expect([bundle.packageName, bundle.name, bundle.version]).toEqual(['demo', 'demo.v1.2.3', '1.2.3']);
  });

  it('keeps the path it was read from, as specified', () => {
    withFiles(bundleFiles(), (folder) => expect(Bundle.fromPath(`${folder}/`).source).toBe(`${folder}/`));
  });

  it('separates its manifests by kind', () => {
    const files = (manifests: { file: string }[]): string[] => manifests.map(({ file }) => file);
    expect(files(bundle.manifests)).toEqual([CSV, CRD, SERVICE]);
    expect(bundle.csv.manifest.file).toBe(CSV);
    expect(files(bundle.crds)).toEqual([CRD]);
    expect(files(bundle.otherManifests)).toEqual([SERVICE]);
  });

  it('lists the supported install modes', () => {
    expect(bundle.installModes).toEqual([InstallModeType.OWN_NAMESPACE]);
    expect(Object.values(InstallModeType).filter((type) => bundle.supportsInstallMode(type))).toEqual([InstallModeType.OWN_NAMESPACE]);
  });

  it('lists owned and required APIs, from CustomResourceDefinitions and API services', () => {
    const apis =
      '    required: [{name: a.b.c, version: v2, kind: A}]\n' +
      '  apiservicedefinitions:\n' +
      '    owned: [{name: xs, group: g, version: v1, kind: X, deploymentName: d}]\n' +
      '    required: [{group: h, version: v1, kind: Z}]\n  install:\n';
    const { ownedApis, requiredApis } = bundleWith(edited(CSV, '  install:\n', apis));
    expect(ownedApis).toEqual([
      { group: 'example.test', version: 'v1', kind: 'Memcached', plural: 'memcacheds', name: 'memcacheds.example.test', fromApiService: false },
      { group: 'g', version: 'v1', kind: 'X', plural: 'xs', name: 'xs', fromApiService: true },
    ]);
    expect(requiredApis).toEqual([
      { group: 'b.c', version: 'v2', kind: 'A', plural: 'a', name: 'a.b.c', fromApiService: false },
      { group: 'h', version: 'v1', kind: 'Z', fromApiService: true },
    ]);
  });

  it('lists related images', () => {
    expect(bundle.relatedImages).toEqual([{ name: 'memcached', image: 'example.test/memcached:1' }]);
  });

  it('is immutable', () => {
    const lists = [bundle.manifests, bundle.channels, bundle.crds, bundle.installModes, bundle.ownedApis, bundle.relatedImages, bundle.properties];
    expect(lists.every(Object.isFrozen)).toBe(true);
    expect([bundle.annotations, bundle.ownedApis[0], bundle.csv.manifest.content, bundle.csv.manifest.content['spec']].every(Object.isFrozen)).toBe(true);
    expect(() => bundle.channels.push('x')).toThrow(TypeError);
  });

  it('can be copied with other manifests, and derives everything else from them', () => {
    const spec = { ...(bundle.csv.manifest.content['spec'] as object), version: '2.0.0', relatedImages: [] };
    const csv = bundle.csv.manifest._withContent({ ...bundle.csv.manifest.content, spec });
    const copy = bundle._withManifests([csv]);
    expect([copy.version, copy.crds, copy.relatedImages, copy.packageName]).toEqual(['2.0.0', [], [], 'demo']);
    expect(bundle.version).toBe('1.2.3');
  });
});

describe('a manifest', () => {
  const manifest = bundleWith({ 'manifests/x.yaml': 'kind: X\napiVersion: g.test/v1\nmetadata: {name: m}\nb: 9223372036854775807\na: <&>\n' }).otherManifests[1]!;

  it('has API version, group, kind and name', () => {
    expect(manifest).toMatchObject({ apiVersion: 'g.test/v1', group: 'g.test', kind: 'X', name: 'm', file: 'manifests/x.yaml' });
    expect(bundleWith().otherManifests[0]).toMatchObject({ apiVersion: 'v1', group: '', kind: 'Service', name: 'demo-metrics' });
  });

  it('keeps every digit of an integer', () => {
    expect(manifest.content['b']).toBe(9223372036854775807n);
  });

  it('is written as JSON as Go writes it', () => {
    expect(manifest.toJson()).toBe(
      '{"a":"\\u003c\\u0026\\u003e","apiVersion":"g.test/v1","b":9223372036854775807,"kind":"X","metadata":{"name":"m"}}',
    );
  });

  it('returns the positions of its values in the file, until its content changes', () => {
    expect(manifest._positionOf(['metadata', 'name'])).toEqual({ line: 3, column: 12 });
    expect(manifest._withContent(manifest.content)._positionOf(['metadata', 'name'])).toBeUndefined();
  });

  it('may lack everything except a kind', () => {
    expect(bundleWith({ 'manifests/x.yaml': 'kind: X\nmetadata: 1\n' }).otherManifests[1]).toMatchObject({ apiVersion: '', group: '', kind: 'X', name: '' });
  });
});
