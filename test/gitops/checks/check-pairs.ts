import type { Chart } from 'cdk8s';
import { BundleDeployment, ClusterProps, DefaultCatalog, InstallMode, OlmInstallation, OlmV1Engine, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { AppChecksOptions } from 'olm-constructs/gitops';
import { podOf } from '../../builders/bundle-of';
import { ALL_MODES, extension, object, operator, plainSubscription, subscribe } from '../../builders/operator-objects';

/** Two apps that differ in what a check is about, and the finding in the bad one. */
export interface CheckPair {
  readonly bad: (chart: Chart) => void;
  readonly good: (chart: Chart) => void;
  /** Options of the checks, for both apps. */
  readonly options?: AppChecksOptions;
  /** Whether nothing is declared of the namespaces in the cluster. */
  readonly declaresNoNamespaces?: true;
  /** The cluster of both apps, named `prod`. */
  readonly cluster?: ClusterProps;
  readonly paths: readonly string[];
  readonly message: string;
  readonly remedy: string;
}

const CACHE = operator('cache', 'Cache', {}, { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } });

const deployment = (chart: Chart, name: string, namespace: string): void => void object(chart, name, 'apps/v1', 'Deployment', namespace);

const inNamespace = (namespace: string, isCreated: boolean) => (chart: Chart): void => {
  object(chart, 'migrate', 'batch/v1', 'Job', namespace);
  object(chart, 'settings', 'v1', 'ConfigMap', namespace);
  if (isCreated) {
    object(chart, namespace, 'v1', 'Namespace', undefined);
  }
};

const withOlmAndCatalogIn = (sourceNamespace: string) => (chart: Chart): void => {
  new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
  plainSubscription(chart, 'cache', 'cache', 'ns', { sourceNamespace });
};

const twoSubscriptions = (...namespaces: string[]) => (chart: Chart): void => (
  ['a', 'b'].forEach((id, index) => void plainSubscription(chart, id, 'cache', namespaces[index]))
);

const bothWatch = (...namespaces: string[]) => (chart: Chart): void => (
  ['one', 'two'].forEach((own, index) => void subscribe(chart, CACHE, own, InstallMode.multiNamespace([own, namespaces[index]!])))
);

const registryOf = (...names: string[]) => (chart: Chart): void => {
  new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
  const owned = [{ name: 'shops.example.test', version: 'v1', kind: 'Shop' }];
  const required = [{ name: 'caches.example.test', version: 'v1', kind: 'Cache' }];
  const shop = operator('shop', 'Shop', { spec: { installModes: ALL_MODES, customresourcedefinitions: { owned, required } } });
  new OperatorRegistry(chart, 'registry', { bundles: [shop, CACHE].filter(bundle => names.includes(bundle.packageName)), name: 'catalog' });
  plainSubscription(chart, 'shop', 'shop');
};

const requiring = (minKubeVersion: string) => (chart: Chart): void => (
  void subscribe(chart, operator('cache', 'Cache', { spec: { installModes: ALL_MODES, minKubeVersion } }), 'cache')
);

const withCache = (kind: string, spec: object) => (chart: Chart): void => {
  subscribe(chart, CACHE, 'cache');
  object(chart, 'mine', 'example.test/v1', kind, 'cache', spec);
};

const deprecatedRegistry = (deprecation: string, namespace = 'ns') => (chart: Chart): OperatorRegistry => new OperatorRegistry(chart, 'registry', {
  bundles: [CACHE], name: 'catalog', namespace, deprecations: deprecation === '' ? {} : { cache: { packageMessage: deprecation } },
});

const container = (image: string) => (chart: Chart): void => void object(chart, 'pod', 'v1', 'Pod', 'ns', { containers: [{ name: 'a', image }] });

type Facts = Parameters<typeof operator>[2];

const RULE = { 'manifests/rule.yaml': { apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule', metadata: { name: 'alerts' } } };

const onNodes = (nodeSelector: object): Facts => {
  const pod = podOf('example.test/demo:1') as { template: { spec: object } };
  const spec = { ...pod, template: { ...pod.template, spec: { ...pod.template.spec, nodeSelector } } };
  return { spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: 'demo', spec }] } } } };
};

const deployed = (facts: Facts) => (chart: Chart): void => void new BundleDeployment(chart, 'cache', { bundle: operator('cache', 'Cache', facts) });

/** Returns the options of the checks for a pair. Those that are not about namespaces declare them. */
export function optionsOf({ options, declaresNoNamespaces }: CheckPair): AppChecksOptions {
  return declaresNoNamespaces === true ? { ...options } : { existingNamespaces: ['ns', 'one', 'two', 'other', 'cache'], ...options };
}

