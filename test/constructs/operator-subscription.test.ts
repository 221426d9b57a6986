import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import {
  CatalogRef, InstallMode, InstallPlanApproval, olm, OlmInstallation, OperatorConfig, OperatorGroupRef, OperatorRegistry, OperatorSubscription,
  OperatorSubscriptionProps, SelectorOperator, TaintEffect, TolerationOperator,
} from 'olm-constructs';
import { InstallModeType } from 'olm-constructs/bundle';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, namesOf, one, synth } from '../builders/synthesized';

const CATALOG = CatalogRef.named('operatorhubio-catalog', 'olm');

/** Two versions in one channel, the second replacing the first. */
const upgrades = () => [
  sampleBundle({ version: '1.0.0', channels: 'stable' }),
  sampleBundle({ version: '1.1.0', channels: 'stable', replaces: 'sample-operator.v1.0.0' }),
];

/** Subscribes to a registry of the sample operator, in one chart. */
function subscribe(props: Partial<OperatorSubscriptionProps> = {}, bundles = [sampleBundle()]): { chart: Chart; subscription: OperatorSubscription } {
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', { bundles });
  return { chart, subscription: new OperatorSubscription(chart, 'operator', { catalog: registry, ...props }) };
}

describe('OperatorSubscription', () => {
  test('creates Namespace, OperatorGroup and Subscription for a package of a catalog', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd', channel: 'alpha' });

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
        metadata: { name: 'etcd', namespace: 'etcd', annotations: { 'olm-constructs/part-of': 'Subscription/etcd/etcd' } },
        spec: { channel: 'alpha', installPlanApproval: 'Automatic', name: 'etcd', source: 'operatorhubio-catalog', sourceNamespace: 'olm' },
      },
    ]);
  });

  test('uses the only package of a registry, and its default channel', () => {
    const { chart, subscription } = subscribe();

    expect(subscription).toMatchObject({ packageName: 'sample-operator', channel: 'stable', namespace: 'sample-operator', name: 'sample-operator' });
    expect(one(synth(chart), 'Subscription').spec).toMatchObject({
      name: 'sample-operator', channel: 'stable', source: 'sample-operator-catalog', sourceNamespace: 'olm',
    });
  });

  test('pins a version with its CSV as startingCSV, and manual approval', () => {
    const { chart, subscription } = subscribe({ version: '1.0.0' }, upgrades());

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({
      startingCSV: 'sample-operator.v1.0.0', installPlanApproval: 'Manual',
    });
    expect(subscription).toMatchObject({ version: '1.0.0', startingCsv: 'sample-operator.v1.0.0', approval: InstallPlanApproval.MANUAL });
  });

  test('derives startingCSV from package and version, if the app does not know the catalog', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd', version: '0.9.4' });

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({ startingCSV: 'etcd.v0.9.4', installPlanApproval: 'Manual' });
  });

  test('keeps automatic approval with startingCsv', () => {
    const { chart } = subscribe({ startingCsv: 'sample-operator.v1.0.0' }, upgrades());

    expect(one(synth(chart), 'Subscription').spec).toMatchObject({
      startingCSV: 'sample-operator.v1.0.0', installPlanApproval: 'Automatic',
    });
  });

  test.each<[string, InstallMode, object]>([
    ['its own namespace', InstallMode.ownNamespace(), { targetNamespaces: ['sample-operator'], upgradeStrategy: 'Default' }],
    ['another namespace', InstallMode.singleNamespace('a'), { targetNamespaces: ['a'], upgradeStrategy: 'Default' }],
    ['several namespaces', InstallMode.multiNamespace(['a', 'b']), { targetNamespaces: ['a', 'b'], upgradeStrategy: 'Default' }],
    ['all namespaces, without the empty list that OLM would remove', InstallMode.allNamespaces(), { upgradeStrategy: 'Default' }],
  ])('watches %s', (_, installMode, spec) => {
    const { chart } = subscribe({ installMode });

    expect(one(synth(chart), 'OperatorGroup').spec).toEqual(spec);
  });

  test('watches all namespaces by default only if the bundle supports nothing narrower', () => {
    const widest = sampleBundle({ installModes: [InstallModeType.ALL_NAMESPACES] });

    expect(subscribe().subscription.installMode.type).toBe(InstallModeType.OWN_NAMESPACE);
    expect(subscribe({}, [widest]).subscription.installMode.type).toBe(InstallModeType.ALL_NAMESPACES);
  });

  test('passes every field of the config to the Subscription', () => {
    const config: OperatorConfig = {
      env: [
        { name: 'LEVEL', value: 'debug' },
        { name: 'PROXY', valueFrom: { configMapKeyRef: { name: 'proxy', key: 'url', optional: true } } },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'token', key: 'value' } } },
        { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName', apiVersion: 'v1' } } },
        { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'limits.memory', containerName: 'manager', divisor: '1Mi' } } },
        { name: 'FILE', valueFrom: { fileKeyRef: { volumeName: 'ca', path: 'a.env', key: 'b' } } },
      ],
      envFrom: [{ secretRef: { name: 'proxy' } }, { prefix: 'A_', configMapRef: { name: 'a', optional: true } }],
      volumes: [
        { name: 'ca', configMap: { name: 'ca', items: [{ key: 'ca.crt', path: 'tls.crt', mode: 0o400 }], defaultMode: 0o440 } },
        { name: 'keys', secret: { secretName: 'keys', optional: true } },
        { name: 'cache', emptyDir: { medium: 'Memory', sizeLimit: '500Mi' } },
        { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
      ],
      volumeMounts: [{ name: 'ca', mountPath: '/etc/ca', subPath: 'a', readOnly: true, recursiveReadOnly: 'IfPossible', mountPropagation: 'None' }],
      resources: { limits: { memory: '1Gi' }, requests: { cpu: '100m' }, claims: [{ name: 'gpu', request: 'one' }] },
      nodeSelector: { zone: 'a' },
      tolerations: [{ key: 'infra', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_EXECUTE, tolerationSeconds: 5 }],
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } },
      annotations: { note: 'ours' },
      selector: { matchExpressions: [{ key: 'app', operator: SelectorOperator.IN, values: ['a'] }] },
    };
    const { chart } = subscribe({ config });

    expect(one(synth(chart), 'Subscription').spec['config']).toEqual(config);
  });

  test('writes the config as the generated types do, in the same order', () => {
    const volumes = [{ name: 'ca', configMap: { name: 'ca', items: [{ path: 'b', key: 'a' }] } }];
    const config = { volumes, env: [{ value: 'debug', name: 'LEVEL' }], nodeSelector: { b: '1', a: '2' } };
    const quantity = olm.SubscriptionSpecConfigResourcesLimits.fromString('1Gi');
    const { chart } = subscribe({ catalog: CATALOG, packageName: 'sample-operator', channel: 'stable', config: { ...config, resources: { limits: { memory: '1Gi', cpu: '2' } } } });
    class Generated extends OperatorSubscription {
      protected override subscriptionSpec(): olm.SubscriptionSpec {
        const limits = { memory: quantity, cpu: olm.SubscriptionSpecConfigResourcesLimits.fromString('2') };
        return { ...super.subscriptionSpec(), config: { ...config, resources: { limits } } };
      }
    }
    const other = Testing.chart();
    new Generated(other, 'operator', { catalog: CATALOG, packageName: 'sample-operator', channel: 'stable', config: { env: [] } });

    expect(JSON.stringify(one(synth(chart), 'Subscription').spec)).toBe(JSON.stringify(one(synth(other), 'Subscription').spec));
    expect(Object.keys(one(synth(chart), 'Subscription').spec)).toEqual(['channel', 'config', 'installPlanApproval', 'name', 'source', 'sourceNamespace']);
  });

  test('writes a volume of another type as it is', () => {
    const csi = { driver: 'secrets-store.csi.k8s.io', readOnly: true, volumeAttributes: { secretProviderClass: 'vault' } };
    const { chart } = subscribe({ config: { volumes: [{ name: 'keys', custom: { csi } }, { name: 'labels', custom: { downwardAPI: { items: [] } } }] } });

    expect(one(synth(chart), 'Subscription').spec['config']).toEqual({ volumes: [{ name: 'keys', csi }, { name: 'labels', downwardAPI: { items: [] } }] });
  });

  test('lets a subclass change the config, and patches change it', () => {
    class Debug extends OperatorSubscription {
      protected override operatorConfig(): OperatorConfig {
        return { ...super.operatorConfig(), env: [{ name: 'LEVEL', value: 'debug' }] };
      }
    }
    const chart = Testing.chart();
    const { subscription } = new Debug(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd', config: { resources: { limits: { memory: '1Gi' } } } });
    subscription.addJsonPatch(JsonPatch.replace('/spec/config/resources/limits/memory', '2Gi'), JsonPatch.add('/spec/config/nodeSelector', { a: 'b' }));

    expect(one(synth(chart), 'Subscription').spec['config']).toEqual({
      env: [{ name: 'LEVEL', value: 'debug' }], nodeSelector: { a: 'b' }, resources: { limits: { memory: '2Gi' } },
    });
  });

  test('does not create the Namespace with createNamespace: false', () => {
    const { chart, subscription } = subscribe({ namespace: 'shared', createNamespace: false });

    expect(subscription.namespaceObject).toBeUndefined();
    expect(namesOf(synth(chart), 'Namespace')).toEqual([]);
    expect(one(synth(chart), 'OperatorGroup').metadata.namespace).toBe('shared');
  });

  test('uses an existing OperatorGroup by name', () => {
    const { chart, subscription } = subscribe({ createNamespace: false, namespace: 'operators', operatorGroup: OperatorGroupRef.named('global-operators') });

    expect(subscription).toMatchObject({ operatorGroup: undefined, operatorGroupName: 'global-operators' });
    expect(namesOf(synth(chart), 'OperatorGroup')).toEqual([]);
  });

  test('shares the namespace and the OperatorGroup of another subscription', () => {
    const chart = Testing.chart();
    const first = new OperatorSubscription(chart, 'first', { catalog: CATALOG, packageName: 'first', namespace: 'shared' });
    const second = new OperatorSubscription(chart, 'second', {
      catalog: CATALOG, packageName: 'second', namespace: 'shared', createNamespace: false, operatorGroup: OperatorGroupRef.fromObject(first.operatorGroup!),
    });

    expect(second.operatorGroup?.node.path).toBe(first.operatorGroup?.node.path);
    expect(kindsOf(synth(chart))).toEqual(['Namespace', 'OperatorGroup', 'Subscription', 'Subscription']);
  });

  test('uses the namespace of the chart, which is not set on the Namespace itself', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'team' });
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd' });

    expect(synth(chart).map(manifest => [manifest.kind, manifest.metadata])).toEqual([
      ['Namespace', { name: 'team' }],
      ['OperatorGroup', { name: 'etcd', namespace: 'team' }],
      ['Subscription', { name: 'etcd', namespace: 'team', annotations: { 'olm-constructs/part-of': 'Subscription/team/etcd' } }],
    ]);
  });

  test('adds labels and annotations to every object', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd', labels: { team: 'a' }, annotations: { note: 'b' } });

    for (const manifest of synth(chart)) {
      expect(manifest.metadata).toMatchObject({ labels: { team: 'a' }, annotations: { note: 'b' } });
    }
  });

  test('has the Subscription as its default child', () => {
    const { subscription } = subscribe();

    expect(subscription.node.defaultChild?.node.path).toBe(subscription.subscription.node.path);
  });

  test('lets a subclass change the specs', () => {
    class FailForward extends OperatorSubscription {
      protected override operatorGroupSpec(): olm.OperatorGroupSpec {
        return { ...super.operatorGroupSpec(), upgradeStrategy: olm.OperatorGroupSpecUpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD };
      }

      protected override subscriptionSpec(): olm.SubscriptionSpec {
        return { ...super.subscriptionSpec(), channel: 'fast' };
      }
    }
    const chart = Testing.chart();
    new FailForward(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd' });

    expect(one(synth(chart), 'OperatorGroup').spec).toMatchObject({ upgradeStrategy: 'TechPreviewUnsafeFailForward' });
    expect(one(synth(chart), 'Subscription').spec).toMatchObject({ channel: 'fast' });
  });
});

