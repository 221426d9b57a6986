import { Chart } from 'cdk8s';
import { ClusterCatalog, ClusterExtension, ClusterExtensionProps, InstallMode, PlainManifests, PlainManifestsOptions } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { clusterCatalogReady } from '../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionRemoval } from '../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { clusterExtensionReady } from '../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE, renamedBundle } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject, title } from './cluster/kubernetes-object';
import { pushCatalog } from './image-registry/operator-images';
import { madeFor, readAll, withoutOwner } from './olm-v1/made-objects';
import { OlmV1Cluster } from './olm-v1/olm-v1-cluster';
import { IMPATIENT, Waited } from './olm-v1/waited';
import { olmV1Programs } from './olm/olm-programs';
import { WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';

/**
 * Bundles from their images to running operators and back. The rights of a ServiceAccount are tested in `olm-v1-accounts`: the controllers ignore
 * it from release 1.11 on.
 */

const TEST_MILLISECONDS = 5 * 60_000;
const RELEASES = [['standard', false], ['experimental', true]] as const;

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const FIRST = Bundle.fromDirectory(QUICKSTART_BUNDLE);
const NEXT = Bundle.fromDirectory(NEXT_BUNDLE);

/** The third version, whose CRD no longer accepts what the second one does. */
const LOSSY = renamedBundle('hello', synthesizer.folder(), {
  source: NEXT_BUNDLE,
  replacements: { 'v0.2.0': 'v0.3.0', 'version: 0.2.0': 'version: 0.3.0', 'replaces: hello-operator.v0.1.0': 'replaces: hello-operator.v0.2.0', 'enum: [en, eo]': 'enum: [en]' },
});

/** An operator that only watches its own namespace, or another one. */
const NARROW = renamedBundle('narrow', synthesizer.folder(), { replacements: { 'type: AllNamespaces\n      supported: true': 'type: AllNamespaces\n      supported: false' } });

/** An operator that requires an API of another one. */
const NEEDY = renamedBundle('needy', synthesizer.folder(), {
  replacements: { '  customresourcedefinitions:\n': '  customresourcedefinitions:\n    required: [{ name: greetings.hello.example.com, version: v1alpha1, kind: Greeting }]\n' },
});

const CATALOG = Catalog.fromBundles([FIRST, NEXT, LOSSY, NARROW, NEEDY]);

/** File with a ClusterExtension and the Namespace that it installs into. */
function extensionFile(name: string, props: ClusterExtensionProps): string {
  const [file] = synthesizer.synthesize(app => {
    new ClusterExtension(new Chart(app, name), name, { name, namespace: name, ...props });
  }) as [string];
  return file;
}

const programs = olmV1Programs();

describeWith(programs).each(RELEASES)("OLM v1's own controllers of the %s release", (_, experimental) => {
  let cluster: OlmV1Cluster;
  let waited: Waited;
  let image: string;

  beforeAll(async () => {
    cluster = await OlmV1Cluster.start(programs.value, { experimental });
    waited = new Waited(cluster.olm.kubeconfig);
    image = await pushCatalog(cluster.registry, cluster.imageHost, 'team', CATALOG);
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  /** Applies a ClusterExtension, and the Namespace that it installs into. */
  async function apply(name: string, props: ClusterExtensionProps): Promise<void> {
    expect(await applyServerSide(cluster.olm.cluster, extensionFile(name, { experimental, ...props }))).toEqual([]);
  }

  const ready = (name: string, version?: string): Promise<unknown> =>
    waited.outcome(clusterExtensionReady({ name, ...(version === undefined ? {} : { version }) }));
  const refused = (name: string): Promise<string> => waited.failure(clusterExtensionReady({ name, timeouts: IMPATIENT }));
  const removed = (name: string): Promise<unknown> => waited.outcome(clusterExtensionRemoval({ name }));

  /** Removes a ClusterExtension, and compares what OLM v1 had made with what the API server stores of the same bundle's plain manifests. */
  async function expectPlainManifests(name: string, bundle: Bundle, options: Partial<PlainManifestsOptions> = {}): Promise<void> {
    const rendering = PlainManifests.render(bundle, { installNamespace: name, compatible: true, ...options });
    const objects = rendering.objects as unknown as KubernetesObject[];
    const made = withoutOwner(await madeFor(cluster, name, objects));
    await removed(name);
    await gone(objects);
    for (const object of objects) {
      await cluster.apply(object);
    }
    expect(made).toEqual(withoutOwner(await readAll(cluster, objects)));
    for (const object of objects) {
      await cluster.olm.cluster.client.remove(object);
    }
    await gone(objects);
  }

  const gone = (objects: readonly KubernetesObject[]): Promise<unknown> => waitUntil('the objects deleted', WITHIN_MILLISECONDS, async () => {
    const left = (await Promise.all(objects.map(object => cluster.olm.cluster.client.find(object)))).filter(object => object !== undefined);
    return left.length === 0 || new Error(`remaining: ${left.map(title).join(', ')}`);
  });

  it('serve a catalog from its image', async () => {
    const [file] = synthesizer.synthesize(app => {
      new ClusterCatalog(new Chart(app, 'team'), 'team', { name: 'team', image });
    }) as [string];
    expect(await applyServerSide(cluster.olm.cluster, file)).toEqual([]);
    const outcome = await waited.outcome(clusterCatalogReady({ name: 'team' }));
    expect(outcome).toMatchObject({ name: 'team', resolvedImage: image, disabled: false });
    const served = Catalog.fromString(await cluster.download(`${outcome.baseUrl ?? ''}/api/v1/all`));
    expect([served.packageNames, served.bundleNames]).toEqual([CATALOG.packageNames, CATALOG.bundleNames]);
  }, TEST_MILLISECONDS);

  it('install a version of a bundle', async () => {
    await apply('hello', { bundles: [FIRST], version: '0.1.0' });
    expect(await ready('hello', '0.1.0')).toMatchObject({
      name: 'hello', namespace: 'hello', bundle: { name: 'hello-operator.v0.1.0', version: '0.1.0' }, deployments: ['hello-operator'],
      activeRevisions: experimental ? ['hello-1'] : [], ownedApis: [{ crd: 'greetings.hello.example.com', kind: 'Greeting', version: 'v1alpha1' }],
    });
  }, TEST_MILLISECONDS);

  it('refuse a version that no catalog contains', async () => {
    await apply('hello', { packageName: 'hello-operator', version: '0.9.0' });
    expect(await refused('hello')).toContain(
      'error upgrading from currently installed version "0.1.0": no bundles found for package "hello-operator" matching version "0.9.0"');
  }, TEST_MILLISECONDS);

  it('upgrade to another version', async () => {
    await apply('hello', { bundles: [NEXT], version: '0.2.0' });
    expect(await ready('hello', '0.2.0')).toMatchObject({
      bundle: { name: 'hello-operator.v0.2.0', version: '0.2.0' }, deployments: ['hello-operator'], activeRevisions: experimental ? ['hello-2'] : [],
    });
  }, TEST_MILLISECONDS);

  it('refuse an upgrade whose CRD is not safe, and keep the installed version', async () => {
    await apply('hello', { bundles: [LOSSY], version: '0.3.0' });
    expect(await refused('hello')).toMatch(
      /cannot install hello-operator\.v0\.3\.0: .*CRD "greetings\.hello\.example\.com": v1alpha1: .*language: enum: allowed enum values removed.*\n +remedy: keep the installed version/);
    await apply('hello', { bundles: [NEXT], version: '0.2.0' });
    expect(await ready('hello')).toMatchObject({ bundle: { version: '0.2.0' } });
  }, TEST_MILLISECONDS);

  it('refuse a bundle that requires another one', async () => {
    expect(() => extensionFile('needy', { experimental, bundles: [NEEDY] })).toThrow("bundle 'needy-operator.v0.1.0' depends on other operators (olm.gvk.required)");
    await apply('needy', { packageName: 'needy-operator' });
    expect(await refused('needy')).toContain('bundle "needy-operator.v0.1.0" has a dependency declared via property "olm.gvk.required" which is currently not supported');
    expect(await removed('needy')).toEqual({ removed: ['ClusterExtension needy'], left: [] });
  }, TEST_MILLISECONDS);

  it('refuse a bundle that cannot watch all namespaces unless a namespace is configured', async () => {
    expect(() => extensionFile('narrow', { experimental, bundles: [NARROW] })).toThrow("bundle 'narrow-operator.v0.1.0' does not support AllNamespaces");
    await apply('narrow', { packageName: 'narrow-operator' });
    expect(await refused('narrow')).toContain(experimental
      ? 'invalid configuration: required field "watchNamespace" is missing' : 'unsupported bundle: bundle does not support AllNamespaces install mode');
    await removed('narrow');
  }, TEST_MILLISECONDS);

  if (experimental) {
    it('install it with a configuration, as PlainManifests renders it', async () => {
      const deploymentConfig = { nodeSelector: { 'kubernetes.io/os': 'linux' }, env: [{ name: 'MODE', value: 'quiet' }] };
      const installMode = InstallMode.singleNamespace('default');
      await apply('narrow', { bundles: [NARROW], installMode, deploymentConfig });
      expect(await ready('narrow')).toMatchObject({ bundle: { name: 'narrow-operator.v0.1.0' }, activeRevisions: ['narrow-1'] });
      await expectPlainManifests('narrow', NARROW, { installMode, deploymentConfig });
    }, TEST_MILLISECONDS);
  }

  it('make the objects that PlainManifests renders, and delete them with the ClusterExtension', async () => {
    await expectPlainManifests('hello', NEXT);
  }, TEST_MILLISECONDS);
});
