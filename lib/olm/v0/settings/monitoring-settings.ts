/** ServiceAccount of a Prometheus. */
export interface PrometheusAccount {
  /** Name of the ServiceAccount, such as `prometheus-k8s`. */
  readonly name: string;

  /** Namespace of the ServiceAccount, such as `monitoring`. */
  readonly namespace: string;
}

/**
 * Monitoring of olm-operator and catalog-operator by Prometheus: a Service and a ServiceMonitor for each. The CRDs of the Prometheus operator
 * must be in the cluster.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor
 */
export interface MonitoringSettings {
  /**
   * Interval at which Prometheus reads the metrics, as a Prometheus duration such as `1m`.
   *
   * @default 30s
   */
  readonly interval?: string;

  /**
   * Labels of the ServiceMonitors, for the selector of a Prometheus.
   *
   * @default - only `app`
   */
  readonly labels?: { [key: string]: string };

  /**
   * ServiceAccount to grant permission to list the Services and pods in the namespace of OLM, and to read the metrics if they are
   * protected: from 0.37.0 on, with serving certificates.
   *
   * @default - none: Prometheus has these permissions already
   */
  readonly prometheus?: PrometheusAccount;
}
