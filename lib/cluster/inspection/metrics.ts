import { ClusterExtensionStatus, ClusterStatus, ObjectStatus, SubscriptionStatus } from './cluster-status';

/** Value of a metric for one set of labels. */
export interface Sample {
  readonly labels: { readonly [name: string]: string };
  readonly value: number;
}

/** A metric of Prometheus with all its samples. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

/** Content type of the text format. */
export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Returns metrics in the text format of Prometheus; those without samples are omitted.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.filter(({ samples }) => samples.length > 0).map(({ name, help, type, samples }) => [
    `# HELP ${name} ${escaped(help)}\n`, `# TYPE ${name} ${type}\n`, ...samples.map((sample) => `${name}${labelsText(sample)} ${sample.value}\n`),
  ].join('')).join('');
}

function labelsText({ labels }: Sample): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

/** Labels of a sample. */
type Labels = Sample['labels'];

/**
 * Returns the health of everything that OLM manages as metrics, so that alerts do not depend on OLM's conditions.
 *
 * @param statuses status of each observed namespace, or that of the whole cluster
 */
export function statusMetrics(statuses: readonly ClusterStatus[]): Metric[] {
  const all = <Row>(rows: (status: ClusterStatus) => readonly Row[]): readonly Row[] => statuses.flatMap(rows);
  const [catalogs, subscriptions, unclaimed] = [all((each) => each.catalogs), all((each) => each.subscriptions), all((each) => each.unclaimed)];
  const [clusterCatalogs, extensions] = [all((each) => each.clusterCatalogs), all((each) => each.clusterExtensions)];
  const olm = all((each) => (each.olm === undefined ? [] : [each.olm]));
  const namespaced = ({ namespace, name }: { readonly namespace: string; readonly name: string }): Labels => ({ namespace, name });
  const clusterScoped = ({ name }: { readonly name: string }): Labels => ({ name });
  return [
    gauge('olm_ready', 'Whether OLM is ready.', olm, () => ({}), isReady),
    gauge('olm_info', 'Release and namespace of OLM.', olm, ({ release = '', namespace = '' }) => ({ release, namespace }), always),
    gauge('olm_catalog_ready', 'Whether the CatalogSource is ready.', catalogs, namespaced, isReady),
    gauge('olm_catalog_failed', 'Whether the CatalogSource has a failure that does not resolve by itself.', catalogs, namespaced, isFailed),
    gauge('olm_operator_ready', 'Whether the operator of the Subscription is installed and ready.', subscriptions, namespaced, isReady),
    gauge('olm_operator_degraded', 'Whether the operator of the Subscription runs, but OLM cannot resolve the Subscription.', subscriptions, namespaced, isDegraded),
    gauge('olm_operator_failed', 'Whether the operator of the Subscription has a failure that does not resolve by itself.', subscriptions, namespaced, isFailed),
    gauge('olm_operator_info', 'Package and versions of the Subscription; wanted_version is the one that OLM installs next.', subscriptions, versions, always),
    gauge('olm_subscription_pending_approval', 'Whether an InstallPlan of the Subscription requires approval.', subscriptions, namespaced,
      ({ pendingApproval }) => pendingApproval !== undefined),
    gauge('olm_unclaimed_failed', 'Whether a ClusterServiceVersion or InstallPlan that is not ready, and to which no Subscription leads, has a failure that '
      + 'does not resolve by itself.', unclaimed, ({ kind, namespace, name }) => ({ kind, namespace, name }), isFailed),
    gauge('olm_cluster_catalog_ready', 'Whether the ClusterCatalog is ready.', clusterCatalogs, clusterScoped, isReady),
    gauge('olm_cluster_catalog_failed', 'Whether the ClusterCatalog has a failure that does not resolve by itself.', clusterCatalogs, clusterScoped, isFailed),
    gauge('olm_extension_ready', 'Whether the ClusterExtension is installed and ready.', extensions, clusterScoped, isReady),
    gauge('olm_extension_failed', 'Whether the ClusterExtension has a failure that does not resolve by itself.', extensions, clusterScoped, isFailed),
    gauge('olm_extension_info', 'Package and versions of the ClusterExtension; wanted_version is the version or range in its spec.', extensions,
      extensionVersions, always),
  ];
}

function gauge<Row>(name: string, help: string, rows: readonly Row[], labels: (row: Row) => Labels, holds: (row: Row) => boolean): Metric {
  return { name, help, type: 'gauge', samples: rows.map((row) => ({ labels: labels(row), value: holds(row) ? 1 : 0 })) };
}

function versions({ namespace, name, package: packageName, channel = '', catalog, installed = '', wanted }: SubscriptionStatus): Labels {
  return { namespace, name, package: packageName, channel, catalog, installed_version: installed, wanted_version: wanted ?? installed };
}

function extensionVersions({ name, package: packageName, namespace, installed = '', wanted }: ClusterExtensionStatus): Labels {
  return { name, install_namespace: namespace, package: packageName, installed_version: installed, wanted_version: wanted ?? installed };
}

function isReady({ verdict }: Pick<ObjectStatus, 'verdict'>): boolean {
  return verdict === 'healthy' || verdict === 'degraded';
}

function isDegraded({ verdict }: Pick<ObjectStatus, 'verdict'>): boolean {
  return verdict === 'degraded';
}

function isFailed({ verdict }: Pick<ObjectStatus, 'verdict'>): boolean {
  return verdict === 'failed';
}

function always(): boolean {
  return true;
}
