import type { Duration } from 'cdk8s';
import { CrdDescriptions } from '../../../formats/schema/custom-resource-definition';
import { OlmVersion } from '../model/olm-version';
import { DefaultCatalog } from './default-catalog';
import { PodSecuritySettings } from './pod-security';
import { ControllerSettings, OlmOperatorSettings, PackageserverSettings } from './pod-settings';
import { ServingCertificates } from './serving-certificates';

/**
 * Settings of an installation of OLM. Without any setting it equals the release as upstream publishes it.
 *
 * A setting that the release does not support is an error, which names the first release that supports it.
 */
export interface OlmSettings {
  /**
   * Release to install.
   *
   * @default OlmVersion.DEFAULT
   */
  readonly version?: OlmVersion;

  /**
   * Namespace that OLM runs in. The installation creates it.
   *
   * @default - the namespace of the chart, or `olm`
   */
  readonly namespace?: string;

  /**
   * Namespace for operators that watch all namespaces. The installation creates it, with an OperatorGroup for all namespaces. It may be the
   * same as `namespace`.
   *
   * @default operators
   */
  readonly operatorNamespace?: string;

  /**
   * Namespace of global catalogs, which every namespace can use. The installation creates it if it is neither of the other two.
   *
   * @default - the same as `namespace`
   */
  readonly catalogNamespace?: string;

  /**
   * Pod Security levels of these namespaces.
   *
   * @default - those of the release
   */
  readonly podSecurity?: PodSecuritySettings;

  /**
   * Catalog to install with OLM.
   *
   * @default - DefaultCatalog.operatorHub(), or DefaultCatalog.none() if `airGapped` is true
   */
  readonly defaultCatalog?: DefaultCatalog;

  /**
   * Whether the cluster has no internet access. If true, the catalog of OperatorHub.io is omitted unless it is set explicitly, and images of
   * public registries are an error: set `registryMirror` or `images`. If the nodes themselves redirect public registries to mirrors, omit
   * this and use `DefaultCatalog.none()`.
   *
   * @default - that of the cluster, or false
   */
  readonly airGapped?: boolean;

  /**
   * Images that replace those of the release.
   *
   * @default - the images of the release: by digest if known, otherwise by tag
   */
  readonly images?: OlmImages;

  /**
   * Registry to pull all images from, with an optional path: `registry.example.com/quay`. It replaces the registry in every image
   * reference; references that start with it are not changed.
   *
   * @default - the mirror of the cluster; without one, every image is pulled from its own registry
   */
  readonly registryMirror?: string;

  /**
   * Whether images without a digest are an error. Upstream references the default catalog and the server of ConfigMap catalogs by a moving tag:
   * set their digests in `images`, or turn the catalog off.
   *
   * @default false
   */
  readonly requireDigests?: boolean;

  /**
   * Names of image pull Secrets for the pods of both controllers and of packageserver (Secrets in `namespace`) and for the default catalog
   * (Secrets in `catalogNamespace`).
   *
   * @default - none
   */
  readonly pullSecrets?: string[];

  /**
   * Settings of olm-operator.
   *
   * @default - those of the release
   */
  readonly olmOperator?: OlmOperatorSettings;

  /**
   * Settings of catalog-operator.
   *
   * @default - those of the release
   */
  readonly catalogOperator?: ControllerSettings;

  /**
   * Settings of packageserver.
   *
   * @default - those of the release
   */
  readonly packageserver?: PackageserverSettings;

  /**
   * Whether olm-operator, catalog-operator and packageserver log debug output (`--debug`).
   *
   * @default false
   */
  readonly debug?: boolean;

  /**
   * Namespaces that olm-operator installs operators in (`--watchedNamespaces`). The namespace of OLM is added for packageserver.
   * catalog-operator and packageserver do not have this limit: Subscriptions in other namespaces are resolved but never installed.
   *
   * @default - all namespaces
   */
  readonly watchedNamespaces?: string[];

  /**
   * Whether to create the NetworkPolicies of the release. NetworkPolicies that OLM itself creates are not affected.
   *
   * @default - true from 0.32.0 on; earlier releases have none
   */
  readonly networkPolicies?: boolean;

  /**
   * Port of the API server behind its Service, which the NetworkPolicies allow OLM to reach.
   *
   * @default - any port; in 0.32.0 to 0.40.0 only 6443, so OLM cannot reach an API server on another port
   */
  readonly apiServerPort?: number;

  /**
   * Cluster-wide settings in the OLMConfig. Supported from 0.20.0 on.
   *
   * @default - none
   */
  readonly olmConfig?: OlmConfigSettings;

  /**
   * Source of the serving certificates of both controllers.
   *
   * @default - ServingCertificates.none(); in 0.36 and 0.37 ServingCertificates.certManager()
   */
  readonly servingCertificates?: ServingCertificates;

  /**
   * Monitoring of both controllers by Prometheus.
   *
   * @default - no objects for Prometheus
   */
  readonly monitoring?: MonitoringSettings;

  /**
   * Amount of documentation in the CRDs.
   *
   * @default CrdDescriptions.FULL
   */
  readonly crdDescriptions?: CrdDescriptions;
}

/**
 * Cluster-wide settings of OLM: `spec.features` of the OLMConfig `cluster`.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/configuring-olm/
 */
export interface OlmConfigSettings {
  /**
   * Whether OLM does not copy ClusterServiceVersions into every namespace that an operator watches (`disableCopiedCSVs`). In a cluster with
   * many namespaces, the copies take a lot of memory; without them, users cannot see in their namespace which operators watch it.
   *
   * @default - not set: OLM creates the copies
   */
  readonly disableCopiedCsvs?: boolean;

  /**
   * Interval at which packageserver reads all catalogs (`packageServerSyncInterval`), in whole seconds. Supported from 0.26.0 on.
   *
   * @default - not set: the interval of packageserver, see `PackageserverSettings.interval`
   */
  readonly packageServerSyncInterval?: Duration;
}

/** Images that replace those of a release, as references such as `quay.io/org/image@sha256:…`. */
export interface OlmImages {
  /**
   * Image of olm-operator, catalog-operator and packageserver. catalog-operator also unpacks bundles with it (`--util-image`).
   *
   * @default - the image of the release, see `OlmVersion.olmImage`
   */
  readonly olm?: string;

  /**
   * Image that catalog-operator uses to serve and unpack catalogs and bundles (`--opmImage`). Not supported before 0.29.0.
   *
   * @default - the image of the release, see `OlmVersion.opmImage`
   */
  readonly opm?: string;

  /**
   * Image that serves CatalogSources of the types `configmap` and `internal` (`--configmapServerImage`).
   *
   * @default quay.io/operator-framework/configmap-operator-registry:latest
   */
  readonly configMapServer?: string;

  /**
   * Image of the default catalog, if that is the catalog of OperatorHub.io.
   *
   * @default quay.io/operatorhubio/catalog:latest
   */
  readonly defaultCatalog?: string;
}

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
   * Interval at which Prometheus reads the metrics, in whole seconds.
   *
   * @default Duration.seconds(30)
   */
  readonly interval?: Duration;

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
