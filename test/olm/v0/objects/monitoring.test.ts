import { Duration } from 'cdk8s';
import type { OlmSettings } from '../../../../lib/olm/v0/settings/olm-settings';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';
import { objectsOf } from '../programs';

const prometheus = { name: 'prometheus-k8s', namespace: 'monitoring' };

function endpoint(settings: OlmSettings): object | undefined {
  return (objectsOf('ServiceMonitor', settings)['olm-operator']?.['spec'] as { endpoints: object[] }).endpoints[0];
}

function kinds(settings: OlmSettings): string[] {
  return releaseManifests(settings).monitoring.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

describe('monitoring', () => {
  test('is off by default', () => {
    expect(releaseManifests().monitoring).toEqual([]);
  });

  test('adds a Service and a ServiceMonitor for each controller, after all other objects', () => {
    const { all, monitoring } = releaseManifests({ monitoring: {} });
    expect(all.slice(-4)).toEqual(monitoring);
    expect(kinds({ monitoring: {} })).toEqual([
      'Service olm-operator-metrics', 'Service catalog-operator-metrics', 'ServiceMonitor olm-operator', 'ServiceMonitor catalog-operator',
    ]);
  });

  test('selects the controllers by their labels', () => {
    const settings = { namespace: 'lifecycle', monitoring: { interval: Duration.minutes(1), labels: { release: 'prometheus' } } };
    const [service, , monitor] = releaseManifests(settings).monitoring;
    expect(service).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'olm-operator-metrics', namespace: 'lifecycle', labels: { app: 'olm-operator' } },
      spec: {
        type: 'ClusterIP',
        ports: [{ name: 'http-metrics', port: 8080, protocol: 'TCP', targetPort: 'metrics' }],
        selector: { app: 'olm-operator' },
      },
    });
    expect(monitor).toEqual({
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name: 'olm-operator', namespace: 'lifecycle', labels: { release: 'prometheus', app: 'olm-operator' } },
      spec: {
        endpoints: [{ port: 'http-metrics', interval: '1m', scheme: 'http' }],
        jobLabel: 'app',
        namespaceSelector: { matchNames: ['lifecycle'] },
        selector: { matchLabels: { app: 'olm-operator' } },
      },
    });
  });

  test.each<[OlmVersion, ServingCertificates, string, number]>([
    [OlmVersion.V0_18_3, ServingCertificates.none(), 'http-metrics', 8081],
    [OlmVersion.V0_19_1, ServingCertificates.none(), 'http-metrics', 8080],
    [OlmVersion.V0_46_0, ServingCertificates.none(), 'http-metrics', 8080],
    [OlmVersion.V0_36_0, ServingCertificates.certManager(), 'https-metrics', 8443],
    [OlmVersion.V0_46_0, ServingCertificates.certManager(), 'https-metrics', 8443],
  ])('of OLM %s with %p uses port %s, %p', (version, servingCertificates, name, port) => {
    const service = objectsOf('Service', { version, servingCertificates, monitoring: {} })['catalog-operator-metrics'];
    expect(service).toMatchObject({ spec: { ports: [{ name, port, targetPort: 'metrics' }] } });
    expect(endpoint({ version, servingCertificates, monitoring: {} })).toMatchObject({ port: name });
  });

  test.each<[OlmVersion, boolean]>([[OlmVersion.V0_36_0, false], [OlmVersion.V0_37_0, true], [OlmVersion.V0_46_0, true]])(
    'with certificates trusts their issuer, and sends a token in OLM %s: %p',
    (version, sendsToken) => {
      const found = endpoint({ version, servingCertificates: ServingCertificates.certManager(), monitoring: {} });
      expect(found).toMatchObject({
        scheme: 'https', tlsConfig: { ca: { secret: { name: 'olm-cert', key: 'ca.crt' } }, serverName: 'olm-operator.olm.svc' },
      });
      expect('bearerTokenFile' in found!).toBe(sendsToken);
    },
  );

  test('lets Prometheus discover the controllers', () => {
    const settings = { monitoring: { prometheus } };
    expect(kinds(settings).slice(4)).toEqual(['Role operator-lifecycle-manager-metrics', 'RoleBinding operator-lifecycle-manager-metrics']);
    expect(objectsOf('RoleBinding', settings)).toMatchObject({
      'operator-lifecycle-manager-metrics': {
        metadata: { namespace: 'olm' },
        roleRef: { kind: 'Role', name: 'operator-lifecycle-manager-metrics' },
        subjects: [{ kind: 'ServiceAccount', ...prometheus }],
      },
    });
  });

  test('lets Prometheus read protected metrics', () => {
    const settings = { servingCertificates: ServingCertificates.certManager(), monitoring: { prometheus } };
    expect(kinds(settings).slice(6)).toEqual([
      'ClusterRole operator-lifecycle-manager-metrics-reader', 'ClusterRoleBinding operator-lifecycle-manager-metrics-reader',
    ]);
    expect(objectsOf('ClusterRole', settings)['operator-lifecycle-manager-metrics-reader']).toMatchObject({
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    });
  });

  test('refuses an interval below a second', () => {
    expect(() => releaseManifests({ monitoring: { interval: Duration.millis(500) } })).toThrow(new Error(
      'monitoring.interval must be a whole number of seconds, got 0.5 s',
    ));
  });
});
