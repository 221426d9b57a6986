import { MigrationPlan } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { clusterCatalogReady } from '../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionReady } from '../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { describeWith } from '../test/needed';
import { QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import { KubernetesObject } from './cluster/kubernetes-object';
import { pushCatalog } from './image-registry/operator-images';
import { OlmV1Cluster } from './olm-v1/olm-v1-cluster';
import { IMPATIENT, Waited } from './olm-v1/waited';
import { olmV1Programs } from './olm/olm-programs';

/** The remains of an operator after OLM v0, a CRD and its objects, and the steps of a migration plan that follow. */

const TEST_MILLISECONDS = 5 * 60_000;
const OLM_V1_API = 'olm.operatorframework.io/v1';

const BUNDLE = Bundle.fromDirectory(QUICKSTART_BUNDLE);
const NAMESPACE = 'hello';
const NAME = BUNDLE.packageName;

const CRD = BUNDLE.crds[0]!.content as unknown as KubernetesObject;

const GREETING: KubernetesObject = {
  apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'kept', namespace: NAMESPACE }, spec: { whom: 'Ada' },
};

const EXTENSION: KubernetesObject = {
  apiVersion: OLM_V1_API,
  kind: 'ClusterExtension',
  metadata: { name: NAME },
  spec: { namespace: NAMESPACE, source: { sourceType: 'Catalog', catalog: { packageName: BUNDLE.packageName, version: BUNDLE.version } } },
};

const programs = olmV1Programs();

describeWith(programs).each([['standard', false], ['experimental', true]] as const)('the plan for OLM v1 of the %s release', (_, experimental) => {
  let cluster: OlmV1Cluster;
  let waited: Waited;

  beforeAll(async () => {
    cluster = await OlmV1Cluster.start(programs.value, { experimental });
    waited = new Waited(cluster.olm.kubeconfig);
    const image = await pushCatalog(cluster.registry, cluster.imageHost, 'team', Catalog.fromBundles([BUNDLE]));
    await cluster.apply({ apiVersion: OLM_V1_API, kind: 'ClusterCatalog', metadata: { name: 'team' }, spec: { source: { type: 'Image', image: { ref: image } } } });
    await waited.outcome(clusterCatalogReady({ name: 'team' }));
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  /** Runs the commands of the step of the plan that deals with what OLM v0 leaves. */
  async function runHandOver(): Promise<void> {
    const { steps } = MigrationPlan.forBundle(BUNDLE, { namespace: NAMESPACE, name: NAME, experimental }).operators[0]!;
    const step = steps.find(({ description }) => description.includes('what OLM v0 leaves'));
    expect(step?.commands).not.toHaveLength(0);
    for (const command of step?.commands ?? []) {
      expect(await cluster.olm.cluster.kubectl.shell(command)).toMatchObject({ exitCode: 0, stderr: '' });
    }
  }

  const greeting = (): Promise<KubernetesObject | undefined> => cluster.olm.cluster.client.find(GREETING);

  it('has a step for the CRD, without which OLM v1 refuses the operator', async () => {
    await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await cluster.apply(CRD);
    await cluster.olm.cluster.client.waitUntilEstablished(CRD);
    await cluster.apply(GREETING);
    await cluster.apply(EXTENSION);
    expect(await waited.failure(clusterExtensionReady({ name: NAME, timeouts: IMPATIENT }))).toContain('greetings.hello.example.com');
  }, TEST_MILLISECONDS);

  it('leads to an operator that runs', async () => {
    await runHandOver();
    expect(await waited.outcome(clusterExtensionReady({ name: NAME }))).toMatchObject({ bundle: { version: BUNDLE.version } });
  }, TEST_MILLISECONDS);

  it(experimental ? 'states correctly that the objects are deleted' : 'keeps the objects', async () => {
    expect(await greeting() !== undefined).toBe(!experimental);
  }, TEST_MILLISECONDS);
});
