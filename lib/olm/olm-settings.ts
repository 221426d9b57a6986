import { ControllerSettings } from './controller-settings';
import { CrdDescriptions } from './crds/crd-descriptions';
import { DefaultCatalog } from './default-catalog';
import { MonitoringSettings } from './monitoring-settings';
import { OlmConfigSettings } from './olm-config-settings';
import { OlmImages } from './olm-images';
import { OlmOperatorSettings } from './olm-operator-settings';
import { OlmVersion } from './olm-version';
import { PackageserverSettings } from './packageserver-settings';
import { PodSecuritySettings } from './pod-security';
import { ServingCertificates } from './serving-certificates';

/**
 * What an installation of OLM may be asked to look like. Without any setting it is the release as upstream publishes it.
 *
 * What a release cannot do is an error, which names the release and the first one that can.
 */
export interface OlmSettings {
  /**
   * The release.
   *
   * @default OlmVersion.DEFAULT
   */
  readonly version?: OlmVersion;

  /**
   * The namespace in which OLM itself runs. It is made.
   *
   * @default - the namespace of the chart, or `olm`
   */
  readonly namespace?: string;

  /**
   * The namespace for operators that watch the whole cluster. It is made, with an OperatorGroup for all namespaces. It may be
   * the same as `namespace`, which then plays both parts.
   *
   * @default operators
   */
  readonly operatorNamespace?: string;

  /**
   * The namespace whose catalogs every other namespace sees. It is made when it is neither of the others.
   *
   * @default - the same as `namespace`
   */
  readonly catalogNamespace?: string;

  /**
   * The Pod Security levels of these namespaces.
   *
   * @default - those of the release
   */
  readonly podSecurity?: PodSecuritySettings;

  /**
   * The catalog that comes with OLM.
   *
   * @default - DefaultCatalog.operatorHub(), or DefaultCatalog.none() for an air-gapped site
   */
  readonly defaultCatalog?: DefaultCatalog;

  /**
   * Whether the cluster has no way to the Internet. Then there is no catalog of OperatorHub.io unless one is asked for, and
   * an image of a public registry is an error: give a `registryMirror`, or the `images`. Where the nodes themselves replace
   * public registries by mirrors, leave this out and say `DefaultCatalog.none()`.
   *
   * @default false
   */
  readonly airGapped?: boolean;

  /**
   * Images in place of the release's own.
   *
   * @default - the release's own: by digest where it is known, by tag otherwise
   */
  readonly images?: OlmImages;

  /**
   * Registry from which all images are pulled instead of their own, with an optional folder: `registry.example.com/quay`.
   * It takes the place of the registry in every reference; images that are there already stay as they are.
   *
   * @default - every image comes from its own registry
   */
  readonly registryMirror?: string;

  /**
   * Refuse to name an image by tag. Upstream names the default catalog and the server of ConfigMap catalogs by a moving
   * tag, so their digests have to be given in `images`, or the catalog turned off.
   *
   * @default false
   */
  readonly requireDigests?: boolean;

  /**
   * Names of Secrets with which the images are pulled. They are given to the pods of both controllers and of packageserver,
   * which look for them in `namespace`, and to the default catalog, which looks for them in `catalogNamespace`.
   *
   * @default - none
   */
  readonly pullSecrets?: string[];

  /**
   * How olm-operator runs.
   *
   * @default - as the release has it
   */
  readonly olmOperator?: OlmOperatorSettings;

  /**
   * How catalog-operator runs.
   *
   * @default - as the release has it
   */
  readonly catalogOperator?: ControllerSettings;

  /**
   * How packageserver runs.
   *
   * @default - as the release has it
   */
  readonly packageserver?: PackageserverSettings;

  /**
   * Whether all three programs log more than usual.
   *
   * @default false
   */
  readonly debug?: boolean;

  /**
   * The namespaces in which olm-operator installs operators. OLM's own namespace is always one of them, for packageserver.
   * catalog-operator and packageserver know no such limit: Subscriptions elsewhere are resolved, and never installed.
   *
   * @default - all namespaces
   */
  readonly watchedNamespaces?: string[];

  /**
   * Whether the NetworkPolicies of the release are made. Those that a release makes at run time are not affected.
   *
   * @default - true from 0.32.0 on; earlier releases have none
   */
  readonly networkPolicies?: boolean;

  /**
   * The port of the API server behind its Service, which the NetworkPolicies let OLM reach.
   *
   * @default - any port; in 0.32.0 to 0.40.0 only 6443, which cuts OLM off where it is another one
   */
  readonly apiServerPort?: number;

  /**
   * What OLM is told by its OLMConfig. From 0.20.0 on.
   *
   * @default - nothing
   */
  readonly olmConfig?: OlmConfigSettings;

  /**
   * Where both controllers get their serving certificates from.
   *
   * @default - ServingCertificates.none(); in 0.36 and 0.37 ServingCertificates.certManager()
   */
  readonly servingCertificates?: ServingCertificates;

  /**
   * How Prometheus reads the metrics of both controllers.
   *
   * @default - it does not: nothing is made for it
   */
  readonly monitoring?: MonitoringSettings;

  /**
   * How much documentation the CRDs carry.
   *
   * @default CrdDescriptions.FULL
   */
  readonly crdDescriptions?: CrdDescriptions;
}
