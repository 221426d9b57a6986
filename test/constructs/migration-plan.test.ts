import { Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, ImageCatalog, InstallMode, MigrationActor, MigrationPlan, OlmV0Engine, OlmV1Engine, OlmV1Version,
  OperatorSubscription, PlainEngine,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { bundleOf, crdOf } from '../builders/bundle-of';

const ALL_NAMESPACES = { installModes: [{ type: 'AllNamespaces', supported: true }] };

/** Returns a bundle with an API that OLM v1 installs. */
function movable(spec: object = {}): Bundle {
  return bundleOf({
    spec: { ...ALL_NAMESPACES, customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] }, ...spec },
    files: { 'manifests/things.yaml': crdOf('Thing') },
  });
}

/** Returns the commands of all steps. */
function commandsOf(plan: MigrationPlan): string[] {
  return plan.operators.flatMap(({ steps }) => steps.flatMap(({ commands }) => commands));
}

describe('MigrationPlan of a bundle', () => {
  test('hands over what OLM v0 leaves behind, so that the objects of the APIs stay', () => {
    expect(MigrationPlan.forBundle(movable(), { namespace: 'things' }).toText()).toBe([
      'demo.v1.0.0',
      '  1. [by hand] Make sure that a ClusterCatalog has package \'demo\', and set it as `catalog` of the engine.',
      '  2. [by hand] Back up the objects of the APIs that the operator owns.',
      '       kubectl get things.example.test --all-namespaces --output yaml > demo.v1.0.0-objects.yaml',
      '  3. [by hand] Remove the operator from OLM v0. From here it does not run; its APIs and their objects stay.',
      '       kubectl delete subscriptions.operators.coreos.com demo --namespace things',
      '       kubectl delete clusterserviceversions.operators.coreos.com demo.v1.0.0 --namespace things',
      '  4. [by hand] Hand over what OLM v0 leaves to the ClusterExtension.',
      '       kubectl label customresourcedefinition/things.example.test app.kubernetes.io/managed-by=Helm',
      '       kubectl annotate customresourcedefinition/things.example.test meta.helm.sh/release-name=demo meta.helm.sh/release-namespace=things',
      '  5. [by itself] Apply the program with `engine: new OlmV1Engine(…)`: OLM v1 installs \'demo.v1.0.0\' as ClusterExtension \'demo\', and the operator runs again.',
      '  6. [by hand] Remove what OLM v0 no longer needs.',
      '       kubectl delete operatorgroups.operators.coreos.com demo --namespace things',
      '       kubectl label customresourcedefinition/things.example.test operators.coreos.com/demo.things-',
      '       kubectl delete operators.operators.coreos.com demo.things',
      '  Lost, or different afterwards:',
      '  - The operator does not run between its removal from OLM v0 and its installation by OLM v1.',
      '  - OLM v0 gave users with the roles admin, edit and view rights to the APIs of the operator, and OLM v1 does not: create ClusterRoles for them.',
      '  - Without a channel, OLM v1 upgrades to the highest version of all channels, not of the default channel: set `channel`.',
      '  - OLM v1 upgrades to the highest version that the upgrade graph allows, not to the nearest one on the way to the head of the channel.',
      '  - OLM v1 has no OperatorConditions: an operator that sets `Upgradeable` to stop its upgrade is upgraded all the same.',
      '  - PackageManifests show the catalogs of OLM v0 only: search the content of a ClusterCatalog instead.',
      '',
    ].join('\n'));
  });

  test('restores objects from the backup where OLM v1 takes over nothing', () => {
    const commands = commandsOf(MigrationPlan.forBundle(movable(), { experimental: true }));
    expect(commands).toContain('kubectl delete customresourcedefinition/things.example.test');
    expect(commands.at(-1)).toBe('kubectl apply --filename demo.v1.0.0-objects.yaml');
  });

  test('has no step for APIs if the operator has none', () => {
    const commands = commandsOf(MigrationPlan.forBundle(bundleOf({ spec: ALL_NAMESPACES })));
    expect(commands.join('\n')).not.toMatch(/get|label|annotate/);
  });

  test('also hands over cluster-scoped objects of the bundle', () => {
    const bundle = bundleOf({
      spec: ALL_NAMESPACES,
      files: { 'manifests/priority.yaml': { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1 } },
    });
    expect(commandsOf(MigrationPlan.forBundle(bundle))).toContain('kubectl label priorityclass/high app.kubernetes.io/managed-by=Helm');
  });

  test('states why a bundle cannot move, instead of steps', () => {
    const plan = MigrationPlan.forBundle(bundleOf({ spec: { installModes: [{ type: 'MultiNamespace', supported: true }] } }));
    expect(plan.isPossible).toBe(false);
    expect(plan.operators).toMatchObject([{ steps: [], losses: [] }]);
    expect(plan.toText()).toMatch(/^demo\.v1\.0\.0\n {2}cannot move to OLM v1:\n {2}- Bundle 'demo\.v1\.0\.0' does not support AllNamespaces/);
  });

  test('rejects unknown options', () => {
    expect(() => MigrationPlan.forBundle(movable(), { release: '1.11' } as object)).toThrow('unknown key \'release\' in options of MigrationPlan.forBundle');
  });
});

