import { ApiObject, App, Chart, Testing } from 'cdk8s';
import {
  Approval, CatalogRef, InstallMode, InstallModeType, olm, OlmInstallation, OperatorGroupRef, OperatorRegistry, OperatorSubscription,
  OperatorSubscriptionProps,
} from 'olm-constructs';
import { sampleBundle } from './sample-bundle';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly [field: string]: unknown };
}

const CATALOG = CatalogRef.named('operatorhubio-catalog', 'olm');
const synth = (chart: Chart): Manifest[] => Testing.synth(chart) as Manifest[];
const one = (manifests: Manifest[], kind: string): Manifest => manifests.find(manifest => manifest.kind === kind)!;

/** Two versions in one channel, the second replacing the first. */
const upgrades = () => [
  sampleBundle({ version: '1.0.0', channels: 'stable' }),
  sampleBundle({ version: '1.1.0', channels: 'stable', replaces: 'sample-operator.v1.0.0' }),
];

/** A subscription to a registry of the sample operator, in one chart; undone props are left to their defaults. */
function subscribe(props: OperatorSubscriptionProps = {}, bundles = [sampleBundle()]): { chart: Chart; subscription: OperatorSubscription } {
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', { bundles });
  return { chart, subscription: new OperatorSubscription(chart, 'operator', { registry, ...props }) };
}

