import { App, Chart, Testing } from 'cdk8s';
import { BundleDeployment, CatalogRef, Cluster, Fleet, OlmInstallation, OlmV0Engine, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { bundleOf } from '../builders/bundle-of';
import { sampleBundle } from '../builders/sample-bundle';
import { synth } from '../builders/synthesized';

/** Creates a platform in a chart of its own, as a platform team would for each cluster. */
function platform(cluster: Cluster): OperatorSubscription {
  const chart = new Chart(cluster, 'platform');
  new OlmInstallation(chart, 'olm');
  return new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'hello' });
}

describe('Cluster', () => {
  it('has its own OLM, and the same objects as another one', () => {
    const app = new Fleet();
    const [dev, prod] = [new Cluster(app, 'dev'), new Cluster(app, 'prod')];

    const chart = Chart.of(platform(dev));
    expect(prod.olm).toBeUndefined();
    platform(prod);

    expect(dev.olm?.node.path).toBe('dev/platform/olm');
    expect(prod.olm?.node.path).toBe('prod/platform/olm');
    expect(synth(chart)).not.toHaveLength(0);
  });

  it('is suggested by the error about a second OLM', () => {
    const app = new App();
    new OlmInstallation(new Chart(app, 'dev'), 'olm');

    expect(() => new OlmInstallation(new Chart(app, 'prod'), 'olm')).toThrow(
      "[prod/olm] this app has an OLM already, at 'dev/olm', and a cluster has one OLM; remove one of the two, or create each in its own Cluster",
    );
  });

  it('has one OLM', () => {
    const cluster = new Cluster(new Fleet(), 'dev');
    platform(cluster);

    expect(() => new OlmInstallation(new Chart(cluster, 'second'), 'olm')).toThrow("[dev/second/olm] cluster 'dev' has an OLM already, at 'dev/platform/olm'");
  });

  it('checks its constructs against each other', () => {
    const cluster = new Cluster(new Fleet(), 'dev');
    const chart = Chart.of(platform(cluster));
    new OperatorSubscription(chart, 'twin', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'hello' });

    expect(() => synth(chart)).toThrow("[dev/platform/operator] 'dev/platform/twin/Namespace' also creates Namespace 'hello'");
  });

  it('uses the namespaces of its existing OLM', () => {
    const existing = new Cluster(new Fleet(), 'dev', { existingOlm: { namespace: 'olm-system' } });
    const openShift = new Cluster(new Fleet(), 'prod', { openShift: true });
    const registryIn = (cluster: Cluster): string => new OperatorRegistry(new Chart(cluster, 'operators'), 'registry', { bundles: [sampleBundle()] }).catalogNamespace;

    expect(registryIn(existing)).toBe('olm-system');
    expect(registryIn(openShift)).toBe('openshift-marketplace');
  });

  it('provides the engine of its deployments', () => {
    const engine = new OlmV0Engine({ registry: { replicas: 2 } });
    const cluster = new Cluster(new Fleet(), 'dev', { engine });
    const chart = new Chart(cluster, 'operators');
    const other = new OlmV0Engine();

    expect(new BundleDeployment(chart, 'one', { bundle: sampleBundle() }).engine).toBe(engine);
    expect(new BundleDeployment(chart, 'two', { bundle: sampleBundle({ package: 'two' }), engine: other }).engine).toBe(other);
  });

  it.each([
    ['1.33', undefined], ['1.33.2', undefined], ['v1.33.2+k3s1', undefined], ['1.34.0', undefined], ['2.0', undefined],
    ['1.33.1', '1.33.1'], ['1.32', '1.32'], ['1.32.9', '1.32.9'],
  ])('compares its version %s of Kubernetes with the one that a bundle requires', (kubernetesVersion, refused) => {
    const chart = new Chart(new Cluster(new Fleet(), 'dev', { kubernetesVersion }), 'operators');
    const bundle = bundleOf({ package: 'hello', channels: 'stable', spec: { minKubeVersion: '1.33.2' } });
    new BundleDeployment(chart, 'hello', { bundle });

    const synthesized = expect(() => synth(chart));
    if (refused === undefined) {
      synthesized.not.toThrow();
    } else {
      synthesized.toThrow(`[dev/operators/hello/Subscription] bundle '${bundle.name}' requires Kubernetes 1.33.2 or later, and cluster 'dev' has ${refused}; `
        + 'use an earlier version of the bundle, or upgrade the cluster and change its `kubernetesVersion`');
    }
  });

  it('is found from its constructs', () => {
    const cluster = new Cluster(new Fleet(), 'dev');
    const chart = new Chart(cluster, 'operators');

    expect(Cluster.of(chart)).toBe(cluster);
    expect(Cluster.of(cluster)).toBe(cluster);
    expect(Cluster.of(Testing.chart())).toBeUndefined();
  });

  it('rejects a dependency on another cluster', () => {
    const app = new Fleet();
    const [dev, prod] = [new Chart(new Cluster(app, 'dev'), 'operators'), new Chart(new Cluster(app, 'prod'), 'operators')];
    const registry = new OperatorRegistry(dev, 'registry', { bundles: [sampleBundle()] });
    new OperatorSubscription(prod, 'operator', { catalog: registry });

    expect(() => synth(dev)).toThrow(
      "[prod] 'prod/operators/operator/Resource' depends on 'dev/operators/registry/Resource', which is in another cluster; also create it in this cluster, or "
      + 'refer to it by name',
    );
  });

  it.each([
    [{ kubernetesVersion: 'latest' }, "[dev] kubernetesVersion must be a version such as '1.33' or '1.33.2', got 'latest'"],
    [{ openShift: true, existingOlm: {} }, '[dev] openShift and existingOlm are both set; set existingOlm only if the namespaces differ from those of OpenShift'],
    [{ existingOlm: { namespace: 'OLM' } }, "[dev/olm] namespace 'OLM'"],
    [{ kubernetes: '1.33' }, "[dev] unknown key 'kubernetes' in props of Cluster"],
  ])('rejects %j', (props: object, message) => {
    expect(() => new Cluster(new Fleet(), 'dev', props)).toThrow(message);
  });

  it.each(['..', '.', '-dev', 'de v'])('rejects the ID %j, which is not a valid folder name', (id) => {
    expect(() => new Cluster(new Fleet(), id)).toThrow(`the path of a cluster is the path of its folder: in construct IDs, use letters, digits, '-', '_' and '.', starting with a letter or a digit; got '${id}'`);
  });

  it('cannot be in a chart or in another cluster', () => {
    const app = new Fleet();
    const outer = new Cluster(app, 'outer');

    expect(() => new Cluster(new Chart(app, 'chart'), 'inner')).toThrow(
      "[chart/inner] a cluster contains charts, and this one is in the chart 'chart'; pass the app as its scope, and create the charts in it",
    );
    expect(() => new Cluster(outer, 'inner')).toThrow("[outer/inner] a cluster contains charts, and this one is in the cluster 'outer'");
  });
});
