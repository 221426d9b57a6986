import { App, Chart } from 'cdk8s';
import { BundleDeployment, CatalogRef, Cluster, ClusterCatalog, Fleet, ImageCatalog, ImageMirror, OlmInstallation, OlmV1Engine, OperatorSubscription } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { AppChecks, AppImages, OperatorPolicy } from 'olm-constructs/gitops';
import { ImageList } from 'olm-constructs/report';
import { bundleOf } from '../../builders/bundle-of';

const MIRROR = 'mirror.example.com/olm';

function bundle(name: string, requires?: string): ReturnType<typeof bundleOf> {
  const deployments = [{ name, spec: { template: { spec: { containers: [{ name: 'main', image: `quay.io/example/${name}:v1` }] } } } }];
  return bundleOf({
    package: name,
    spec: { installModes: [{ type: 'AllNamespaces', supported: true }], install: { strategy: 'deployment', spec: { deployments } } },
    ...(requires === undefined ? {} : { files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: requires, version: '>=1.0.0' } }] } } }),
  });
}

/** A catalog of bundle images, as vendors publish it. */
function published(...bundles: ReturnType<typeof bundle>[]): Catalog {
  const images = Object.fromEntries(bundles.map(({ name }) => [name, `quay.io/example/${name}-bundle:v1`]));
  return Catalog.fromString(Catalog.fromBundles(bundles, { images }).toJsonLines());
}

function subscribe(chart: Chart, content?: Catalog): void {
  const catalog = new ImageCatalog(chart, 'catalog', { name: 'vendor', namespace: 'olm', image: 'quay.io/example/catalog:v1', ...(content === undefined ? {} : { content }) });
  new OperatorSubscription(chart, 'shop', { catalog, packageName: 'shop', namespace: 'shop' });
}

const imagesOf = (list: ImageList): string[] => list.images.map(({ image }) => image);

describe('the images of an app', () => {
  test('contain those of operators of a catalog image whose content is known, and of what they require', () => {
    const app = new App();
    subscribe(new Chart(app, 'chart'), published(bundle('shop', 'cache'), bundle('cache'), bundle('other')));
    const list = AppImages.of(app);
    expect(imagesOf(list)).toEqual([
      'quay.io/example/cache.v1.0.0-bundle:v1', 'quay.io/example/cache:v1', 'quay.io/example/catalog:v1', 'quay.io/example/shop.v1.0.0-bundle:v1', 'quay.io/example/shop:v1',
    ]);
    expect(list.isComplete).toBe(true);
  });

  test('say what is not known', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    subscribe(chart);
    new OperatorSubscription(chart, 'named', { catalog: CatalogRef.named('community', 'olm'), packageName: 'keda', namespace: 'keda' });
    expect(AppImages.of(app).unknown).toEqual([
      'operators of catalog olm/community: not known, give its content (Subscription keda/keda installs package keda)',
      'operators of catalog olm/vendor: not known, give its content (Subscription shop/shop installs package shop)',
    ]);
    const requiring = new App();
    subscribe(new Chart(requiring, 'chart'), published(bundle('shop', 'cache')));
    expect(AppImages.of(requiring).unknown).toEqual([
      "what meets the requirement of bundle shop.v1.0.0 for package 'cache' >=1.0.0: not known, give the content of the catalog that has it",
    ]);
  });

  test('contain those of bundles on OLM v1, and say that the image of the bundle is not known', () => {
    const app = new App();
    new BundleDeployment(new Chart(app, 'chart'), 'it', { bundle: bundle('shop'), engine: new OlmV1Engine({ catalogImage: 'quay.io/example/catalog:v1' }) });
    const list = AppImages.of(app);
    expect(imagesOf(list)).toEqual(['quay.io/example/catalog:v1', 'quay.io/example/shop:v1']);
    expect(list.unknown).toEqual([expect.stringMatching(/^image of bundle shop\.v1\.0\.0 in catalog .*: not known, give the content of the catalog$/)]);
  });

  test('are those of all clusters, each with its mirror, and map originals to it', () => {
    const app = new Fleet();
    for (const [id, registryMirror] of [['one', 'one.example.com'], ['two', 'two.example.com']] as const) {
      new ClusterCatalog(new Chart(new Cluster(app, id, { registryMirror }), 'chart'), 'catalog', { image: 'quay.io/example/catalog:v1' });
    }
    const list = AppImages.of(app);
    expect(list.images.map(({ image, source }) => [image, source])).toEqual([
      ['one.example.com/example/catalog:v1', 'quay.io/example/catalog:v1'], ['two.example.com/example/catalog:v1', 'quay.io/example/catalog:v1'],
    ]);
    expect(list.toMirrorMapping()).toBe('quay.io/example/catalog:v1=one.example.com/example/catalog:v1\nquay.io/example/catalog:v1=two.example.com/example/catalog:v1\n');
    expect(list.toImageTagMirrorSet('olm')).toContain('- source: quay.io/example/catalog\n      mirrors:\n        - one.example.com/example/catalog\n        - two.example.com/example/catalog\n');
    expect(imagesOf(AppImages.of(app.node.findChild('one')))).toEqual(['one.example.com/example/catalog:v1']);
  });

  test('map what a catalog image names to the mirror, which the nodes have to use', () => {
    const app = new App();
    ImageMirror.set(app, { registryMirror: MIRROR });
    subscribe(new Chart(app, 'chart'), published(bundle('shop')));
    expect(AppImages.of(app).toMirrorMapping()).toBe(['catalog', 'shop.v1.0.0-bundle', 'shop'].map((name) => (
      `quay.io/example/${name}:v1=${MIRROR}/example/${name}:v1\n`
    )).join(''));
  });

  test('map the originals of a mirror of OlmInstallation itself', () => {
    const app = new App();
    new OlmInstallation(new Chart(app, 'chart'), 'olm', { registryMirror: MIRROR });
    const list = AppImages.of(app);
    expect(list.images.length).toBeGreaterThan(3);
    expect(list.images.filter(({ image, source }) => !image.startsWith(MIRROR) || source?.startsWith('quay.io/') !== true)).toEqual([]);
  });
});

