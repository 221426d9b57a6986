import { CERTIFICATE } from './cert-manager';
import { controllerLabels } from './controller-pod';
import type { KubernetesManifest } from './kubernetes-manifest';
import type { MonitoringSettings, PrometheusAccount } from './monitoring-settings';
import { binding, role } from './rbac';
import { hasFeature } from './release-features';
import type { CompleteReleaseSettings } from './complete-settings';

/** The API group of the Prometheus operator. */
export const MONITORING_GROUP = 'monitoring.coreos.com';

/** How the names of the Services end that show the controllers' metrics. */
export const METRICS_SERVICE_SUFFIX = '-metrics';

/** What lets Prometheus find the controllers. */
export const METRICS_ROLE = 'operator-lifecycle-manager-metrics';

/** What lets Prometheus read metrics that are protected. */
export const METRICS_READER = `${METRICS_ROLE}-reader`;

const READ = ['get', 'list', 'watch'];

/** Where a Prometheus finds the token of its own ServiceAccount. */
const TOKEN_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/**
 * What lets Prometheus read the metrics of both controllers.
 *
 * Upstream's chart has the like, but its Services name a port where a number must stand, and its ServiceMonitors speak HTTPS
 * to a port that serves HTTP.
 */
export function monitoring(settings: CompleteReleaseSettings): KubernetesManifest[] {
  const wanted = settings.monitoring;
  if (wanted === undefined) {
    return [];
  }
  const controllers = ['olm-operator', 'catalog-operator'];
  return [
    ...controllers.map((name) => metricsService(settings, name)),
    ...controllers.map((name) => serviceMonitor(settings, wanted, name)),
    ...(wanted.prometheus === undefined ? [] : prometheusRights(settings, wanted.prometheus)),
  ];
}

/** From 0.37.0 on, metrics that are served with a certificate are for those only who may read them. */
function isProtected({ version, servingCertificates }: CompleteReleaseSettings): boolean {
  return servingCertificates._fromCertManager && hasFeature(version, 'accessReviews');
}

function port({ version, servingCertificates }: CompleteReleaseSettings): { readonly name: string; readonly port: number } {
  if (servingCertificates._fromCertManager) {
    return { name: 'https-metrics', port: 8443 };
  }
  return { name: 'http-metrics', port: hasFeature(version, 'sharedMetricsPort') ? 8080 : 8081 };
}

function metricsService(settings: CompleteReleaseSettings, controller: string): KubernetesManifest {
  const labels = controllerLabels(controller);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `${controller}${METRICS_SERVICE_SUFFIX}`, namespace: settings.namespace, labels },
    spec: { type: 'ClusterIP', ports: [{ ...port(settings), protocol: 'TCP', targetPort: 'metrics' }], selector: labels },
  };
}

function serviceMonitor(settings: CompleteReleaseSettings, wanted: MonitoringSettings, controller: string): KubernetesManifest {
  const { namespace, servingCertificates } = settings;
  const tlsConfig = { ca: { secret: { name: CERTIFICATE, key: 'ca.crt' } }, serverName: `${controller}.${namespace}.svc` };
  return {
    apiVersion: `${MONITORING_GROUP}/v1`,
    kind: 'ServiceMonitor',
    metadata: { name: controller, namespace, labels: { ...wanted.labels, ...controllerLabels(controller) } },
    spec: {
      endpoints: [{
        port: port(settings).name,
        interval: wanted.interval ?? '30s',
        ...(servingCertificates._fromCertManager ? { scheme: 'https', tlsConfig } : { scheme: 'http' }),
        ...(isProtected(settings) ? { bearerTokenFile: TOKEN_FILE } : {}),
      }],
      jobLabel: 'app',
      namespaceSelector: { matchNames: [namespace] },
      selector: { matchLabels: controllerLabels(controller) },
    },
  };
}

function prometheusRights(settings: CompleteReleaseSettings, account: PrometheusAccount): KubernetesManifest[] {
  const { namespace } = settings;
  return [
    role(METRICS_ROLE, [
      { apiGroups: [''], resources: ['services', 'endpoints', 'pods'], verbs: READ },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: READ },
    ], { namespace }),
    binding(METRICS_ROLE, account, { namespace }),
    ...(isProtected(settings) ? [role(METRICS_READER, [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }]), binding(METRICS_READER, account)] : []),
  ];
}
