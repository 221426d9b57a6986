import { migrateToCsvMetadata } from '../../../lib/catalog/declcfg/csv-metadata';
import type { BundleBlob } from '../../../lib/catalog/declcfg/declcfg';
import { bundleBlob, packageBlob, property } from '../filter/sample-catalog';

const object = (manifest: unknown): ReturnType<typeof property> => (
  property('olm.bundle.object', { data: Buffer.from(typeof manifest === 'string' ? manifest : JSON.stringify(manifest)).toString('base64') })
);

const CSV = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'ClusterServiceVersion',
  metadata: { name: 'p.v1.0.0', annotations: { 'z': '<1>', 'a': 'b' }, labels: { 'operatorframework.io/arch.amd64': 'supported' } },
  spec: {
    displayName: 'P & Q', description: '', version: '1.0.0', maturity: 'alpha', minKubeVersion: '1.20.0', keywords: ['x'], unknown: true,
    icon: [{ base64data: 'aWNvbg==', mediatype: 'image/png' }],
    install: { strategy: 'deployment', spec: { deployments: [] } },
    installModes: [{ supported: true, type: 'OwnNamespace' }, { type: 'AllNamespaces' }],
    links: [{ url: 'https://example.com', name: 'home', extra: 1 }, {}],
    maintainers: [{ email: 'a@example.com', name: 'A' }],
    provider: {},
    nativeAPIs: [{ kind: 'Pod', version: 'v1' }],
    customresourcedefinitions: {
      owned: [{
        kind: 'K', name: 'ks.g', version: 'v1', description: 'a < b', resources: [{ kind: 'Pod', version: 'v1', extra: 2 }],
        specDescriptors: [{ 'path': 'size', 'x-descriptors': ['urn:a', 'urn:b'], 'value': { z: '<', a: 1 } }],
      }],
    },
    apiservicedefinitions: { required: [{ group: 'g', version: 'v1', kind: 'S', containerPort: 8443 }] },
  },
};

/** Output of `opm render --migrate-level=bundle-object-to-csv-metadata` (v1.73.0) for that CSV. */
const METADATA = '{"annotations":{"a":"b","z":"<1>"},'
  + '"apiServiceDefinitions":{"required":[{"name":"","group":"g","version":"v1","kind":"S","containerPort":8443}]},'
  + '"crdDescriptions":{"owned":[{"name":"ks.g","version":"v1","kind":"K","description":"a < b","resources":[{"name":"","kind":"Pod","version":"v1"}],'
  + '"specDescriptors":[{"path":"size","x-descriptors":["urn:a","urn:b"],"value":VALUE}]}]},'
  + '"displayName":"P & Q","installModes":[{"type":"OwnNamespace","supported":true},{"type":"AllNamespaces","supported":false}],"keywords":["x"],'
  + '"labels":{"operatorframework.io/arch.amd64":"supported"},"links":[{"name":"home","url":"https://example.com"},{}],'
  + '"maintainers":[{"name":"A","email":"a@example.com"}],"maturity":"alpha","minKubeVersion":"1.20.0",'
  + '"nativeAPIs":[{"group":"","version":"v1","kind":"Pod"}],"provider":{}}';

function bundle(change: Partial<BundleBlob> = {}): BundleBlob {
  return { ...bundleBlob('p', '1.0.0', [object({ kind: 'Service' }), object(CSV), property('com.example', 1)]), ...change };
}

describe('migrateToCsvMetadata', () => {
  it('replaces manifests with the metadata of the CSV that consoles show, as opm writes it', () => {
    const [migrated] = migrateToCsvMetadata([bundle()]) as [BundleBlob];
    expect(migrated.properties.map(({ type }) => type)).toEqual(['olm.package', 'com.example', 'olm.csv.metadata']);
    expect(migrated.properties.at(-1)!.raw).toBe(METADATA.replace('VALUE', '{"a":1,"z":"\\u003c"}'));
    expect(migrated.properties.at(-1)!.value).toEqual(JSON.parse(migrated.properties.at(-1)!.raw));
  });

  it.each<[string, Partial<BundleBlob>]>([
    ['has no image', { image: '' }],
    ['has no CSV', { properties: [object({ kind: 'Service' })] }],
    ['has the property already', { properties: [object(CSV), property('olm.csv.metadata', {})] }],
    ['has manifests that cannot be read', { properties: [object('{'), property('olm.bundle.object', { data: 3 }), property('olm.bundle.object', null)] }],
  ])('does not change a bundle that %s', (_, change) => {
    const unchanged = bundle(change);
    expect(migrateToCsvMetadata([unchanged, packageBlob('p', 'c')])).toEqual([unchanged, packageBlob('p', 'c')]);
  });

  it('treats a field of the wrong type as empty', () => {
    const csv = { kind: 'ClusterServiceVersion', metadata: { annotations: { a: 1, b: 'x' }, labels: [] }, spec: { description: 4, keywords: 'a', links: [1] } };
    const [migrated] = migrateToCsvMetadata([bundle({ properties: [object(csv)] })]) as [BundleBlob];
    expect(migrated.properties).toEqual([property('olm.csv.metadata', {
      annotations: { b: 'x' }, apiServiceDefinitions: {}, crdDescriptions: {}, links: [{}], provider: {},
    })]);
  });
});
