import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ApiObject, App, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import {
  BundleDeployment, BundleEngine, Cluster, ClusterCatalog, ClusterExtension, DefaultCatalog, Fleet, ImageCatalog, ImageMirror, ImageMirrorOptions,
  OlmInstallation, OlmInstallationProps, OlmRelease, OlmV0Engine, OlmV1Engine, OlmVersion, OperatorRegistry, OperatorSubscription,
  PlainBundleDeployment, PlainEngine, RukpakEngine,
} from 'olm-constructs';
import { Bundle, PlainBundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { InClusterProgram, OperatorMetrics, OperatorRemovalJob, OperatorWaitJob } from 'olm-constructs/gitops';
import { ProvisionerClass, RukpakBundle, RukpakBundleDeployment, RukpakBundleInstance, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';
import { withFiles } from '../builders/bundle-files';
import { bundleOf } from '../builders/bundle-of';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const MIRROR = 'mirror.example.com/olm';

/** A bundle with an image in every place that a bundle has. */
function bundle(): Bundle {
  const pod = {
    serviceAccountName: 'demo',
    initContainers: [{ name: 'init', image: `quay.io/example/init@${DIGEST}` }],
    containers: [{
      name: 'main', image: 'quay.io/example/main:v1', args: ['--agent=ghcr.io/example/agent:v1', '--mode=fast', 'docker.io/example/plain:1'],
      env: [{ name: 'RELATED_IMAGE_SERVER', value: 'nginx' }, { name: 'TOOL', value: 'registry.k8s.io/tool:v1' }, { name: 'RELATED_IMAGE_FILTER', value: 'oci://quay.io/example/filter:v1' }],
    }],
    volumes: [{ name: 'files', image: { reference: `quay.io/example/files:v1@${DIGEST}` } }],
  };
  const deployments = [{ name: 'demo', spec: { selector: { matchLabels: { app: 'demo' } }, template: { metadata: { labels: { app: 'demo' } }, spec: pod } } }];
  return bundleOf({
    annotations: { containerImage: 'quay.io/example/main:v1' },
    spec: {
      installModes: ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'].map((type) => ({ type, supported: true })),
      install: { strategy: 'deployment', spec: { deployments } },
      relatedImages: [{ name: 'main', image: 'quay.io/example/main:v1' }, { name: 'server', image: 'docker.io/library/nginx' }],
    },
  });
}

/** Registries of all images here. */
const UPSTREAM = /(?:quay\.io|ghcr\.io|docker\.io|registry\.k8s\.io|"nginx")[^"\s]*/g;

interface Written {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly binaryData?: { [key: string]: string };
}

/** Returns everything that the objects of an app contain, with packed catalogs unpacked, and files of ConfigMaps. */
function written(app: App): string {
  const manifests = app.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct))
    .map((object) => object.toJson() as Written)
    .filter(({ kind, metadata }) => kind !== 'CustomResourceDefinition' && !metadata.name.startsWith('olm-constructs-'));
  const parts = manifests.flatMap(({ binaryData = {} }) => Object.entries(binaryData)).filter(([key]) => key.startsWith('part-')).map(([, data]) => data);
  const packed = parts.length === 0 ? '' : gunzipSync(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')))).toString();
  const inline = [...packed.matchAll(/"data":"([^"]+)"/g)].map(([, data]) => Buffer.from(data!, 'base64').toString());
  return [JSON.stringify(manifests), packed, ...inline].join('\n').replaceAll('\\"', '"');
}

/** Every construct that writes an image. */
const CONSTRUCTS: readonly [string, (chart: Chart) => IConstruct][] = [
  ...OlmVersion.all.filter((_, index, all) => index % 8 === 0 || index === all.length - 1).map((version): [string, (chart: Chart) => IConstruct] => [
    `OlmInstallation of ${version.version}`, (chart) => new OlmInstallation(chart, 'it', { version }),
  ]),
  ['OlmInstallation with a catalog', (chart) => new OlmInstallation(chart, 'it', { defaultCatalog: DefaultCatalog.image('quay.io/example/catalog:v1') })],
  ['OlmInstallation of a release', (chart) => new OlmInstallation(chart, 'it', { release: OlmRelease.of() })],
  ['ImageCatalog', (chart) => new ImageCatalog(chart, 'it', { image: `quay.io/example/catalog@${DIGEST}` })],
  ['ImageCatalog on OLM v1', (chart) => new ImageCatalog(chart, 'it', { image: 'quay.io/example/catalog:v1', engine: new OlmV1Engine() })],
  ['ClusterCatalog', (chart) => new ClusterCatalog(chart, 'it', { image: 'quay.io/example/catalog:v1' })],
  ['OperatorRegistry', (chart) => new OperatorRegistry(chart, 'it', { bundles: [bundle()] })],
  ['OperatorRegistry of a catalog', (chart) => new OperatorRegistry(chart, 'it', { catalog: Catalog.fromString(Catalog.fromBundles([bundle()]).toJsonLines()) })],
  ['OperatorRegistry of bundle images', (chart) => new OperatorRegistry(chart, 'it', {
    catalog: Catalog.fromString(Catalog.fromBundles([bundle()], { images: { 'demo.v1.0.0': 'quay.io/example/bundle:v1' } }).toJsonLines()),
  })],
  ['BundleDeployment', (chart) => new BundleDeployment(chart, 'it', { bundle: bundle() })],
  ...engines().map(([name, engine]): [string, (chart: Chart) => IConstruct] => [
    `BundleDeployment with ${name}`, (chart) => new BundleDeployment(chart, 'it', { bundle: bundle(), engine }),
  ]),
  ['PlainBundleDeployment', (chart) => new PlainBundleDeployment(chart, 'it', { bundle: plainBundle(), namespace: 'demo' })],
  ['RukpakBundle', (chart) => new RukpakBundle(chart, 'it', { source: RukpakSource.image('quay.io/example/bundle:v1'), provisionerClass: ProvisionerClass.PLAIN })],
  ['RukpakBundleDeployment', (chart) => new RukpakBundleDeployment(chart, 'it', {
    source: RukpakSource.image('quay.io/example/bundle:v1'), provisionerClass: ProvisionerClass.PLAIN, installNamespace: 'demo',
  })],
  ['RukpakBundleInstance', (chart) => new RukpakBundleInstance(chart, 'it', {
    source: RukpakSource.image('quay.io/example/bundle:v1'), provisionerClass: ProvisionerClass.PLAIN, version: RukpakVersion.V0_5_0,
  })],
  ['OperatorWaitJob', (chart) => new OperatorWaitJob(chart, 'job', { program: program(), waitFor: [new BundleDeployment(chart, 'it', { bundle: bundle() })] })],
  ['OperatorRemovalJob', (chart) => new OperatorRemovalJob(chart, 'job', { program: program(), remove: [new BundleDeployment(chart, 'it', { bundle: bundle() })] })],
  ['OperatorMetrics', (chart) => new OperatorMetrics(chart, 'it', { namespaces: ['demo'], program: program() })],
  ['ClusterExtension', (chart) => new ClusterExtension(chart, 'it', {
    packageName: 'demo', namespace: 'demo', catalogs: [new ClusterCatalog(chart, 'catalog', { image: 'quay.io/example/catalog:v1' })],
  })],
  ['OperatorSubscription', (chart) => new OperatorSubscription(chart, 'it', { catalog: new OperatorRegistry(chart, 'registry', { bundles: [bundle()] }) })],
];

function engines(): [string, BundleEngine][] {
  return [
    ['OlmV0Engine', new OlmV0Engine()], ['PlainEngine', new PlainEngine()], ['RukpakEngine', new RukpakEngine()],
    ['OlmV1Engine', new OlmV1Engine({ catalogImage: 'quay.io/example/catalog:v1' })],
    ['RukpakEngine and an image', new RukpakEngine({ source: RukpakSource.image('quay.io/example/bundle:v1') })],
  ];
}

const MIRRORS: readonly [string, ImageMirrorOptions][] = [
  ['one mirror', { registryMirror: MIRROR }],
  ['a mirror for each registry', {
    mirrorsByPrefix: {
      'quay.io/': `${MIRROR}/quay`, 'ghcr.io': `${MIRROR}/ghcr`, 'docker.io': `${MIRROR}/hub`, 'registry.k8s.io': `${MIRROR}/k8s`, 'quay.io/example': `${MIRROR}/ours`,
    },
  }],
];

describe.each(MIRRORS)('with %s, no image is left outside of it by', (_, options) => {
  test.each(CONSTRUCTS)('%s', (_name, create) => {
    const app = new App();
    const cluster = new Chart(new Cluster(app, 'edge', options), 'chart');
    create(cluster);
    expect(written(app).match(UPSTREAM)?? []).toEqual([]);
    expect(written(app)).toContain(MIRROR);
  });
});

test.each(CONSTRUCTS)('without a mirror, %s has images outside of one', (_, create) => {
  const app = new App();
  create(new Chart(app, 'chart'));
  expect(written(app)).toMatch(/quay\.io|docker\.io/);
});

describe('the mirror of an app', () => {
  test('applies to its clusters without their own, and to constructs outside of clusters', () => {
    const app = new Fleet();
    ImageMirror.set(app, { registryMirror: MIRROR });
    const image = (scope: IConstruct): string => new ImageCatalog(new Chart(scope, 'chart'), 'it', { image: 'quay.io/a/b:v1' }).image;
    expect(image(app)).toBe(`${MIRROR}/a/b:v1`);
    expect(image(new Cluster(app, 'one'))).toBe(`${MIRROR}/a/b:v1`);
    expect(image(new Cluster(app, 'two', { registryMirror: 'other.example.com' }))).toBe('other.example.com/a/b:v1');
  });
});

describe('without internet access', () => {
  const problemsOf = (options: ImageMirrorOptions, create: (chart: Chart) => void): string[] => {
    const app = new App();
    const cluster = new Cluster(app, 'edge', { ...options, airGapped: true });
    create(new Chart(cluster, 'chart'));
    return app.node.findAll().flatMap((construct) => construct.node.validate());
  };
  const pod = (image: string) => (chart: Chart): void => void new ApiObject(chart, 'pod', {
    apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image }] },
  });

  test.each(CONSTRUCTS.filter(([name]) => !name.includes('bundle images') && !name.includes('OlmV1Engine') && !name.includes('and an image')))(
    '%s passes with a mirror', (_, create) => {
      expect(problemsOf({ registryMirror: MIRROR }, create)).toEqual([]);
    },
  );

  test('an image that has no mirror is an error that names it and its place', () => {
    expect(problemsOf({ mirrorsByPrefix: { 'quay.io': MIRROR } }, pod('docker.io/library/nginx:1'))).toEqual([
      "image 'docker.io/library/nginx:1' of Pod 'web' (spec.containers[0].image) of 'edge/chart/pod' is not from a mirror, but airGapped is set; refer to it in the "
        + "mirror, or add its registry to 'mirrorsByPrefix'",
    ]);
    expect(problemsOf({ mirrorsByPrefix: { 'quay.io': `${MIRROR}/quay`, 'ghcr.io': `${MIRROR}/ghcr` } }, (chart) => {
      new OperatorRegistry(chart, 'it', { bundles: [bundle()] });
    }).map((problem) => problem.replace(/ is not from.*/, ''))).toEqual([
      "image 'docker.io/example/plain:1' of bundle 'demo.v1.0.0' of 'edge/chart/it'", "image 'docker.io/library/nginx' of bundle 'demo.v1.0.0' of 'edge/chart/it'",
      "image 'nginx' of bundle 'demo.v1.0.0' of 'edge/chart/it'", "image 'registry.k8s.io/tool:v1' of bundle 'demo.v1.0.0' of 'edge/chart/it'",
    ]);
  });

  test('an image that an object has itself is an error, too, and so is that of a bundle that OLM unpacks from an image', () => {
    expect(problemsOf({ registryMirror: MIRROR }, pod('registry.example.com/web:1'))).toHaveLength(1);
    expect(problemsOf({ registryMirror: MIRROR, mirrorsByPrefix: { 'registry.example.com': 'registry.example.com' } }, pod('registry.example.com/web:1'))).toEqual([]);
    const catalog = (content: Bundle) => (chart: Chart): void => void new OperatorRegistry(chart, 'it', {
      catalog: Catalog.fromBundles([content], { images: { 'demo.v1.0.0': 'quay.io/example/bundle:v1' } }),
    });
    expect(problemsOf({ registryMirror: MIRROR }, catalog(bundle()))[0]).toContain(
      'write the image of the bundle from the result of ImageMirror.bundle, and use that bundle here',
    );
    expect(problemsOf({ registryMirror: MIRROR }, catalog(ImageMirror.bundle(bundle(), { registryMirror: MIRROR })))).toEqual([]);
  });

  test('and without a mirror, images of public registries are errors', () => {
    expect(problemsOf({}, pod('quay.io/a/b:v1'))).toHaveLength(1);
    expect(problemsOf({}, pod('registry.example.com/a/b:v1'))).toEqual([]);
    expect(() => problemsOf({}, (chart) => new OlmInstallation(chart, 'olm'))).toThrow('uses images of public registries, but airGapped is set');
  });

  test('OLM has no catalog of OperatorHub.io, unless it is set', () => {
    const catalogOf = (props: OlmInstallationProps): unknown => {
      const olm = new OlmInstallation(new Chart(new Cluster(new App(), 'edge', { airGapped: true, registryMirror: MIRROR }), 'chart'), 'olm', props);
      return (olm.defaultCatalog?.toJson() as { spec?: { image?: string } } | undefined)?.spec?.image;
    };
    expect(catalogOf({})).toBeUndefined();
    expect(catalogOf({ defaultCatalog: DefaultCatalog.operatorHub() })).toBe(`${MIRROR}/operatorhubio/catalog:latest`);
    expect(catalogOf({ airGapped: false })).toBe(`${MIRROR}/operatorhubio/catalog:latest`);
  });
});

