import { Duration } from 'cdk8s';
import {
  ControllerSettings, CrdDescriptions, DefaultCatalog, OlmInstallationProps, PodSecurityLevel, SelectorOperator, TaintEffect, TolerationOperator,
} from 'olm-constructs';
import { APPLY_METHODS, type ApplyFile, describeEachMethod } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { readYamlDocuments } from './cluster/yaml-documents';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Every setting of an installation. */
const PROGRAM: ControllerSettings = {
  replicas: 2,
  resources: { requests: { cpu: '50m' }, limits: { memory: '1Gi' } },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'infra', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_EXECUTE, tolerationSeconds: 60 }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'infra', operator: SelectorOperator.IN, values: ['yes'] }] }] },
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: SelectorOperator.IN, values: ['a'] }] } }],
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'other' } } }],
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            topologyKey: 'zone', labelSelector: {}, namespaces: ['a'], namespaceSelector: { matchExpressions: [{ key: 'b', operator: SelectorOperator.EXISTS }] },
          },
        },
      ],
    },
  },
  priorityClassName: 'system-cluster-critical',
  podAnnotations: { 'example.com/team': 'platform' },
  extraArguments: ['--v=2'],
};

const INSTALLATIONS: [string, OlmInstallationProps][] = [
  ['with short CRDs, other namespaces and no default catalog', {
    crdDescriptions: CrdDescriptions.NONE,
    namespace: 'lifecycle',
    catalogNamespace: 'catalogs',
    operatorNamespace: 'global-operators',
    defaultCatalog: DefaultCatalog.none(),
    labels: { 'example.com/team': 'platform' },
    annotations: { 'example.com/contact': 'platform@example.com' },
  }],
  ['with settings of its programs, levels, policies and catalog', {
    podSecurity: { namespace: { enforce: PodSecurityLevel.BASELINE, version: 'v1.31' }, operatorNamespace: { enforce: PodSecurityLevel.RESTRICTED } },
    defaultCatalog: DefaultCatalog.operatorHub({ pollInterval: Duration.hours(12), priority: -10, pullSecrets: ['hub'] }),
    pullSecrets: ['mirror'],
    olmOperator: { ...PROGRAM, featureGates: { AllAlpha: false } },
    catalogOperator: PROGRAM,
    packageserver: { ...PROGRAM, interval: Duration.hours(1) },
    debug: true,
    watchedNamespaces: ['team-a'],
    apiServerPort: 443,
    olmConfig: { disableCopiedCsvs: true, packageServerSyncInterval: Duration.minutes(30) },
  }],
];

// A cluster named by KUBECONFIG is filled several times. What it rejects, an empty cluster also rejects.
describe.each(APPLY_METHODS)('OLM with the defaults, applied %s', (_, applyFile) => testsOf({}, applyFile));
describe.each(INSTALLATIONS)('OLM %s', (_, props) => {
  describeEachMethod('applied %s', (__, applyFile) => testsOf(props, applyFile));
});

function testsOf(props: OlmInstallationProps, applyFile: ApplyFile): void {
  const [crds, rest] = olmFiles(synthesizer, props) as [string, string];
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.open();
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  it('creates eight CRDs that become Established and read back as sent', async () => {
    expect(readYamlDocuments(crds).map(({ object }) => object.kind)).toEqual(Array(8).fill('CustomResourceDefinition'));
    expect(await applyFile(cluster, crds)).toEqual([]);
  });

  it('creates everything else without an error, a warning or a changed value', async () => {
    expect(await applyFile(cluster, rest)).toEqual([]);
  });

  it('can be applied again without changing anything', async () => {
    expect(await applyFile(cluster, crds)).toEqual([]);
    expect(await applyFile(cluster, rest)).toEqual([]);
  });
}
