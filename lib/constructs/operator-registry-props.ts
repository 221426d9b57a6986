import { ContainerResources, Toleration } from '../olm/pod-settings';
import { IOlmInstallation } from './i-olm-installation';
import { Bundle } from '../bundle/bundle';
import { Catalog } from '../bundle/catalog/catalog';
import { ChannelPlan } from '../bundle/catalog/from-bundles/channel-plan';
import { SlimLevel } from '../bundle/slim';

/** A picture that consoles show for a catalog. */
export interface CatalogIcon {
  /** The picture, in base64. */
  readonly base64Data: string;

  /** Its media type, for example `image/svg+xml`. */
  readonly mediaType: string;
}

/** What an `OperatorRegistry` serves, and how. */
export interface OperatorRegistryProps {
  /**
   * The bundles to serve. Their packages, channels and upgrade edges are taken from the bundles themselves.
   *
   * For an upgrade add the next version of a bundle and keep the one that is installed: the registry's pods roll, and OLM finds the way from
   * one to the other.
   *
   * @default - the bundles of `catalog`
   */
  readonly bundles?: Bundle[];

  /**
   * How the channels come from the bundles, and who follows whom in them. Where the next bundle does not state whom it follows,
   * `ChannelPlan.inOrder()` lets it follow the version before it. Not with `catalog`, which has its channels already.
   *
   * @default ChannelPlan.byBundles()
   */
  readonly channels?: ChannelPlan;

  /**
   * A catalog to serve, made of bundles or read. Give either this or `bundles`.
   *
   * @default - a catalog of `bundles`
   */
  readonly catalog?: Catalog;

  /**
   * How much may be taken out of a bundle that is too large for OLM to install from an inline catalog.
   * Nothing that a cluster checks or runs is ever taken out. `removed` tells what went.
   *
   * @default SlimLevel.NONE
   */
  readonly slim?: SlimLevel;

  /**
   * The name of the CatalogSource, the Deployment and the Service, and the first part of the ConfigMaps' names.
   *
   * @default - the name of the package with `-catalog` behind it, for a single package, or with `catalog-` before it where that
   * cannot be the name of a Service; else from the construct's path
   */
  readonly name?: string;

  /**
   * The namespace of the registry. Every namespace sees the catalogs of OLM's global catalog namespace, which is
   * `olm` in an upstream installation; those of any other namespace are seen in that namespace alone.
   *
   * @default - the global catalog namespace of `olm`, else the namespace of the chart, or `olm`
   */
  readonly namespace?: string;

  /**
   * The OLM whose every namespace is to see the catalog.
   *
   * @default - not said: the catalog is for its own namespace, or for all when that is OLM's global catalog namespace
   */
  readonly olm?: IOlmInstallation;

  /**
   * The image that serves the catalog. It needs `/bin/opm` and `/busybox/sh`.
   *
   * @default - the `opm` image that OLM 0.46.0 was released with, by digest
   */
  readonly image?: string;

  /**
   * Names of the secrets that pull the image, in the registry's namespace.
   *
   * @default - none
   */
  readonly pullSecrets?: string[];

  /**
   * How many pods serve the catalog. With more than one there is a PodDisruptionBudget too.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * What each container of the pod asks for and may use.
   *
   * @default - requests of 10m cpu and 50Mi memory, no limits, as OLM's own catalog pods
   */
  readonly resources?: ContainerResources;

  /**
   * Labels of the nodes that the pods may run on, besides `kubernetes.io/os: linux`.
   *
   * @default - none
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * Taints that the pods accept.
   *
   * @default - none
   */
  readonly tolerations?: Toleration[];

  /**
   * The priority class of the pods.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * What people read as the name of the catalog.
   *
   * @default - the display name of the operator, for a single package; else the name of the CatalogSource
   */
  readonly displayName?: string;

  /**
   * Who publishes the catalog.
   *
   * @default - not said
   */
  readonly publisher?: string;

  /**
   * A sentence about the catalog.
   *
   * @default - none
   */
  readonly description?: string;

  /**
   * A picture for the catalog.
   *
   * @default - none
   */
  readonly icon?: CatalogIcon;

  /**
   * Which catalog OLM prefers when several offer what a dependency asks for: the highest number wins.
   *
   * @default 0
   */
  readonly priority?: number;

  /**
   * Labels for every object made, the pods included.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations for every object made.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}
