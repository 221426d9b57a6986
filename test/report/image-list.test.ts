import { ImageList } from '../../lib/report/image-list';

const DIGEST = `sha256:${'0'.repeat(64)}`;

function pod(...images: string[]): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' }, spec: { containers: images.map((image) => ({ name: 'main', image })) } };
}

function imagesOf(...objects: object[]): string[] {
  return ImageList.ofManifests(objects).images.map(({ image }) => image);
}

describe('the images of manifests are those of', () => {
  test.each<[string, object]>([
    ['a pod', pod('one')],
    ['a Deployment', { kind: 'Deployment', spec: { template: { spec: { containers: [{ image: 'one' }] } } } }],
    ['a CronJob, in init containers', { kind: 'CronJob', spec: { jobTemplate: { spec: { template: { spec: { initContainers: [{ image: 'one' }] } } } } } }],
    ['a variable of a container', { kind: 'Pod', spec: { containers: [{ env: [{ name: 'RELATED_IMAGE_X', value: 'one' }, { name: 'X', value: 'two' }] }] } }],
    ['a volume', { kind: 'Pod', spec: { containers: [{}], volumes: [{ name: 'data', image: { reference: 'one' } }] } }],
    ['a CatalogSource', { kind: 'CatalogSource', spec: { sourceType: 'grpc', image: 'one' } }],
    ['a ClusterCatalog', { kind: 'ClusterCatalog', spec: { source: { type: 'Image', image: { ref: 'one' } } } }],
    ['a ClusterServiceVersion', {
      kind: 'ClusterServiceVersion',
      spec: { relatedImages: [{ name: 'a', image: 'one' }], install: { spec: { deployments: [{ spec: { template: { spec: { containers: [{ image: 'one' }] } } } }] } } },
    }],
  ])('%s', (_, object) => {
    expect(imagesOf(object)).toEqual(['one']);
  });

  test('nothing else', () => {
    expect(imagesOf({ kind: 'ConfigMap', data: { image: 'one' } }, { kind: 'Widget', spec: { image: 'two' } })).toEqual([]);
  });
});

describe('an image list', () => {
  const list = ImageList.ofManifests([pod('nginx', `quay.io/team/app:v1@${DIGEST}`, 'quay.io:443/team/tool')]);

  test('has a CycloneDX component for each image', () => {
    expect(JSON.parse(list.toCycloneDx())).toEqual({
      bomFormat: 'CycloneDX', specVersion: '1.6', version: 1,
      metadata: { tools: { components: [{ type: 'application', name: 'olm-constructs' }] } },
      components: [
        {
          'type': 'container', 'bom-ref': 'nginx', 'name': 'docker.io/library/nginx', 'version': 'latest',
          'purl': 'pkg:oci/nginx?repository_url=docker.io%2Flibrary%2Fnginx', 'properties': [{ name: 'olm-constructs:usedBy', value: 'Pod/pod' }],
        },
        {
          'type': 'container', 'bom-ref': `quay.io/team/app:v1@${DIGEST}`, 'name': 'quay.io/team/app', 'version': DIGEST,
          'hashes': [{ alg: 'SHA-256', content: '0'.repeat(64) }],
          'purl': `pkg:oci/app@sha256%3A${'0'.repeat(64)}?repository_url=quay.io%2Fteam%2Fapp&tag=v1`,
          'properties': [{ name: 'olm-constructs:usedBy', value: 'Pod/pod' }],
        },
        {
          'type': 'container', 'bom-ref': 'quay.io:443/team/tool', 'name': 'quay.io:443/team/tool', 'version': 'latest',
          'purl': 'pkg:oci/tool?repository_url=quay.io%3A443%2Fteam%2Ftool', 'properties': [{ name: 'olm-constructs:usedBy', value: 'Pod/pod' }],
        },
      ],
    });
  });

  test('splits images between the mirror sets by whether they have a digest', () => {
    expect(list.toImageDigestMirrorSet('olm', 'mirror.example')).toBe(`apiVersion: config.openshift.io/v1
kind: ImageDigestMirrorSet
metadata:
  name: olm
spec:
  imageDigestMirrors:
    - source: quay.io/team/app
      mirrors:
        - mirror.example/team/app
`);
    expect(list.toImageTagMirrorSet('olm', 'mirror.example')).toContain(`  imageTagMirrors:
    - source: docker.io/library/nginx
      mirrors:
        - mirror.example/library/nginx
    - source: quay.io:443/team/tool
`);
  });

  test('copies an image with a digest under it', () => {
    expect(list.toMirrorMapping('mirror.example')).toBe(`nginx=mirror.example/library/nginx:latest
quay.io/team/app:v1@${DIGEST}=mirror.example/team/app
quay.io:443/team/tool=mirror.example/team/tool:latest
`);
  });

  test('refuses to mirror two repositories to the same one', () => {
    const both = ImageList.ofManifests([pod('quay.io/team/app:1', 'ghcr.io/team/app:1')]);
    expect(() => both.toMirrorMapping('mirror.example')).toThrow('ghcr.io/team/app and quay.io/team/app would both be mirrored to mirror.example/team/app; '
      + 'mirror them separately, with a path after the registry of the mirror');
  });
});