describe('a policy on registries', () => {
  const findings = (props: { readonly registryMirror?: string }, content: Catalog | undefined = undefined): string[] => {
    const app = new App();
    const chart = new Chart(new Cluster(app, 'edge', props), 'chart');
    new OlmInstallation(chart, 'olm', {});
    new BundleDeployment(chart, 'cache', { bundle: bundle('cache') });
    if (content !== undefined) {
      subscribe(chart, content);
    }
    const policy = new OperatorPolicy({ name: 'registries', allowedRegistries: [MIRROR] });
    return policy.report(app).findings.map(({ message }) => message);
  };

  test('passes without a waiver if a mirror is set, and not without one', () => {
    expect(findings({ registryMirror: MIRROR })).toEqual([]);
    expect(findings({})).toHaveLength(2);
  });

  test('finds the images of bundles in a catalog whose content is known', () => {
    expect(findings({ registryMirror: MIRROR }, published(bundle('shop')))).toEqual([
      expect.stringContaining("bundle 'shop.v1.0.0' has the image 'quay.io/example/shop.v1.0.0-bundle:v1'"), expect.stringContaining("'quay.io/example/shop:v1'"),
    ]);
  });

  test('finds operators whose images are not known, and so does the check for digests', () => {
    const app = new App();
    const chart = new Chart(app, 'chart');
    new OperatorSubscription(chart, 'named', { catalog: CatalogRef.named('community', 'olm'), packageName: 'keda', namespace: 'keda' });
    expect(new OperatorPolicy({ name: 'registries', allowedRegistries: [MIRROR] }).report(app).findings).toMatchObject([{
      message: `the images of package 'keda' are unknown, and the allowed registries are '${MIRROR}'`,
      remedy: 'let the app know the content of the catalog with `content`, or the bundle with `bundles`',
    }]);
    expect(AppChecks.report(app, { requireDigests: true }).findings.map(({ id, message }) => [id, message])).toContainEqual(
      ['image-without-digest', "the images of package 'keda' are unknown"],
    );
  });
});