describe('OperatorSubscription', () => {
  test('makes Namespace, OperatorGroup and Subscription from a package and a catalog', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, package: 'etcd', channel: 'alpha' });

    expect(synth(chart)).toEqual([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'etcd' } },
      {
        apiVersion: 'operators.coreos.com/v1',
        kind: 'OperatorGroup',
        metadata: { name: 'etcd', namespace: 'etcd' },
        spec: { targetNamespaces: ['etcd'], upgradeStrategy: 'Default' },
      },
      {
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata: { name: 'etcd', namespace: 'etcd' },
        spec: { channel: 'alpha', installPlanApproval: 'Automatic', name: 'etcd', source: 'operatorhubio-catalog', sourceNamespace: 'olm' },
      },
    ]);
  });

  test('takes package and channel from a registry that leaves no choice', () => {
    const { chart, subscription } = subscribe();

    expect(subscription).toMatchObject({ package: 'sample-operator', channel: 'stable', namespace: 'sample-operator', name: 'sample-operator' });
    expect(one(synth(chart), 'Subscription').spec).toMatchObject({
      name: 'sample-operator', channel: 'stable', source: 'sample-operator-catalog', sourceNamespace: 'olm',
    });
  });

  test('pins an exact version: its CSV to start from, and manual approval', () => {
    const { chart, subscription } = subscribe({ version: '1.0.0' }, upgrades());

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({
      startingCSV: 'sample-operator.v1.0.0', installPlanApproval: 'Manual',
    });
    expect(subscription).toMatchObject({ version: '1.0.0', startingCsv: 'sample-operator.v1.0.0', approval: Approval.MANUAL });
  });

  test('follows the usual form of names for a version that the app does not know', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, package: 'etcd', version: '0.9.4' });

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({ startingCSV: 'etcd.v0.9.4', installPlanApproval: 'Manual' });
  });

  test('starts from a CSV and goes on by itself, when that is what is asked for', () => {
    const { chart } = subscribe({ startingCsv: 'sample-operator.v1.0.0' }, upgrades());

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({
      startingCSV: 'sample-operator.v1.0.0', installPlanApproval: 'Automatic',
    });
  });

  test.each<[string, InstallMode, object]>([
    ['its own namespace', InstallMode.ownNamespace(), { targetNamespaces: ['sample-operator'], upgradeStrategy: 'Default' }],
    ['another namespace', InstallMode.singleNamespace('a'), { targetNamespaces: ['a'], upgradeStrategy: 'Default' }],
    ['several namespaces', InstallMode.multiNamespace(['a', 'b']), { targetNamespaces: ['a', 'b'], upgradeStrategy: 'Default' }],
    ['all namespaces, without the empty list that OLM would strip', InstallMode.allNamespaces(), { upgradeStrategy: 'Default' }],
  ])('watches %s', (_, installMode, spec) => {
    const { chart } = subscribe({ installMode });

    expect(one(synth(chart), 'OperatorGroup').spec).toEqual(spec);
  });

  test('watches all namespaces by itself only where the bundle supports nothing narrower', () => {
    const widest = sampleBundle({ installModes: [InstallModeType.ALL_NAMESPACES] });

    expect(subscribe().subscription.installMode.type).toBe(InstallModeType.OWN_NAMESPACE);
    expect(subscribe({}, [widest]).subscription.installMode.type).toBe(InstallModeType.ALL_NAMESPACES);
  });

  test('passes every field of the config on, typed', () => {
    const config: olm.SubscriptionSpecConfig = {
      env: [{ name: 'LEVEL', value: 'debug' }],
      envFrom: [{ secretRef: { name: 'proxy' } }],
      volumes: [{ name: 'ca', configMap: { name: 'ca' } }],
      volumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }],
      resources: { limits: { memory: olm.SubscriptionSpecConfigResourcesLimits.fromString('1Gi') } },
      nodeSelector: { zone: 'a' },
      tolerations: [{ key: 'infra', operator: 'Exists' }],
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } },
      annotations: { note: 'ours' },
    };
    const { chart } = subscribe({ config });

    expect(one(synth(chart), 'Subscription').spec?.['config']).toEqual({
      ...config, resources: { limits: { memory: '1Gi' } },
    });
  });

  test('leaves a namespace to others on request', () => {
    const { chart, subscription } = subscribe({ namespace: 'shared', createNamespace: false });

    expect(subscription.namespaceObject).toBeUndefined();
    expect(synth(chart).filter(manifest => manifest.kind === 'Namespace')).toEqual([]);
    expect(one(synth(chart), 'OperatorGroup').metadata.namespace).toBe('shared');
  });

  test('uses an OperatorGroup that is there, by name', () => {
    const { chart, subscription } = subscribe({ createNamespace: false, namespace: 'operators', operatorGroup: OperatorGroupRef.named('global-operators') });

    expect(subscription).toMatchObject({ operatorGroup: undefined, operatorGroupName: 'global-operators' });
    expect(one(synth(chart), 'OperatorGroup')).toBeUndefined();
  });

  test('shares the namespace and the OperatorGroup of another subscription', () => {
    const chart = Testing.chart();
    const first = new OperatorSubscription(chart, 'first', { catalog: CATALOG, package: 'first', namespace: 'shared' });
    const second = new OperatorSubscription(chart, 'second', {
      catalog: CATALOG, package: 'second', namespace: 'shared', createNamespace: false, operatorGroup: OperatorGroupRef.fromObject(first.operatorGroup!),
    });

    expect(second.operatorGroup?.node.path).toBe(first.operatorGroup?.node.path);
    expect(synth(chart).map(manifest => manifest.kind)).toEqual(['Namespace', 'OperatorGroup', 'Subscription', 'Subscription']);
  });

  test('takes the namespace of the chart, and gives none to the Namespace itself', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'team' });
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, package: 'etcd' });

    expect(synth(chart).map(manifest => [manifest.kind, manifest.metadata])).toEqual([
      ['Namespace', { name: 'team' }],
      ['OperatorGroup', { name: 'etcd', namespace: 'team' }],
      ['Subscription', { name: 'etcd', namespace: 'team' }],
    ]);
  });

  test('puts labels and annotations on everything it makes', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, package: 'etcd', labels: { team: 'a' }, annotations: { note: 'b' } });

    for (const manifest of synth(chart)) {
      expect(manifest.metadata).toMatchObject({ labels: { team: 'a' }, annotations: { note: 'b' } });
    }
  });

  test('is the Subscription, for those who ask for the construct\'s essence', () => {
    const { subscription } = subscribe();

    expect(subscription.node.defaultChild?.node.path).toBe(subscription.subscription.node.path);
  });

  test('lets a subclass change what it makes', () => {
    class FailForward extends OperatorSubscription {
      protected override operatorGroupSpec(): olm.OperatorGroupSpec {
        return { ...super.operatorGroupSpec(), upgradeStrategy: olm.OperatorGroupSpecUpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD };
      }

      protected override subscriptionSpec(): olm.SubscriptionSpec {
        return { ...super.subscriptionSpec(), channel: 'fast' };
      }
    }
    const chart = Testing.chart();
    new FailForward(chart, 'etcd', { catalog: CATALOG, package: 'etcd' });

    expect(one(synth(chart), 'OperatorGroup').spec).toMatchObject({ upgradeStrategy: 'TechPreviewUnsafeFailForward' });
    expect(one(synth(chart), 'Subscription').spec).toMatchObject({ channel: 'fast' });
  });
});

