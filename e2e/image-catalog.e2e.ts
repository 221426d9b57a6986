import { Chart, Duration } from 'cdk8s';
import {
  GrpcPodConfig, ImageCatalog, OlmInstallation, OlmVersion, OperatorSubscription, SecurityContextConfig, SelectorOperator, TaintEffect,
  TolerationOperator,
} from 'olm-constructs';
import { describeEachMethod } from './acceptance/apply-file';
import { olmFiles } from './acceptance/olm-files';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';
import { FULL_RUN } from './programs/full-run';
import { describeWith } from '../test/needed';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

const SCHEDULING: GrpcPodConfig = {
  nodeSelector: { 'node-role.kubernetes.io/infra': '' },
  tolerations: [{ key: 'node-role.kubernetes.io/infra', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }],
  priorityClassName: 'system-cluster-critical',
};

const ALL_FIELDS: GrpcPodConfig = {
  ...SCHEDULING,
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: SelectorOperator.IN, values: ['a', 'b'] }] }],
      },
    },
  },
  memoryTarget: '64Mi',
  extractContent: { catalogDir: '/configs', cacheDir: '/tmp/cache' },
  securityContextConfig: SecurityContextConfig.LEGACY,
};

/** A catalog with every prop, and a Subscription to it. */
function catalogFile(grpcPodConfig: GrpcPodConfig): string {
  const [file] = synthesizer.synthesize(app => {
    const chart = new Chart(app, 'catalog');
    OlmInstallation.fromExisting(chart, 'olm');
    const catalog = new ImageCatalog(chart, 'catalog', {
      image: 'quay.io/operatorhubio/catalog:latest', name: 'e2e-community', pollInterval: Duration.minutes(90), pullSecrets: ['regcred'], displayName: 'Community',
      publisher: 'OperatorHub.io', description: 'Operators', icon: { base64Data: 'PHN2Zy8+', mediaType: 'image/svg+xml' }, priority: -100,
      labels: { team: 'platform' }, annotations: { note: 'e2e' }, grpcPodConfig,
    });
    new OperatorSubscription(chart, 'prometheus', { catalog, packageName: 'prometheus', channel: 'beta', namespace: 'e2e-prometheus' });
  }) as [string];
  return file;
}

const TITLE = 'an ImageCatalog with every field of OLM %s';

describe.each<[OlmVersion, GrpcPodConfig]>([[OlmVersion.DEFAULT, ALL_FIELDS]])(TITLE, testsOf);
describeWith(FULL_RUN).each<[OlmVersion, GrpcPodConfig]>([
  [OlmVersion.V0_26_0, ALL_FIELDS],
  [OlmVersion.V0_23_1, { ...SCHEDULING, securityContextConfig: SecurityContextConfig.RESTRICTED }],
])(TITLE, testsOf);

function testsOf(version: OlmVersion, grpcPodConfig: GrpcPodConfig): void {
  describeEachMethod('applied %s', (_, applyFile) => {
    it('is accepted without a warning, and reads back as sent', async () => {
      const cluster = await Cluster.open();
      try {
        for (const file of [...olmFiles(synthesizer, { version }), catalogFile(grpcPodConfig)]) {
          expect(await applyFile(cluster, file)).toEqual([]);
        }
      } finally {
        await cluster.close();
      }
    }, 20 * 60_000);
  });
}
