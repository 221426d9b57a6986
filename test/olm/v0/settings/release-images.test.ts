import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { DefaultCatalog } from '../../../../lib/olm/v0/settings/default-catalog';
import type { OlmImages, OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';

const DIGEST = `@sha256:${'0123456789abcdef'.repeat(4)}`;

const PINNED: OlmImages = {
  olm: `registry.example.com/olm${DIGEST}`,
  opm: `registry.example.com/opm${DIGEST}`,
  configMapServer: `registry.example.com/configmap-server${DIGEST}`,
  defaultCatalog: `registry.example.com/catalog${DIGEST}`,
};

interface PodSpec {
  readonly containers: readonly { readonly image: string }[];
  readonly imagePullSecrets?: unknown;
}

function podSpec(deployment: unknown): PodSpec {
  return (deployment as { spec: { template: { spec: PodSpec } } }).spec.template.spec;
}

/** Returns the pods of both controllers and of packageserver, whose pod is in its CSV. */
function pods(settings: OlmSettings): PodSpec[] {
  const { olmOperator, catalogOperator, packageserver } = releaseManifests(settings);
  const { install } = packageserver['spec'] as { install: { spec: { deployments: KubernetesManifest[] } } };
  return [olmOperator, catalogOperator, ...install.spec.deployments].map(podSpec);
}

/** Returns every string in the objects of a release that looks like an image. */
function imagesIn(settings: OlmSettings): string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      const image = /(?:^|=)([\w.-]+(?::\d+)?(?:\/[\w.-]+)+(?:@sha256:[0-9a-f]{64}|:[\w.-]+))$/.exec(value)?.[1];
      found.add(image ?? '');
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(collect);
    }
  };
  const release = releaseManifests(settings);
  release.all.slice(release.crds.length).forEach(collect);
  found.delete('');
  return [...found].sort();
}

const OF_0_46 = [
  'quay.io/operator-framework/configmap-operator-registry:latest',
  OlmVersion.V0_46_0.olmImage,
  OlmVersion.V0_46_0.opmImage,
  'quay.io/operatorhubio/catalog:latest',
];

describe('the images of a release', () => {
  test('are upstream\'s by default', () => {
    expect(imagesIn({})).toEqual(OF_0_46);
  });

  test('can all be replaced', () => {
    expect(imagesIn({ images: PINNED })).toEqual(Object.values(PINNED).sort());
  });

  test.each<[keyof OlmImages, string]>([
    ['olm', OF_0_46[1]!],
    ['opm', OF_0_46[2]!],
    ['configMapServer', OF_0_46[0]!],
    ['defaultCatalog', OF_0_46[3]!],
  ])('can be replaced one by one: %s', (name, replaced) => {
    expect(imagesIn({ images: { [name]: PINNED[name]! } })).toEqual(OF_0_46.map((image) => (image === replaced ? PINNED[name] : image)).sort());
  });

  test('are the same in all pods and for unpacking', () => {
    expect(pods({ images: PINNED }).map(({ containers }) => containers.map(({ image }) => image))).toEqual(Array(3).fill([PINNED.olm]));
    expect(JSON.stringify(releaseManifests({ images: PINNED }).catalogOperator)).toContain(`"--util-image","${PINNED.olm!}"`);
  });

  test.each([['quay.io/olm@sha256:abc'], ['quay.io/olm@sha512:0'], ['Quay.io/Olm:latest'], ['https://quay.io/olm:v1'], [''], ['quay.io/olm:']])(
    'must be image references: %p',
    (olm) => {
      expect(() => releaseManifests({ images: { olm } })).toThrow(new Error(
        `images.olm is not an image reference: got "${olm}"; write it as registry/repository@sha256:<64 hex digits> or registry/repository:tag`,
      ));
    },
  );

  test('include opm only if the release has an argument for it', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_28_0, images: { opm: 'quay.io/opm:v1' } })).toThrow(new Error(
      'images.opm is not supported by OLM 0.28.0: got "quay.io/opm:v1"; omit it, or install 0.29.0 or later',
    ));
  });
});

describe('a mirror of the registries', () => {
  test.each(OlmVersion.all.map((version) => [version.version, version]))('replaces the registry of every image of OLM %s', (_release, version) => {
    const images = imagesIn({ version, registryMirror: 'mirror.example.com:5000/quay' });
    expect(images).toEqual(imagesIn({ version }).map((image) => image.replace(/^quay\.io\//, 'mirror.example.com:5000/quay/')).sort());
  });

  test.each([
    ['registry.example.com:5000/olm:v1', 'mirror.example.com/olm:v1'],
    ['localhost/olm:v1', 'mirror.example.com/olm:v1'],
    ['organisation/olm:v1', 'mirror.example.com/organisation/olm:v1'],
    ['olm:v1', 'mirror.example.com/library/olm:v1'],
    ['mirror.example.com/a/olm:v1', 'mirror.example.com/a/olm:v1'],
  ])('has the given image %s as %s', (olm, expected) => {
    expect(pods({ images: { olm }, registryMirror: 'mirror.example.com' })[0]?.containers[0]?.image).toBe(expected);
  });

  test.each(['https://mirror.example.com', 'mirror.example.com/', '', 'mirror.example.com:/a', 'mirror example'])('cannot be %p', (registryMirror) => {
    expect(() => releaseManifests({ registryMirror })).toThrow(
      `registryMirror must be a registry with an optional path: got "${registryMirror}"; write it as registry.example.com:5000/path`,
    );
  });
});

describe('required digests', () => {
  test('accept images that all have a digest', () => {
    expect(imagesIn({ version: OlmVersion.V0_32_0, images: PINNED, requireDigests: true })).toEqual(Object.values(PINNED).sort());
  });

  test('refuse a release with the images that lack one', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_32_0, requireDigests: true })).toThrow(new Error(
      'OLM 0.32.0 uses images without a digest, but requireDigests is set: '
      + 'images.olm "quay.io/operator-framework/olm:v0.32.0", images.opm "quay.io/operator-framework/opm:v1.55.0", '
      + 'images.configMapServer "quay.io/operator-framework/configmap-operator-registry:latest", '
      + 'images.defaultCatalog "quay.io/operatorhubio/catalog:latest"; set their digests in "images"',
    ));
  });

  test('are not required of a catalog that is turned off', () => {
    const { configMapServer } = PINNED;
    const settings = { requireDigests: true, defaultCatalog: DefaultCatalog.none(), images: { configMapServer: configMapServer! } };
    expect(imagesIn(settings).every((image) => image.includes('@sha256:'))).toBe(true);
    expect(() => releaseManifests({ ...settings, defaultCatalog: DefaultCatalog.operatorHub() })).toThrow('images.defaultCatalog');
  });
});

describe('pull secrets', () => {
  const pullSecrets = ['mirror', 'other'];

  test.each(OlmVersion.all.map((version) => [version.version, version]))('are used by every pod of OLM %s, and by the default catalog', (_release, version) => {
    expect(pods({ version, pullSecrets }).map(({ imagePullSecrets }) => imagePullSecrets)).toEqual(Array(3).fill([{ name: 'mirror' }, { name: 'other' }]));
    expect(releaseManifests({ version, pullSecrets }).defaultCatalog?.['spec']).toMatchObject({ secrets: pullSecrets });
  });

  test('change nothing if the list is empty', () => {
    expect(JSON.stringify(releaseManifests({ pullSecrets: [] }).all)).toBe(JSON.stringify(releaseManifests().all));
  });
});