describe('values of a construct take precedence over the mirror of the cluster', () => {
  const chart = (): Chart => new Chart(new Cluster(new App(), 'edge', { registryMirror: MIRROR }), 'chart');
  const OWN = 'registry.example.com/own:v1';

  test.each<[string, (scope: Chart) => IConstruct]>([
    ['image of OperatorRegistry', (scope) => new OperatorRegistry(scope, 'it', { bundles: [bundle()], image: OWN }).deployment],
    ['image of OperatorMetrics', (scope) => new OperatorMetrics(scope, 'it', { namespaces: ['a'], program: program(), image: OWN }).deployment],
    ['images of OlmInstallation', (scope) => new OlmInstallation(scope, 'it', { images: { olm: OWN } }).olmOperator],
  ])('%s', (_, create) => {
    expect(JSON.stringify((create(chart()) as ApiObject).toJson())).toContain(`"image":"${OWN}"`);
  });

  test('registryMirror of ImageCatalog and OlmInstallation', () => {
    expect(new ImageCatalog(chart(), 'it', { image: 'quay.io/a/b:v1', registryMirror: 'own.example.com' }).image).toBe('own.example.com/a/b:v1');
    expect(new ImageCatalog(chart(), 'it', { image: 'quay.io/a/b:v1', registryMirror: 'own.example.com', engine: new OlmV1Engine() }).clusterCatalog.image)
      .toBe('own.example.com/a/b:v1');
    const { olmOperator } = new OlmInstallation(chart(), 'it', { registryMirror: 'own.example.com' });
    expect(JSON.stringify(olmOperator.toJson())).toContain('"image":"own.example.com/operator-framework/olm');
  });
});

