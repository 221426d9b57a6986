import type { Bundle } from '../../../bundle/bundle';
import type { OlmV1Version } from '../model/olm-v1-version';

/** What determines how an operator moves from OLM v0 to OLM v1. */
export interface MigrationFacts {
  /** Construct path, or the name of the bundle. */
  readonly operator: string;

  /** Installed bundle. */
  readonly bundle: Bundle;

  /** Namespace of the operator. */
  readonly namespace: string;

  /** Name of the Subscription. */
  readonly subscription: string;

  /** Name of the OperatorGroup, or undefined if others also use it, so that it is kept. */
  readonly operatorGroup: string | undefined;

  /** Name that the ClusterExtension will have. */
  readonly extension: string;

  /** Current catalog of the package. */
  readonly catalog: CatalogKind;

  /** Channel that the Subscription follows, or undefined if it follows the default one. */
  readonly channel: string | undefined;

  /** Whether InstallPlans are approved manually. */
  readonly isApprovedByHand: boolean;

  /** Whether the Subscription changes the Deployments of the operator. */
  readonly hasConfig: boolean;

  /** Whether OLM v0 installs the operator with an account with limited rights. */
  readonly hasServiceAccount: boolean;

  /** Release of OLM v1. */
  readonly version: OlmV1Version;

  /** Whether OLM v1 is from the experimental channel. */
  readonly isExperimental: boolean;

  /** Reasons why OLM v1 would not install the bundle, as sentences. */
  readonly refusals: readonly string[];

  /** Whether the operator will watch all namespaces, but does not do so today. */
  readonly widens: boolean;
}

/** Types of catalogs of OLM v0. */
export enum CatalogKind {
  /** ConfigMaps, such as those of an `OperatorRegistry`. */
  CONFIG_MAPS = 'config-maps',

  /** An image that OLM runs. */
  IMAGE = 'image',

  /** Any other CatalogSource. */
  OTHER = 'other',
}
