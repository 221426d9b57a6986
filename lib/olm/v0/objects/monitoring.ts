import { CERTIFICATE } from './cert-manager';
import { controllerLabels } from './controller-pod';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { MonitoringSettings, PrometheusAccount } from '../settings/olm-settings';
import { binding, role } from './rbac';
import { hasFeature } from '../model/release-features';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import { formatInterval } from '../settings/interval';

/** API group of the Prometheus operator. */
export const MONITORING_GROUP = 'monitoring.coreos.com';

/** Suffix of the names of the Services for the controllers' metrics. */
export const METRICS_SERVICE_SUFFIX = '-metrics';

/** Name of the Role that lets Prometheus discover the controllers. */
export const METRICS_ROLE = 'operator-lifecycle-manager-metrics';

/** Name of the ClusterRole that lets Prometheus read protected metrics. */
export const METRICS_READER = `${METRICS_ROLE}-reader`;

const READ = ['get', 'list', 'watch'];

/** Path of the ServiceAccount token in a pod of Prometheus. */
const TOKEN_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/**
 * Returns the objects for monitoring of both controllers by Prometheus.
 *
 * They differ from upstream's: the Services of upstream's chart have a port name where a number is required, and its ServiceMonitors use HTTPS for
 * a port that serves HTTP.
 */
export function monitoring(settings: CompleteReleaseSettings): KubernetesManifest[] {
  const options = settings.monitoring;
  if (options === undefined) {
    return [];
  }
  const controllers = ['olm-operator', 'catalog-operator'];
  return [
    ...controllers.map((name) => metricsService(settings, name)),
    ...controllers.map((name) => serviceMonitor(settings, options, name)),
    ...(options.prometheus === undefined ? [] : prometheusPermissions(settings, options.prometheus)),
  ];
}

/** From 0.37.0 on, reading metrics served with a certificate requires permission. */
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

function serviceMonitor(settings: CompleteReleaseSettings, options: MonitoringSettings, controller: string): KubernetesManifest {
  const { namespace, servingCertificates } = settings;
  const tlsConfig = { ca: { secret: { name: CERTIFICATE, key: 'ca.crt' } }, serverName: `${controller}.${namespace}.svc` };
  return {
    apiVersion: `${MONITORING_GROUP}/v1`,
    kind: 'ServiceMonitor',
    metadata: { name: controller, namespace, labels: { ...options.labels, ...controllerLabels(controller) } },
    spec: {
      endpoints: [{
        port: port(settings).name,
        interval: options.interval === undefined ? '30s' : formatInterval(options.interval),
        ...(servingCertificates._fromCertManager ? { scheme: 'https', tlsConfig } : { scheme: 'http' }),
        ...(isProtected(settings) ? { bearerTokenFile: TOKEN_FILE } : {}),
      }],
      jobLabel: 'app',
      namespaceSelector: { matchNames: [namespace] },
      selector: { matchLabels: controllerLabels(controller) },
    },
  };
}

function prometheusPermissions(settings: CompleteReleaseSettings, account: PrometheusAccount): KubernetesManifest[] {
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