describe('mirrors are refused', () => {
  test.each<[string, ImageMirrorOptions, string]>([
    ['a URL', { registryMirror: 'https://mirror.example.com' }, 'registryMirror must be a registry with an optional path: got "https://mirror.example.com"'],
    ['a repository on Docker Hub', { registryMirror: 'mirror/olm' }, 'registryMirror must begin with a registry: got "mirror/olm", which is a repository on Docker Hub'],
    ['another character', { registryMirror: 'mirror.example.com/a=b\n' }, 'registryMirror must be a registry with an optional path'],
    ['a prefix that is no registry', { mirrorsByPrefix: { 'nginx': 'mirror.example.com' } }, 'the prefix "nginx" of mirrorsByPrefix must be a registry with an optional path'],
    ['a mirror of a prefix', { mirrorsByPrefix: { 'quay.io': 'quay' } }, 'mirrorsByPrefix["quay.io"] must begin with a registry'],
    ['an unknown option', { mirror: 'a.b' } as ImageMirrorOptions, "unknown key 'mirror'"],
  ])('if one is %s', (_, options, message) => {
    expect(() => new Cluster(new App(), 'edge', options)).toThrow(message);
    expect(() => ImageMirror.set(new App(), options)).toThrow(message);
    expect(() => ImageMirror.bundle(bundle(), options)).toThrow(message);
  });

  test('if they are set twice, too late, or on a construct', () => {
    const app = new App();
    new OperatorRegistry(new Chart(app, 'chart'), 'registry', { bundles: [bundle()] });
    expect(() => ImageMirror.set(app, { registryMirror: MIRROR })).toThrow("'chart/registry' was created before the mirrors of images were set; set them before");
    const other = new App();
    ImageMirror.set(other, { registryMirror: MIRROR });
    expect(() => ImageMirror.set(other, { registryMirror: MIRROR })).toThrow('the mirrors of images are set already; set all of them in one call');
    expect(() => ImageMirror.set(new Chart(other, 'chart'), {})).toThrow('mirrors are those of an app; pass the app, or set the props of a Cluster');
    expect(() => ImageMirror.set(new Cluster(other, 'edge'), {})).toThrow('a Cluster has these options as props');
  });

  test('if two repositories would have one name there', () => {
    const chart = new Chart(new Cluster(new App(), 'edge', { registryMirror: MIRROR }), 'chart');
    new ImageCatalog(chart, 'one', { image: 'quay.io/team/catalog:v1' });
    expect(() => new ImageCatalog(chart, 'two', { image: 'ghcr.io/team/catalog:v1' })).toThrow(
      `[edge/chart/two] quay.io/team/catalog and ghcr.io/team/catalog would both be pulled from ${MIRROR}/team/catalog; set 'mirrorsByPrefix' for one of the registries`,
    );
  });
});

