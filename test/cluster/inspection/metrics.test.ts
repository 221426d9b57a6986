import * as fc from 'fast-check';
import { ClusterDump, statusOf } from '../../../lib/cluster';
import { metricsText, statusMetrics } from '../../../lib/cluster/inspection/metrics';
import { dumpFile } from '../../cli/inspect/dump-file';
import { catalog, csv, event, object, plan, planned, readyNamespace, subscription } from '../waiting/objects';
import { catalogAt, extensionAt, installedExtension, operatorCrd, operatorDeployment, servedCatalog } from '../waiting/olm-v1/objects';
import type { ClusterEvent } from '../waiting/simulated-cluster';

describe('the text format of Prometheus', () => {
  test('has help and type before the samples of a metric', () => {
    expect(metricsText([
      { name: 'a_ready', help: 'Whether a is ready.', type: 'gauge', samples: [{ labels: { name: 'x', ns: 'y' }, value: 1 }, { labels: {}, value: 0 }] },
      { name: 'a_errors_total', help: 'Errors.', type: 'counter', samples: [{ labels: {}, value: 12 }] },
    ])).toBe([
      '# HELP a_ready Whether a is ready.', '# TYPE a_ready gauge', 'a_ready{name="x",ns="y"} 1', 'a_ready 0',
      '# HELP a_errors_total Errors.', '# TYPE a_errors_total counter', 'a_errors_total 12', '',
    ].join('\n'));
  });

  test('omits a metric without samples', () => {
    expect(metricsText([{ name: 'a', help: '', type: 'gauge', samples: [] }])).toBe('');
  });

  test('escapes whatever a label contains', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'n', '}', 'é') }), (value) => {
      const text = metricsText([{ name: 'a', help: 'b', type: 'gauge', samples: [{ labels: { label: value }, value: 1 }] }]);
      const [, escaped] = /^a\{label="((?:[^"\\\n]|\\["\\n])*)"\} 1$/m.exec(text)!;
      expect(escaped!.replace(/\\(["\\n])/g, (_, character: string) => (character === 'n' ? '\n' : character))).toBe(value);
    }));
  });
});

async function metrics(...objects: readonly ClusterEvent[]): Promise<string[]> {
  const later = event(30 * 60_000, 'events', object('later', { type: 'Normal' }));
  return metricsText(statusMetrics([await statusOf(ClusterDump.read([dumpFile([...objects, later])]))])).split('\n').filter((line) => !line.startsWith('#'));
}

const INSTALLED: readonly ClusterEvent[] = [
  ...readyNamespace(),
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
];

describe('the metrics of a status', () => {
  test('show an operator that is ready, with its version', async () => {
    expect(await metrics(...INSTALLED)).toEqual(expect.arrayContaining([
      'olm_catalog_ready{namespace="demo",name="cat"} 1',
      'olm_operator_ready{namespace="demo",name="plain"} 1',
      'olm_operator_failed{namespace="demo",name="plain"} 0',
      'olm_operator_info{namespace="demo",name="plain",package="plain",channel="alpha",catalog="demo/cat",installed_version="0.2.0",wanted_version="0.2.0"} 1',
      'olm_subscription_pending_approval{namespace="demo",name="plain"} 0',
    ]));
  });

  test('show an upgrade that requires approval', async () => {
    const lines = await metrics(
      ...readyNamespace(),
      event(0, 'subscriptions', subscription(planned('install-b', 'plain.v0.3.0', 'plain.v0.2.0'), { installPlanApproval: 'Manual' })),
      event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
      event(0, 'installplans', plan('install-b', ['plain.v0.3.0'], 'RequiresApproval')),
    );
    expect(lines).toContain('olm_subscription_pending_approval{namespace="demo",name="plain"} 1');
    expect(lines.find((line) => line.startsWith('olm_operator_info'))).toContain('installed_version="0.2.0",wanted_version="0.3.0"');
  });

  test('show a catalog that does not answer', async () => {
    const lines = await metrics(...readyNamespace(), event(1, 'catalogsources', catalog('TRANSIENT_FAILURE')), event(1, 'subscriptions', subscription({})));
    expect(lines).toEqual(expect.arrayContaining([
      'olm_catalog_ready{namespace="demo",name="cat"} 0', 'olm_catalog_failed{namespace="demo",name="cat"} 1',
      'olm_operator_ready{namespace="demo",name="plain"} 0', 'olm_operator_failed{namespace="demo",name="plain"} 1',
    ]));
  });

  test('show ClusterCatalogs and ClusterExtensions', async () => {
    const lines = await metrics(
      extensionAt(0, installedExtension()), catalogAt(0, servedCatalog()), event(0, 'deployments', operatorDeployment(1)),
      event(0, 'customresourcedefinitions', operatorCrd()),
    );
    expect(lines.map((line) => line.replace(/\{.*\}/, ''))).toEqual(expect.arrayContaining([
      'olm_cluster_catalog_ready 1', 'olm_cluster_catalog_failed 0', 'olm_extension_ready 1', 'olm_extension_failed 0', 'olm_extension_info 1',
    ]));
  });
});
