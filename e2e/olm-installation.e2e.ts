import { ControllerSettings, CrdDescriptions, DefaultCatalog, OlmInstallationProps, PodSecurityLevel } from 'olm-constructs';
import { applyClientSide, ApplyFile, applyServerSide } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { readYamlDocuments } from './cluster/yaml-documents';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** All that a program may be asked for. */
const PROGRAM: ControllerSettings = {
  replicas: 2,
  resources: { requests: { cpu: '50m' }, limits: { memory: '1Gi' } },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'infra', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'infra', operator: 'In', values: ['yes'] }] }] },
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] } }],
    },
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'other' } } }],
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            topologyKey: 'zone', labelSelector: {}, namespaces: ['a'], namespaceSelector: { matchExpressions: [{ key: 'b', operator: 'Exists' }] },
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
  ['with the defaults', {}],
  ['with short CRDs, other namespaces and no default catalog', {
    crdDescriptions: CrdDescriptions.NONE,
    namespace: 'lifecycle',
    catalogNamespace: 'catalogs',
    operatorNamespace: 'global-operators',
    defaultCatalog: DefaultCatalog.none(),
    labels: { 'example.com/team': 'platform' },
    annotations: { 'example.com/contact': 'platform@example.com' },
  }],
  ['with its programs, levels, policies and catalog as they may be asked for', {
    podSecurity: { namespace: { enforce: PodSecurityLevel.BASELINE, version: 'v1.31' }, operatorNamespace: { enforce: PodSecurityLevel.RESTRICTED } },
    defaultCatalog: DefaultCatalog.operatorHub({ pollInterval: '12h', priority: -10, pullSecrets: ['hub'] }),
    pullSecrets: ['mirror'],
    olmOperator: { ...PROGRAM, featureGates: { AllAlpha: false } },
    catalogOperator: PROGRAM,
    packageserver: { ...PROGRAM, interval: '1h' },
    debug: true,
    watchedNamespaces: ['team-a'],
    apiServerPort: 443,
    olmConfig: { disableCopiedCsvs: true, packageServerSyncInterval: '30m' },
  }],
];

const WAYS: [string, ApplyFile][] = [
  ['client-side with kubectl', applyClientSide],
  ['server-side with strict validation', applyServerSide],
];

// A cluster that KUBECONFIG names is filled several times over, so what it refuses is refused by a clean one too.
describe.each(INSTALLATIONS)('OLM %s', (_, props) => {
  describe.each(WAYS)('applied %s, top to bottom', (__, applyFile) => {
    const [crds, rest] = olmFiles(synthesizer, props) as [string, string];
    let cluster: Cluster;

    beforeAll(async () => {
      cluster = await Cluster.open();
    }, 20 * 60_000);
    afterAll(() => cluster.close());

    it('gives eight CRDs that are Established and read back as they were sent', async () => {
      expect(readYamlDocuments(crds).map(({ object }) => object.kind)).toEqual(Array(8).fill('CustomResourceDefinition'));
      expect(await applyFile(cluster, crds)).toEqual([]);
    });

    it('gives everything else, without a refusal, a warning or a changed value', async () => {
      expect(await applyFile(cluster, rest)).toEqual([]);
    });

    it('can be applied once more, and changes nothing', async () => {
      expect(await applyFile(cluster, crds)).toEqual([]);
      expect(await applyFile(cluster, rest)).toEqual([]);
    });
  });
});