describe('an OperatorSubscription refuses, when it is constructed', () => {
  test.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['a missing catalog', { packageName: 'etcd' },
      '[test/operator] catalog is required: use CatalogRef.named(name, namespace), CatalogRef.fromObject(object), new ImageCatalog(scope, id, props) or '],
    ['a missing package', { catalog: CATALOG }, '[test/operator] packageName is required: set it to the package to install'],
    ['a pinned version with automatic approval', { catalog: CATALOG, packageName: 'etcd', version: '1.0.0', approval: InstallPlanApproval.AUTOMATIC },
      "[test/operator] version '1.0.0' cannot be pinned with automatic approval, with which OLM upgrades to the head of the channel; "
      + "omit 'approval', or set 'startingCsv' instead of 'version'"],
  ])('%s', (_, props, message) => {
    expect(() => new OperatorSubscription(Testing.chart(), 'operator', props as OperatorSubscriptionProps)).toThrow(message);
  });

  test('a catalog of another app', () => {
    const registry = new OperatorRegistry(Testing.chart(), 'registry', { bundles: [sampleBundle()] });

    expect(() => subscribe({ catalog: registry })).toThrow("[test/operator] the catalog 'test/registry' is part of another app; set 'catalog' to "
      + "CatalogRef.named('sample-operator-catalog', 'olm')");
  });

  test.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['package', { packageName: 'etcd' }, "package 'etcd' not found in the registry; available: 'sample-operator'"],
    ['channel', { channel: 'fast' }, "channel 'fast' not found in package 'sample-operator'; available: 'stable'"],
    ['version', { version: '3.0.0' }, "version '3.0.0' not found in channel 'stable'; available: '1.0.0', '1.1.0'"],
  ])('a %s that the registry does not have', (_, props, message) => {
    expect(() => subscribe(props, upgrades())).toThrow(new RegExp(`${message}$`));
  });

  test('a missing package, for a registry with two', () => {
    expect(() => subscribe({}, [sampleBundle({ package: 'one' }), sampleBundle({ package: 'two' })]))
      .toThrow("the registry has several packages; set 'packageName' to one of 'one', 'two'");
  });

  test('a missing install mode, for a bundle that requires namespaces', () => {
    expect(() => subscribe({}, [sampleBundle({ installModes: [InstallModeType.SINGLE_NAMESPACE] })]))
      .toThrow("bundle 'sample-operator.v1.0.0' supports only 'SingleNamespace', for which namespaces are required; set 'installMode'");
  });
});

