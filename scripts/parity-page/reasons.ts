const WAITS = 'no: manifests do not wait, and remove nothing';
const LOOKS_AT_CLUSTER = 'no: it decides by what is in the cluster';

/** Reasons why a construct or the component of the same name lacks a prop of the other one, by `Name.prop`, or by `*.prop` for all. */
export const PROP_REASONS: { readonly [prop: string]: string } = {
  '*.wait': WAITS,
  '*.adopt': LOOKS_AT_CLUSTER,
  '*.existing': LOOKS_AT_CLUSTER,
  '*.existingCrds': LOOKS_AT_CLUSTER,
  '*.existingNamespace': LOOKS_AT_CLUSTER,
  '*.existingNamespaces': LOOKS_AT_CLUSTER,
  '*.existingOperatorGroup': LOOKS_AT_CLUSTER,
  'OlmInstallation.crdScope': 'no: Pulumi creates the CRDs first anyway',
  'PlainBundleDeployment.crdScope': 'no: Pulumi creates the CRDs first anyway',
  'OlmInstallation.upgradeFrom': 'no: the state contains the release in the cluster',
};

/** Reasons why there is only a construct or only a component, by its name. */
export const TYPE_REASONS: { readonly [name: string]: string } = {
  Cluster: 'Components with the same `provider` are one cluster, and preview and `up` connect to it.',
  PlatformChecks: 'Standalone components are not part of a cdk8s app, so `AppChecks` and `OperatorPolicy` do not apply to them.',
  ChartComponent: 'It makes a component of a chart, which contains constructs.',
  OperatorLock: 'Components take the lock file as `lock`, and charts contain the construct.',
  CatalogReady: 'A waiter: components create it.',
  ClusterCatalogReady: 'A waiter: components create it.',
  ClusterExtensionReady: 'A waiter: components create it.',
  OlmReady: 'A waiter: components create it.',
  BundleImage: 'Pushes during `up`; synthesis connects to nothing. A program can call `push` of an image layout.',
  CatalogImage: 'See BundleImage.',
  OlmDetection: 'A waiter: components create it.',
  OperatorAdoption: 'A waiter: components create it.',
  OperatorNamespace: 'A waiter: components create it.',
  OperatorReady: 'A waiter: components create it.',
  PlainReady: 'A waiter: components create it.',
  RukpakReady: 'A waiter: components create it.',
};