/** A pair for each check, by its ID. */
export const CHECK_PAIRS: { readonly [id: string]: CheckPair } = {
  'construct-refused': {
    bad: (chart) => {
      subscribe(chart, CACHE, 'cache');
      object(chart, 'group', 'operators.coreos.com/v1', 'OperatorGroup', 'cache', {});
    },
    good: (chart) => void subscribe(chart, CACHE, 'cache'),
    paths: ['chart/cache'],
    message: "namespace 'cache' has another OperatorGroup, at 'chart/group', and OLM does nothing in a namespace with two",
    remedy: 'set `operatorGroup` to that one, or use a separate namespace for this operator',
  },
  'construct-warning': {
    bad: (chart) => void new OperatorSubscription(chart, 'cache', { catalog: deprecatedRegistry('use queue', 'olm')(chart) }),
    good: (chart) => void new OperatorSubscription(chart, 'cache', { catalog: deprecatedRegistry('', 'olm')(chart) }),
    paths: ['chart/cache'],
    message: "package 'cache' is deprecated: use queue",
    remedy: 'fix the construct as its message describes',
  },
  'olm-twice': {
    bad: (chart) => {
      new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
      deployment(chart, 'olm-operator', 'other');
    },
    good: (chart) => {
      new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
      deployment(chart, 'operator-controller-controller-manager', 'other');
    },
    paths: ['chart/olm', 'chart/olm-operator'],
    message: "the cluster has 2 installations of OLM v0, at 'chart/olm' and 'chart/olm-operator', which work against each other",
    remedy: 'remove one of them, or create each in its own Cluster',
  },
  'package-twice': {
    bad: twoSubscriptions('ns', 'ns'),
    good: twoSubscriptions('one', 'two'),
    paths: ['chart/a', 'chart/b'],
    message: "package 'cache' is installed 2 times in namespace 'ns', at 'chart/a' and 'chart/b'",
    remedy: 'remove all but one of them',
  },
  'operator-groups-intersect': {
    bad: bothWatch('shared', 'shared'),
    good: bothWatch('shared', 'other'),
    options: { existingNamespaces: ['one', 'two', 'shared', 'other'] },
    paths: ['chart/two', 'chart/one'],
    message: "bundle 'cache.v1.0.0' in namespace 'two' and bundle 'cache.v1.0.0' in namespace 'one', at 'chart/one', watch a common namespace and both "
      + 'provide the API example.test/v1 Cache, and OLM refuses the one that comes second',
    remedy: 'let the operators watch different namespaces with `installMode`, or install one of them only',
  },
  'target-namespace-missing': {
    bad: (chart) => void subscribe(chart, CACHE, 'cache', InstallMode.multiNamespace(['cache', 'team-a'])),
    good: (chart) => {
      subscribe(chart, CACHE, 'cache', InstallMode.multiNamespace(['cache', 'team-a']));
      object(chart, 'team-a', 'v1', 'Namespace', undefined);
    },
    paths: ['chart/cache/OperatorGroup'],
    message: "the OperatorGroup 'cache' in namespace 'cache' has the target namespace 'team-a', which nothing creates",
    remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks',
  },
  'namespace-missing': {
    bad: inNamespace('ops', false),
    good: inNamespace('ops', true),
    paths: ['chart/migrate', 'chart/settings'],
    message: "Job 'migrate', ConfigMap 'settings' require the namespace 'ops', which nothing creates, and which is not declared",
    remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks',
  },
  'namespace-unknown': {
    bad: inNamespace('ops', false),
    good: inNamespace('ops', true),
    declaresNoNamespaces: true,
    paths: ['chart/migrate', 'chart/settings'],
    message: "Job 'migrate', ConfigMap 'settings' require the namespace 'ops', which nothing creates, and it is not known whether it is in the cluster",
    remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks if it is in the cluster',
  },
  'catalog-not-visible': {
    bad: withOlmAndCatalogIn('other'),
    good: withOlmAndCatalogIn('olm'),
    paths: ['chart/cache'],
    message: "the Subscription in namespace 'ns' has the catalog 'catalog' in namespace 'other', which OLM does not use there: its global catalog namespace is 'olm'",
    remedy: 'use a catalog in the namespace of the Subscription, or in the global catalog namespace of OLM',
  },
  'catalog-visibility-unknown': {
    bad: (chart) => void plainSubscription(chart, 'cache', 'cache', 'ns', { sourceNamespace: 'other' }),
    good: (chart) => void plainSubscription(chart, 'cache', 'cache', 'ns', { sourceNamespace: 'ns' }),
    paths: ['chart/cache'],
    message: "the Subscription in namespace 'ns' has the catalog 'catalog' in namespace 'other', which OLM uses there only if it is its global catalog namespace; upstream's is "
      + "'olm', and the app does not know the OLM of the cluster",
    remedy: 'use a catalog in the namespace of the Subscription, or declare the namespaces of the OLM with `existingOlm` of the Cluster or `OlmInstallation.fromExisting`',
  },
  'required-api-missing': {
    bad: registryOf('shop'),
    good: registryOf('shop', 'cache'),
    paths: ['chart/shop'],
    message: "bundle 'shop.v1.0.0' requires the API example.test/v1 Cache, and nothing provides it",
    remedy: 'install an operator that provides it, or declare its API with `apis` of the Cluster or of the checks',
  },
  'cluster-api-missing': {
    bad: deployed({ files: RULE }),
    good: deployed({}),
    paths: ['chart/cache'],
    message: "bundle 'cache.v1.0.0' has PrometheusRule 'alerts' of monitoring.coreos.com/v1, which nothing provides; the Prometheus operator (kube-prometheus) usually installs it",
    remedy: "install the CRDs of the Prometheus operator (kube-prometheus) first, and declare it with `apis: ClusterApis.of('monitoring.coreos.com/v1')` of the Cluster or of "
      + "the checks; or leave the object out: `omit: [BundleObjects.ofKind('PrometheusRule')]` of 'chart/cache'",
  },
  'node-label-missing': {
    bad: deployed(onNodes({ disk: 'ssd' })),
    good: deployed(onNodes({ disk: 'hdd' })),
    options: { nodeLabels: ['disk=hdd'] },
    paths: ['chart/cache'],
    message: "the pods of Deployment 'demo' of bundle 'cache.v1.0.0' require the node label disk=ssd, which no declared node has",
    remedy: 'label a node and add the label to `nodeLabels` of the Cluster, or change `nodeSelector` or `affinity` in the config of the operator',
  },
  'node-label-unknown': {
    bad: deployed(onNodes({ disk: 'ssd' })),
    good: deployed(onNodes({ 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' })),
    paths: ['chart/cache'],
    message: "the pods of Deployment 'demo' of bundle 'cache.v1.0.0' require the node label disk=ssd, and it is not known whether a node has it",
    remedy: 'add the label to `nodeLabels` of the Cluster or of the checks if a node has it, or change `nodeSelector` or `affinity` in the config of the operator',
  },
  'architecture-unsupported': {
    bad: deployed({}),
    good: deployed({ labels: { 'operatorframework.io/arch.arm64': 'supported' } }),
    cluster: { nodeLabels: ['kubernetes.io/arch=arm64'] },
    paths: ['prod/chart/cache'],
    message: "bundle 'cache.v1.0.0' supports amd64 (it has no labels with architectures), and the nodes are arm64",
    remedy: 'use a version of the operator for this architecture, or set `nodeLabels` of the Cluster, such as `kubernetes.io/arch=arm64`, to those of its nodes',
  },
  'kubernetes-too-old': {
    bad: requiring('1.30.0'),
    good: requiring('1.29.0'),
    options: { kubernetesVersion: '1.29' },
    paths: ['chart/cache'],
    message: "bundle 'cache.v1.0.0' requires Kubernetes 1.30.0 or later, and the cluster has 1.29",
    remedy: 'use an earlier version of the operator, or upgrade the cluster and change its `kubernetesVersion`',
  },
  'engine-of-cluster': {
    bad: (chart) => void plainSubscription(chart, 'cache', 'cache'),
    good: (chart) => void extension(chart, 'cache', 'cache', 'cache'),
    cluster: { engine: new OlmV1Engine() },
    paths: ['prod/chart/cache'],
    message: "package 'cache' is installed by OlmV0, and cluster 'prod' has the engine OlmV1",
    remedy: 'install the operator with that engine, or change the `engine` of the Cluster',
  },
  'engines-in-namespace': {
    bad: (chart) => {
      plainSubscription(chart, 'a', 'cache', 'ns');
      extension(chart, 'b', 'queue', 'ns');
    },
    good: (chart) => {
      plainSubscription(chart, 'a', 'cache', 'ns');
      extension(chart, 'b', 'queue', 'other');
    },
    options: { waivers: [{ id: 'engines-in-cluster', reason: 'until all have moved to OLM v1' }] },
    paths: ['chart/a', 'chart/b'],
    message: "namespace 'ns' has operators of OlmV0 and OlmV1, at 'chart/a' and 'chart/b'",
    remedy: 'install the operators in separate namespaces',
  },
  'engines-in-cluster': {
    bad: (chart) => {
      plainSubscription(chart, 'a', 'cache', 'one');
      extension(chart, 'b', 'queue', 'two');
    },
    good: (chart) => {
      plainSubscription(chart, 'a', 'cache', 'one');
      plainSubscription(chart, 'b', 'queue', 'two');
    },
    paths: ['chart/a', 'chart/b'],
    message: "the cluster has operators of OlmV0 and OlmV1, at 'chart/a' and 'chart/b'",
    remedy: 'use one engine, or set the `engine` of a Cluster to the one it should have',
  },
  'olm-value-unknown': {
    bad: (chart) => void plainSubscription(chart, 'a', 'cache', 'ns', { installPlanApproval: 'manual' }),
    good: (chart) => void plainSubscription(chart, 'a', 'cache', 'ns', { installPlanApproval: 'Manual' }),
    paths: ['chart/a'],
    message: "spec.installPlanApproval of the Subscription must be 'Automatic' or 'Manual', got 'manual': OLM takes every value but 'Manual' for automatic approval, and upgrades the "
      + 'operator by itself',
    remedy: 'set the field to one of these values, with the same upper and lower case',
  },
  'custom-resource-invalid': {
    bad: withCache('Cache', { size: 'large' }),
    good: withCache('Cache', { size: 3 }),
    paths: ['chart/mine'],
    message: "the API server refuses Cache 'mine' under the CustomResourceDefinition 'caches.example.test' of the bundle 'cache.v1.0.0': spec.size: must be an integer, got the string \"large\"",
    remedy: 'fix the object, or choose the version of the operator that accepts it',
  },
  'kind-unknown': {
    bad: withCache('Queue', {}),
    good: withCache('Cache', {}),
    paths: ['chart/mine'],
    message: "nothing in the app provides the kind Queue of example.test/v1, which 'mine' has",
    remedy: 'install the operator that provides the kind, fix `apiVersion` and `kind`, or declare the API with `apis` of the Cluster or of the checks',
  },
  'api-removed': {
    bad: (chart) => void object(chart, 'budget', 'policy/v1beta1', 'PodDisruptionBudget', 'ns'),
    good: (chart) => void object(chart, 'budget', 'policy/v1', 'PodDisruptionBudget', 'ns'),
    paths: ['chart/budget'],
    message: "PodDisruptionBudget 'budget' has the API version policy/v1beta1, which Kubernetes 1.25 removed",
    remedy: 'write the object in a later version of the API',
  },
  'api-deprecated': {
    bad: (chart) => void object(chart, 'group', 'operators.coreos.com/v1alpha2', 'OperatorGroup', 'ns'),
    good: (chart) => void object(chart, 'group', 'operators.coreos.com/v1', 'OperatorGroup', 'ns'),
    paths: ['chart/group'],
    message: "OperatorGroup 'group' has the API version operators.coreos.com/v1alpha2, which is deprecated",
    remedy: 'write the object in a version that is not deprecated',
  },
  'deprecated-content': {
    bad: (chart) => {
      deprecatedRegistry('use queue')(chart);
      plainSubscription(chart, 'cache', 'cache', 'ns', { sourceNamespace: 'ns' });
    },
    good: (chart) => {
      deprecatedRegistry('')(chart);
      plainSubscription(chart, 'cache', 'cache', 'ns', { sourceNamespace: 'ns' });
    },
    paths: ['chart/cache'],
    message: "package 'cache' is deprecated: use queue",
    remedy: 'follow another channel or package that the message recommends',
  },
  'image-without-digest': {
    bad: container('registry.example.com/pod:1'),
    good: container(`registry.example.com/pod@sha256:${'0'.repeat(64)}`),
    options: { requireDigests: true },
    paths: ['chart/pod'],
    message: "Pod 'pod' has the image 'registry.example.com/pod:1' without a digest",
    remedy: 'refer to the image by its digest, as in `image@sha256:…`',
  },
  'waiver-unused': {
    bad: twoSubscriptions('one', 'two'),
    good: twoSubscriptions('ns', 'ns'),
    options: { waivers: [{ id: 'package-twice', path: 'chart/b', reason: 'b is removed next week' }] },
    paths: ['chart/b'],
    message: "the waiver for 'package-twice' at 'chart/b' does not apply to any finding (its reason: b is removed next week)",
    remedy: 'remove the waiver',
  },
};