describe('what an OperatorSubscription refuses at once', () => {
  test.each<[string, OperatorSubscriptionProps, string]>([
    ['no catalog', { package: 'etcd' }, "[test/operator] give 'registry' or 'catalog', got neither"],
    ['no package', { catalog: CATALOG }, "[test/operator] the package is not said; give 'package'"],
    ['a version that cannot stay', { catalog: CATALOG, package: 'etcd', version: '1.0.0', approval: Approval.AUTOMATIC },
      "[test/operator] version '1.0.0' cannot stay with automatic approval: OLM goes on to the head of the channel by itself; "
      + "leave 'approval' out, or say where to begin with 'startingCsv' instead of 'version'"],
  ])('%s', (_, props, message) => {
    expect(() => new OperatorSubscription(Testing.chart(), 'operator', props)).toThrow(message);
  });

  test('a registry and a catalog', () => {
    expect(() => subscribe({ catalog: CATALOG })).toThrow("give 'registry' or 'catalog', got both");
  });

  test.each<[string, OperatorSubscriptionProps, string]>([
    ['package', { package: 'etcd' }, "the registry has no package 'etcd'; it has 'sample-operator'"],
    ['channel', { channel: 'fast' }, "package 'sample-operator' has no channel 'fast'; it has 'stable'"],
    ['version', { version: '3.0.0' }, "channel 'stable' has no version '3.0.0'; it has '1.0.0', '1.1.0'"],
  ])('a %s that the registry does not have', (_, props, message) => {
    expect(() => subscribe(props, upgrades())).toThrow(message);
  });

  test('no package, of a registry with two', () => {
    expect(() => subscribe({}, [sampleBundle({ package: 'one' }), sampleBundle({ package: 'two' })]))
      .toThrow("the registry has several packages; give 'package' as one of 'one', 'two'");
  });

  test('no install mode, for a bundle that needs to be told a namespace', () => {
    expect(() => subscribe({}, [sampleBundle({ installModes: [InstallModeType.SINGLE_NAMESPACE] })]))
      .toThrow("bundle 'sample-operator.v1.0.0' supports 'SingleNamespace' only, which needs namespaces; give 'installMode'");
  });
});

describe('what an OperatorSubscription refuses when the app is whole', () => {
  test('an install mode that the bundle does not support', () => {
    const { chart } = subscribe({ installMode: InstallMode.allNamespaces() }, [sampleBundle({ installModes: [InstallModeType.OWN_NAMESPACE] })]);

    expect(() => synth(chart)).toThrow("[test/operator] bundle 'sample-operator.v1.0.0' does not support the install mode AllNamespaces; "
      + 'it supports OwnNamespace: give one of these as `installMode`');
  });

  test('a second OperatorGroup in the namespace', () => {
    const { chart } = subscribe();
    new ApiObject(chart, 'group', {
      apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'mine', namespace: 'sample-operator' },
    });

    expect(() => synth(chart)).toThrow("namespace 'sample-operator' gets a second OperatorGroup from 'test/group'");
  });

  test('a Namespace that something else makes', () => {
    const { chart } = subscribe();
    new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'sample-operator' } });

    expect(() => synth(chart)).toThrow("Namespace 'sample-operator' is made by 'test/namespace' too");
  });

  test('two ways of approval in one namespace, which OLM would both treat as manual', () => {
    const chart = Testing.chart();
    const first = new OperatorSubscription(chart, 'first', { catalog: CATALOG, package: 'first', namespace: 'shared' });
    new OperatorSubscription(chart, 'second', {
      catalog: CATALOG,
      package: 'second',
      namespace: 'shared',
      createNamespace: false,
      operatorGroup: OperatorGroupRef.fromObject(first.operatorGroup!),
      approval: Approval.MANUAL,
    });

    expect(() => synth(chart)).toThrow("[test/first] approval is Automatic here and Manual for 'test/second' in the same namespace");
  });

  test('a registry in a namespace that the operator does not see', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], namespace: 'elsewhere' });
    new OperatorSubscription(chart, 'operator', { registry });

    expect(() => synth(chart)).toThrow("[test/operator] the registry stands in namespace 'elsewhere', which namespace 'sample-operator' "
      + "does not see; put the registry into 'sample-operator', or into OLM's global catalog namespace 'olm'");
  });

  test('a second OperatorGroup beside that of an OLM that is in the cluster', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    const props = { catalog: CATALOG, package: 'first', namespace: 'openshift-operators', createNamespace: false };
    new OperatorSubscription(chart, 'operator', props);

    expect(() => synth(chart)).toThrow("[test/operator] namespace 'openshift-operators' has the OperatorGroup for all namespaces of the OLM at 'test/olm', "
      + "and OLM does nothing in a namespace with two; give that one as `operatorGroup`, by the name 'global-operators', or this operator a namespace");

    const other = Testing.chart();
    OlmInstallation.fromOpenShift(other, 'olm');
    new OperatorSubscription(other, 'operator', { ...props, operatorGroup: OperatorGroupRef.named('global-operators') });
    expect(synth(other).map(manifest => manifest.kind)).toEqual(['Subscription']);
  });
});
