import { DefaultCatalog } from '../../lib/olm/default-catalog';
import type { KubernetesManifest } from '../../lib/olm/kubernetes-manifest';
import type { OlmSettings } from '../../lib/olm/olm-settings';
import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import type { OlmImages } from '../../lib/olm/olm-images';

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

/** The pods of a release: those of both controllers, and that of packageserver, which is described in its CSV. */
function pods(settings: OlmSettings): PodSpec[] {
  const { olmOperator, catalogOperator, packageserver } = releaseManifests(settings);
  const { install } = packageserver['spec'] as { install: { spec: { deployments: KubernetesManifest[] } } };
  return [olmOperator, catalogOperator, ...install.spec.deployments].map(podSpec);
}

/** Every text in the objects of a release that could be an image. */
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
  test('are upstream\'s when nothing is said', () => {
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

  test('in the pods are one: whoever replaces it replaces the image for unpacking as well', () => {
    expect(pods({ images: PINNED }).map(({ containers }) => containers.map(({ image }) => image))).toEqual(Array(3).fill([PINNED.olm]));
    expect(JSON.stringify(releaseManifests({ images: PINNED }).catalogOperator)).toContain(`"--util-image","${PINNED.olm!}"`);
  });

  test.each([['quay.io/olm@sha256:abc'], ['quay.io/olm@sha512:0'], ['Quay.io/Olm:latest'], ['https://quay.io/olm:v1'], [''], ['quay.io/olm:']])(
    'must be references: %p is none',
    (olm) => {
      expect(() => releaseManifests({ images: { olm } })).toThrow(new Error(
        `images.olm is no image reference: got "${olm}"; write it as registry/repository@sha256:<64 hex digits> or registry/repository:tag`,
      ));
    },
  );

  test('include opm only where the release can be told which one', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_28_0, images: { opm: 'quay.io/opm:v1' } })).toThrow(new Error(
      'images.opm is not known to OLM 0.28.0: got "quay.io/opm:v1"; leave it out, or install 0.29.0 or newer',
    ));
  });
});

describe('a mirror of the registries', () => {
  test.each(OlmVersion.all.map((version) => [version.version, version]))('has every image of OLM %s', (_release, version) => {
    const images = imagesIn({ version, registryMirror: 'mirror.example.com:5000/quay' });
    expect(images).toEqual(imagesIn({ version }).map((image) => image.replace(/^quay\.io\//, 'mirror.example.com:5000/quay/')).sort());
  });

  test.each([
    ['registry.example.com:5000/olm:v1', 'mirror.example.com/olm:v1'],
    ['localhost/olm:v1', 'mirror.example.com/olm:v1'],
    ['organisation/olm:v1', 'mirror.example.com/organisation/olm:v1'],
    ['olm:v1', 'mirror.example.com/library/olm:v1'],
    ['mirror.example.com/a/olm:v1', 'mirror.example.com/a/olm:v1'],
  ])('holds the given image %s as %s', (olm, expected) => {
    expect(pods({ images: { olm }, registryMirror: 'mirror.example.com' })[0]?.containers[0]?.image).toBe(expected);
  });

  test.each(['https://mirror.example.com', 'mirror.example.com/', '', 'mirror.example.com:/a', 'mirror example'])('is not named %p', (registryMirror) => {
    expect(() => releaseManifests({ registryMirror })).toThrow(
      `registryMirror must be a registry and an optional folder in it: got "${registryMirror}"; write it as registry.example.com:5000/folder`,
    );
  });
});

describe('required digests', () => {
  test('are there when every image is given by digest', () => {
    expect(imagesIn({ version: OlmVersion.V0_32_0, images: PINNED, requireDigests: true })).toEqual(Object.values(PINNED).sort());
  });

  test('are refused with all images that lack one, and with the release', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_32_0, requireDigests: true })).toThrow(new Error(
      'OLM 0.32.0 has images whose digest is not known, and requireDigests is set: '
      + 'images.olm "quay.io/operator-framework/olm:v0.32.0", images.opm "quay.io/operator-framework/opm:v1.55.0", '
      + 'images.configMapServer "quay.io/operator-framework/configmap-operator-registry:latest", '
      + 'images.defaultCatalog "quay.io/operatorhubio/catalog:latest"; give each of them by digest in "images"',
    ));
  });

  test('are not asked of a catalog that is not there', () => {
    const { configMapServer } = PINNED;
    const settings = { requireDigests: true, defaultCatalog: DefaultCatalog.none(), images: { configMapServer: configMapServer! } };
    expect(imagesIn(settings).every((image) => image.includes('@sha256:'))).toBe(true);
    expect(() => releaseManifests({ ...settings, defaultCatalog: DefaultCatalog.operatorHub() })).toThrow('images.defaultCatalog');
  });
});

describe('pull secrets', () => {
  const pullSecrets = ['mirror', 'other'];

  test.each(OlmVersion.all.map((version) => [version.version, version]))('reach every pod of OLM %s, and the default catalog', (_release, version) => {
    expect(pods({ version, pullSecrets }).map(({ imagePullSecrets }) => imagePullSecrets)).toEqual(Array(3).fill([{ name: 'mirror' }, { name: 'other' }]));
    expect(releaseManifests({ version, pullSecrets }).defaultCatalog?.['spec']).toMatchObject({ secrets: pullSecrets });
  });

  test('leave no trace when there are none', () => {
    expect(JSON.stringify(releaseManifests({ pullSecrets: [] }).all)).toBe(JSON.stringify(releaseManifests().all));
  });
});