test('what is no reference stays as it is', () => {
  const pod = { containers: [{ name: 'main', image: 'quay.io/a/b:v1', env: [{ name: 'RELATED_IMAGE_A', value: '$(B)' }, { name: 'URL', value: 'http://quay.io/a' }], args: ['--url=quay.io:443'] }] };
  const install = { strategy: 'deployment', spec: { deployments: [{ name: 'demo', spec: { template: { spec: pod } } }] } };
  const { csv } = ImageMirror.bundle(bundleOf({ spec: { install } }), { registryMirror: MIRROR });
  expect(csv.deployments[0]!.spec).toEqual({ template: { spec: { containers: [{ ...pod.containers[0]!, image: `${MIRROR}/a/b:v1` }] } } });
});

test('a bundle without images to replace stays the same, and one that was mirrored is not mirrored again', () => {
  const once = ImageMirror.bundle(bundle(), { registryMirror: MIRROR });
  expect(ImageMirror.bundle(once, { registryMirror: MIRROR })).toBe(once);
  expect(ImageMirror.bundle(once, {})).toBe(once);
  const registry = new OperatorRegistry(new Chart(new Cluster(new App(), 'edge', { registryMirror: MIRROR }), 'chart'), 'it', { bundles: [bundle()] });
  expect(registry.catalog.toJsonLines()).toBe(Catalog.fromBundles([once]).toJsonLines());
});

function plainBundle(): PlainBundle {
  const [csv] = bundle().manifests;
  const { spec: { install: { spec: { deployments: [deployment] } } } } = csv!.content as unknown as Csv;
  const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'demo' }, spec: deployment!.spec };
  return withFiles({ 'manifests/demo.json': JSON.stringify(object) }, (folder) => PlainBundle.fromDirectory(folder));
}

interface Csv {
  readonly spec: { readonly install: { readonly spec: { readonly deployments: readonly { readonly spec: object }[] } } };
}

function program(): InClusterProgram {
  return withFiles({ 'program.js': 'console.log(1);' }, (folder) => InClusterProgram.fromFile(join(folder, 'program.js')));
}
