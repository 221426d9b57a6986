import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { InClusterProgramProps } from './in-cluster-program-props';

/** Properties of `OperatorMetrics`. */
export interface OperatorMetricsProps extends InClusterProgramProps {
  /**
   * What to observe: constructs that contain Subscriptions or CatalogSources, such as an `OperatorSubscription`, a `BundleDeployment` or a chart.
   * Their namespaces are observed, and those of their catalogs.
   *
   * @default - only `namespaces`
   */
  readonly observe?: Construct[];

  /**
   * Namespaces whose Subscriptions and CatalogSources are observed. They must exist.
   *
   * @default - those of `observe`
   */
  readonly namespaces?: string[];

  /**
   * Whether all namespaces are observed, with OLM itself and with ClusterCatalogs and ClusterExtensions of OLM v1. Only this needs
   * cluster-wide rights: to read, but not Secrets.
   *
   * @default false
   */
  readonly allNamespaces?: boolean;

  /**
   * Namespace of the Deployment, its account and its Service. It must exist.
   *
   * @default - the namespace that is observed; required if there are several
   */
  readonly namespace?: string;

  /**
   * Name of the Deployment, its account, its roles and its Service; at most 48 characters.
   *
   * @default operator-metrics
   */
  readonly name?: string;

  /**
   * Port of the container and of the Service.
   *
   * @default 8080
   */
  readonly port?: number;

  /**
   * A ServiceMonitor for the Prometheus operator, whose CRDs must be in the cluster.
   *
   * @default - none
   */
  readonly serviceMonitor?: OperatorServiceMonitor;
}

/**
 * ServiceMonitor of `OperatorMetrics`.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor
 */
export interface OperatorServiceMonitor {
  /**
   * Interval at which Prometheus reads the metrics.
   *
   * @default Duration.seconds(30)
   */
  readonly interval?: Duration;

  /**
   * Labels of the ServiceMonitor, for the selector of a Prometheus.
   *
   * @default - those of the other objects
   */
  readonly labels?: { [key: string]: string };
}