describe('an OperatorSubscription refuses, at synthesis', () => {
  test('an install mode that the bundle does not support', () => {
    const { chart } = subscribe({ installMode: InstallMode.allNamespaces() }, [sampleBundle({ installModes: [InstallModeType.OWN_NAMESPACE] })]);

    expect(() => synth(chart)).toThrow("[test/operator] bundle 'sample-operator.v1.0.0' does not support the install mode AllNamespaces; "
      + 'it supports OwnNamespace: set `installMode` to one of these');
  });

  test('a second OperatorGroup in the namespace', () => {
    const { chart } = subscribe();
    new ApiObject(chart, 'group', {
      apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'mine', namespace: 'sample-operator' },
    });

    expect(() => synth(chart)).toThrow("namespace 'sample-operator' has another OperatorGroup, at 'test/group', and OLM does nothing in a namespace with two; set `operatorGroup` to that one");
  });

  test('a Namespace that something else creates', () => {
    const { chart } = subscribe();
    new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'sample-operator' } });

    expect(() => synth(chart)).toThrow("'test/namespace' also creates Namespace 'sample-operator'; set another `namespace`, or `createNamespace: false`, for one of them");
  });

  test('different approvals in one namespace, which OLM would both treat as manual', () => {
    const chart = Testing.chart();
    const first = new OperatorSubscription(chart, 'first', { catalog: CATALOG, packageName: 'first', namespace: 'shared' });
    new OperatorSubscription(chart, 'second', {
      catalog: CATALOG,
      packageName: 'second',
      namespace: 'shared',
      createNamespace: false,
      operatorGroup: OperatorGroupRef.fromObject(first.operatorGroup!),
      approval: InstallPlanApproval.MANUAL,
    });

    expect(() => synth(chart)).toThrow("[test/first] approval is Automatic here and Manual for 'test/second' in the same namespace");
  });

  test('a registry in a namespace whose catalogs are not visible to the operator', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm');
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle()], namespace: 'elsewhere' });
    new OperatorSubscription(chart, 'operator', { catalog: registry });

    expect(() => synth(chart)).toThrow("[test/operator] the catalog is in namespace 'elsewhere' and not visible in namespace 'sample-operator'; "
      + "use a catalog in namespace 'sample-operator', or in OLM's global catalog namespace 'olm'");
  });

  test('a catalog outside of the app in a namespace whose catalogs are not visible to the operator', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('mine', 'olm'), packageName: 'first', namespace: 'apps' });

    expect(() => synth(chart)).toThrow("[test/operator] the catalog is in namespace 'olm' and not visible in namespace 'apps'; "
      + "use a catalog in namespace 'apps', or in OLM's global catalog namespace 'openshift-marketplace'");
  });

  test('a second OperatorGroup beside that of an existing OLM', () => {
    const chart = Testing.chart();
    OlmInstallation.fromOpenShift(chart, 'olm');
    const catalog = CatalogRef.named('community-operators', 'openshift-marketplace');
    const props = { catalog, packageName: 'first', namespace: 'openshift-operators', createNamespace: false };
    new OperatorSubscription(chart, 'operator', props);

    expect(() => synth(chart)).toThrow("[test/operator] namespace 'openshift-operators' has the OperatorGroup for all namespaces of the OLM at 'test/olm', "
      + "and OLM does nothing in a namespace with two; set `operatorGroup` to the `globalOperators` of 'test/olm', or use a separate namespace");

    const other = Testing.chart();
    OlmInstallation.fromOpenShift(other, 'olm');
    new OperatorSubscription(other, 'operator', { ...props, operatorGroup: OperatorGroupRef.named('global-operators') });
    expect(kindsOf(synth(other))).toEqual(['Subscription']);
  });
});
