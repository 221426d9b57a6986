import { Chart } from 'cdk8s';
import { ClusterCatalog, ClusterExtension, OlmV1Version, PlainManifests } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { clusterCatalogReady } from '../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionRemoval } from '../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { clusterExtensionReady } from '../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { describeWith } from '../test/needed';
import { applyServerSide } from './acceptance/apply-file';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from './acceptance/quickstart-bundle';
import { Synthesizer } from './acceptance/synthesize';
import { KubernetesObject } from './cluster/kubernetes-object';
import { readYamlDocuments } from './cluster/yaml-documents';
import { pushCatalog } from './image-registry/operator-images';
import { madeFor } from './olm-v1/made-objects';
import { OlmV1Cluster } from './olm-v1/olm-v1-cluster';
import { IMPATIENT, Waited } from './olm-v1/waited';
import { olmV1ProgramsWithAccounts } from './olm/olm-programs';
import { WITHIN_MILLISECONDS } from './olm/operator-state';
import { waitUntil } from './olm/wait-until';

/** The rights of the ServiceAccount that a ClusterExtension creates up to OLM v1 1.10, on the controllers of that release. */

const TEST_MILLISECONDS = 10 * 60_000;
const RELEASE = OlmV1Version.V1_10_0;
const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const FIRST = Bundle.fromDirectory(QUICKSTART_BUNDLE);
const NEXT = Bundle.fromDirectory(NEXT_BUNDLE);

/**
 * Rights that nothing checks here: the first is for the admission plugin OwnerReferencesPermissionEnforcement, which this API server does not run;
 * the second for experimental releases before 1.9, whose revisions had another kind.
 */
const UNCHECKED = ['clusterextensions/finalizers', 'clusterextensionrevisions/finalizers'];

type Rule = Readonly<Record<string, readonly string[]>>;
type Role = KubernetesObject & { readonly rules: readonly Rule[] };

function isRole(object: KubernetesObject): object is Role {
  return object.kind === 'Role' || object.kind === 'ClusterRole';
}

function ruleTitle({ kind, metadata }: Role, { verbs = [], resources = [], resourceNames = [] }: Rule): string {
  return `${verbs.join(', ')} ${resources.join(', ')}${resourceNames.length === 0 ? '' : ` ${resourceNames.join(', ')}`}, of ${kind} ${metadata.name}`;
}

/** Objects of a ClusterExtension, with its account and the rights of that. */
function extensionObjects(experimental: boolean, bundles: Bundle[], version: string): KubernetesObject[] {
  const [file] = synthesizer.synthesize(app => {
    new ClusterExtension(new Chart(app, 'hello'), 'hello', { name: 'hello', namespace: 'hello', bundles, version, experimental, olmVersion: RELEASE });
  }) as [string];
  return readYamlDocuments(file).map(({ object }) => object);
}

const programs = olmV1ProgramsWithAccounts();

describeWith(programs).each([['standard', false], ['experimental', true]] as const)('the account of a ClusterExtension, on the controllers of the %s release 1.10,', (_, experimental) => {
  let cluster: OlmV1Cluster;
  let waited: Waited;
  const first = extensionObjects(experimental, [FIRST], '0.1.0');
  const rules = first.filter(isRole).flatMap(role => role.rules.map((rule, index) => [ruleTitle(role, rule), role, index] as const));

  beforeAll(async () => {
    cluster = await OlmV1Cluster.start(programs.value, { experimental, version: RELEASE });
    waited = new Waited(cluster.olm.kubeconfig);
    const image = await pushCatalog(cluster.registry, cluster.imageHost, 'team', Catalog.fromBundles([FIRST, NEXT]));
    const [file] = synthesizer.synthesize(app => {
      new ClusterCatalog(new Chart(app, 'team'), 'team', { name: 'team', image, olmVersion: RELEASE });
    }) as [string];
    expect(await applyServerSide(cluster.olm.cluster, file)).toEqual([]);
    await waited.outcome(clusterCatalogReady({ name: 'team' }));
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  async function apply(objects: readonly KubernetesObject[]): Promise<void> {
    for (const object of objects) {
      await cluster.apply(object);
    }
  }

  afterEach(async () => {
    await removed();
  }, TEST_MILLISECONDS);

  const removed = (): Promise<unknown> => waited.outcome(clusterExtensionRemoval({ name: 'hello' }));

  it.each(rules)('needs the right to %s', async (_right, role, index) => {
    const lacking = { ...role, rules: role.rules.filter((_rule, other) => other !== index) };
    await apply(first.map(object => object === role ? lacking : object));
    const resources = role.rules[index]!['resources']!;
    if (resources.some(resource => UNCHECKED.includes(resource))) {
      expect(await waited.outcome(clusterExtensionReady({ name: 'hello' }))).toMatchObject({ bundle: { version: '0.1.0' } });
    } else {
      const failure = await waited.failure(clusterExtensionReady({ name: 'hello', timeouts: IMPATIENT }));
      expect(failure).toMatch(/ClusterExtension hello cannot install hello-operator\.v0\.1\.0: [^]*\n {4}remedy: grant the ServiceAccount of the ClusterExtension these permissions/);
      expect(resources.filter(resource => failure.includes(resource))).not.toEqual([]);
    }
  }, TEST_MILLISECONDS);

  const installed = (version: string): Promise<unknown> => waited.outcome(clusterExtensionReady({ name: 'hello', version }));

  /** Names of the ClusterRoles that OLM v1 made for the operator. */
  async function clusterRoles(): Promise<string[]> {
    const made = await madeFor(cluster, 'hello', [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: '' } }]);
    return made.map(({ metadata }) => metadata.name).sort();
  }

  /** Names of the ClusterRoles of versions. They have a hash of their rules, whose length determines how much of the version they have. */
  const clusterRolesOf = (...bundles: readonly Bundle[]): string[] => bundles
    .flatMap(bundle => PlainManifests.render(bundle, { installNamespace: 'hello', compatible: true }).objects as unknown as KubernetesObject[])
    .flatMap(({ kind, metadata: { name } }) => kind === 'ClusterRole' ? [name] : []).sort();

  it('is enough to install, upgrade and remove an operator', async () => {
    await apply(first);
    expect(await installed('0.1.0')).toMatchObject({ bundle: { version: '0.1.0' } });
    await apply(extensionObjects(experimental, [FIRST, NEXT], '>=0.1.0, <=0.2.0'));
    expect(await installed('0.2.0')).toMatchObject({ bundle: { version: '0.2.0' } });
    expect(await clusterRoles()).toEqual(clusterRolesOf(NEXT));
    expect(await removed()).toMatchObject({ left: [] });
    await gone();
  }, TEST_MILLISECONDS);

  it('leaves the roles of the previous version behind without the rights for it', async () => {
    await apply(first);
    expect(await installed('0.1.0')).toMatchObject({ bundle: { version: '0.1.0' } });
    await apply(extensionObjects(experimental, [NEXT], '0.2.0'));
    expect(await installed('0.2.0')).toMatchObject({ bundle: { version: '0.2.0' } });
    expect(await clusterRoles()).toEqual(clusterRolesOf(FIRST, NEXT));
  }, TEST_MILLISECONDS);

  const gone = (): Promise<unknown> => waitUntil('the objects deleted', WITHIN_MILLISECONDS, async () => {
    const left = await clusterRoles();
    return left.length === 0 || new Error(`remaining: ${left.join(', ')}`);
  });
});
