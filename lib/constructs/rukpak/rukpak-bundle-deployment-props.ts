import { ProvisionerClass } from './provisioner-class';
import { RukpakProps } from './rukpak-props';
import { RukpakSource } from './rukpak-source';

/** Properties of a `RukpakBundleDeployment`. */
export interface RukpakBundleDeploymentProps extends RukpakProps {
  /** Provisioner that handles the format of the bundle. */
  readonly provisionerClass: ProvisionerClass;

  /** Source of the content of the bundle. */
  readonly source: RukpakSource;

  /**
   * Provisioner that installs the bundle, if it is a different one. RukPak 0.6.0 to 0.16.0 only.
   *
   * @default - `provisionerClass`; for ProvisionerClass.REGISTRY, ProvisionerClass.PLAIN, which installs what the registry provisioner converts
   */
  readonly installerClass?: ProvisionerClass;

  /**
   * Existing namespace in which the bundle is installed. Required since RukPak 0.20.0, and an error before.
   *
   * @default - none: before 0.20.0, RukPak itself creates the namespace that a bundle of OLM suggests, or one named after its package
   */
  readonly installNamespace?: string;

  /**
   * Namespaces that an operator from a bundle of OLM watches; an empty string means all of them. RukPak 0.17.0 to 0.19.0 only.
   *
   * @default - all namespaces, or the operator's own if it does not support that
   */
  readonly watchNamespaces?: string[];

  /**
   * Configuration for the provisioner. Since RukPak 0.9.0. For ProvisionerClass.HELM, use `helmValues`.
   *
   * @default - none
   */
  readonly config?: { [key: string]: unknown };

  /**
   * Values for the Helm chart, which become the string `values` of `config`. For ProvisionerClass.HELM only.
   *
   * @default - the values of the chart
   */
  readonly helmValues?: { [key: string]: unknown };

  /**
   * Whether an upgrade is refused if it changes a CRD in a way that breaks stored objects. Since RukPak 0.22.0.
   *
   * @default true - earlier releases check only CRDs with an annotation
   */
  readonly crdUpgradeSafety?: boolean;
}
