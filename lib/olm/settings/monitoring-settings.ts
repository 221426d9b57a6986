/** The account under which a Prometheus runs. */
export interface PrometheusAccount {
  /** The name of the ServiceAccount, for example `prometheus-k8s`. */
  readonly name: string;

  /** Its namespace, for example `monitoring`. */
  readonly namespace: string;
}

/**
 * How Prometheus finds and reads the metrics of olm-operator and catalog-operator: a Service and a ServiceMonitor of each.
 * The cluster must have the CRDs of the Prometheus operator.
 *
 * @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor
 */
export interface MonitoringSettings {
  /**
   * How often the metrics are read, for example `1m`.
   *
   * @default 30s
   */
  readonly interval?: string;

  /**
   * Labels of the ServiceMonitors, by which a Prometheus chooses which ones it follows.
   *
   * @default - only `app`
   */
  readonly labels?: { [key: string]: string };

  /**
   * The Prometheus that gets the right to see the Services and pods in OLM's namespace, and to read the metrics where they
   * are protected: from 0.37.0 on, with serving certificates.
   *
   * @default - none: it has these rights already
   */
  readonly prometheus?: PrometheusAccount;
}
