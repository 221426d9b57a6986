import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ApiObject, App, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import {
  BundleDeployment, BundleEngine, Cluster, ClusterCatalog, ClusterExtension, DefaultCatalog, Fleet, ImageCatalog, ImageMirror, ImageMirrorOptions,
  OlmInstallation, OlmRelease, OlmV0Engine, OlmV1Engine, OperatorRegistry, OperatorSubscription, OlmVersion, PlainBundleDeployment, PlainEngine, RukpakEngine,
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
      env: [{ name: 'RELATED_IMAGE_SERVER', value: 'nginx' }, { name: 'TOOL', value: 'registry.k8s.io/tool:v1' }, { name: 'RELATED_IMAGE_LATER', value: '$(X)' }],
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

/** Returns everything that the objects of an app contain, with packed catalogs unpacked, and files of ConfigMaps. */
function written(app: App): string {
  const manifests = app.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct))
    .map((object) => object.toJson() as { readonly kind: string; readonly metadata: { readonly name: string }; readonly binaryData?: { [key: string]: string } })
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
    const image = (scope: IConstruct): string => new ImageCatalog(new Chart(scope as App, 'chart'), 'it', { image: 'quay.io/a/b:v1' }).image;
    expect(image(app)).toBe(`${MIRROR}/a/b:v1`);
    expect(image(new Cluster(app, 'one'))).toBe(`${MIRROR}/a/b:v1`);
    expect(image(new Cluster(app, 'two', { registryMirror: 'other.example.com' }))).toBe('other.example.com/a/b:v1');
  });
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
