import { CatalogDisplay } from './catalog-display';
import { IOlmInstallation } from './i-olm-installation';
import { Bundle } from '../bundle/bundle';
import { SlimLevel } from '../bundle/slim';
import { Catalog } from '../catalog/catalog';
import { ChannelPlan } from '../catalog/render/channel-plan';
import { PackageDeprecations } from '../catalog/render/deprecations';
import { ContainerResources, Toleration } from '../olm/v0/settings/pod-settings';

/** Settings of an `OperatorRegistry` that do not depend on its content or namespace. */
export interface OperatorRegistryOptions extends CatalogDisplay {
  /**
   * How to derive channels and their upgrade edges from bundles. If a later bundle declares no predecessor, `ChannelPlan.inOrder()` makes it replace
   * the version before it. Not allowed with a catalog, which has channels already.
   *
   * @default ChannelPlan.byBundles()
   */
  readonly channels?: ChannelPlan;

  /**
   * Catalog to take dependencies from: what the bundles require but this registry lacks (`olm.package.required` and `olm.gvk.required`) is
   * added, with everything that it requires in turn, from the bundles that OLM would choose. `OperatorRegistry.addedDependencies` lists them.
   *
   * @default - nothing is added: OLM takes dependencies from other catalogs
   */
  readonly dependencies?: Catalog;

  /**
   * How much may be removed from a bundle that is too large for OLM to install from an inline catalog. Nothing that the cluster checks or runs
   * is ever removed. `OperatorRegistry.removed` lists what was removed.
   *
   * @default SlimLevel.NONE
   */
  readonly slim?: SlimLevel;

  /**
   * Name of the CatalogSource, the Deployment and the Service, and prefix of the ConfigMaps' names.
   *
   * @default - for a single package, its name with the suffix `-catalog`, or with the prefix `catalog-` if that is not a valid name of a
   * Service; otherwise derived from the construct's path
   */
  readonly name?: string;

  /**
   * Image that serves the catalog, with `/bin/opm` and `/busybox/sh`.
   *
   * @default - the `opm` image of OLM 0.46.0, by digest
   */
  readonly image?: string;

  /**
   * Names of the secrets that pull the image, in the registry's namespace. OLM also pulls bundle images with them.
   *
   * @default - none
   */
  readonly pullSecrets?: string[];

  /**
   * Names of the secrets that pull the images of the operators, in the namespaces of the operators. They are added to the pods of the
   * operators' Deployments in the CSVs: OLM itself adds none, and removes those of a ServiceAccount that existed before the operator. A version
   * that is already installed is not changed. Not allowed for bundles that OLM unpacks from an image.
   *
   * @default - none
   */
  readonly operatorPullSecrets?: string[];

  /**
   * Number of pods. With more than one, a PodDisruptionBudget keeps one of them running.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * Resources of each container of the pods.
   *
   * @default - requests of 10m cpu and 50Mi memory without limits, like OLM's own catalog pods
   */
  readonly resources?: ContainerResources;

  /**
   * Labels that nodes must have to run the pods, besides `kubernetes.io/os: linux`.
   *
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Taints that the pods tolerate.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * Priority class of the pods.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * Labels for every object, including the pods.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** Properties of an `OperatorRegistry`. */
export interface OperatorRegistryProps extends OperatorRegistryOptions {
  /**
   * Bundles to serve. Their packages, channels and upgrade edges are derived from the bundles themselves.
   *
   * To upgrade, add the next version of a bundle and keep the installed one: the registry's pods roll, and OLM finds the upgrade path.
   *
   * @default - the bundles of `catalog`
   */
  readonly bundles?: Bundle[];

  /**
   * Catalog to serve, rendered from bundles or read. Either this or `bundles` is required.
   *
   * @default - a catalog of `bundles`
   */
  readonly catalog?: Catalog;

  /**
   * Deprecations of the packages of `bundles`, of their channels and of their bundles, by package name. OLM still installs deprecated bundles, and
   * shows the message to users. Not allowed with a catalog, which has its own.
   *
   * @default - nothing is deprecated
   */
  readonly deprecations?: { [key: string]: PackageDeprecations };

  /**
   * Namespace of the registry. Catalogs in OLM's global catalog namespace, which is `olm` in an upstream installation, are visible in every
   * namespace; those in any other namespace are visible in that namespace only.
   *
   * @default - the first one that is set: the global catalog namespace of `olm`, the namespace of the chart, the global catalog namespace of the OLM
   * that the app created before; otherwise `olm`
   */
  readonly namespace?: string;

  /**
   * OLM in whose global catalog namespace to create the registry.
   *
   * @default - none: see `namespace`
   */
  readonly olm?: IOlmInstallation;
}