describe('MigrationPlan of an app', () => {
  function planOf(build: (chart: Chart) => void, options: object = {}): MigrationPlan {
    const chart = Testing.chart();
    build(chart);
    return MigrationPlan.forApp(chart.node.root, options);
  }

  test('starts with the images of bundles that come from ConfigMaps', () => {
    const plan = planOf(chart => new BundleDeployment(chart, 'operator', { bundle: movable() }));
    expect(plan.operators).toMatchObject([{ operator: 'test/operator/Subscription', bundle: 'demo.v1.0.0', refusals: [] }]);
    expect(plan.operators[0]!.steps[0]).toMatchObject({ actor: MigrationActor.BY_HAND });
    expect(plan.operators[0]!.steps[0]!.description).toContain('Catalog.toImageLayout');
    expect(plan.isPossible).toBe(true);
  });

  test('leaves out what is not installed by OLM v0', () => {
    expect(planOf(chart => new BundleDeployment(chart, 'operator', { bundle: movable(), engine: new PlainEngine() })).operators).toEqual([]);
    expect(planOf(chart => {
      const engine = new OlmV1Engine();
      const catalog = new ImageCatalog(chart, 'catalog', { image: 'r.example/c:1', engine });
      new OperatorSubscription(chart, 'operator', { catalog, packageName: 'demo', engine });
    }).operators).toEqual([]);
  });

  test('names what changes with the settings of the Subscription', () => {
    const both = bundleOf({ spec: { installModes: ['OwnNamespace', 'AllNamespaces'].map(type => ({ type, supported: true })) } });
    const engine = new OlmV0Engine({ config: { nodeSelector: { a: 'b' } } });
    const { losses } = planOf(chart => new BundleDeployment(chart, 'operator', { bundle: both, engine, installMode: InstallMode.ownNamespace() })).operators[0]!;
    expect(losses).toContain('`config` of the Subscription has no counterpart in the standard channel of OLM v1: the Deployments run as the bundle defines them.');
    expect(losses).toContain('The operator watches all namespaces, and has the rights for that: this OLM v1 installs it in no other install mode.');
  });

  test('depends on the release of OLM v1', () => {
    const plan = planOf(chart => new BundleDeployment(chart, 'operator', { bundle: movable() }), { version: OlmV1Version.V1_10_0, experimental: true });
    expect(plan.operators[0]!.losses.join()).toContain('The objects of its APIs are deleted and restored from the backup');
  });

  test('states what it does not know', () => {
    const plan = planOf(chart => new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('platform', 'olm'), packageName: 'demo' }));
    expect(plan.operators).toMatchObject([{
      operator: 'test/operator', bundle: '', refusals: ['The app does not know the content of catalog \'platform\': supply it as `content`, or use MigrationPlan.forBundle.'],
    }]);
  });
});
