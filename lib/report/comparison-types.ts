import { BundleApi } from '../bundle-api';
import { CrdChange } from '../crd/crd-change';
import { InstallModeType } from '../install-mode';
import { BundleImage, BundleImageUse } from './bundle-image';
import { BundleRbacConcern, BundleRbacGrant } from './rbac-rule';

/** How a bundle says that it can be upgraded to from another one. */
export enum BundleUpgradeEdge {
  /** It names the other one in `spec.replaces`. */
  REPLACES = 'replaces',

  /** It names the other one in `spec.skips`. */
  SKIPS = 'skips',

  /** The other one's version is in its annotation `olm.skipRange`. */
  SKIP_RANGE = 'skip-range',

  /** It does not say so. */
  NONE = 'none',
}

/** An image that takes the place of another one. */
export interface BundleImageChange {
  /** The image that was there. */
  readonly before: string;

  /** The image that is there now. */
  readonly after: string;

  /** Where it is named. */
  readonly uses: BundleImageUse[];
}

/** What changes in a CustomResourceDefinition that both bundles have. */
export interface BundleCrdChange {
  /** The name: plural, dot, group. */
  readonly name: string;

  /** Whether OLM v1 lets an upgrade with these changes go on. */
  readonly isSafe: boolean;

  /** The changes; never empty. */
  readonly changes: CrdChange[];
}

/** What a comparison of two bundles says. */
export interface BundleComparisonContent {
  /** The name of the ClusterServiceVersion that is installed. */
  readonly previous: string;

  /** The name of the one that takes its place. */
  readonly next: string;

  /** How the next bundle says that it follows the previous one. */
  readonly edge: BundleUpgradeEdge;

  /** APIs that the operator brings now, and did not. */
  readonly apisGained: BundleApi[];

  /** APIs that the operator brings no more. */
  readonly apisLost: BundleApi[];

  /** APIs that other operators must bring now, and did not have to. */
  readonly requirementsGained: BundleApi[];

  /** APIs that other operators need to bring no more. */
  readonly requirementsLost: BundleApi[];

  /** Install modes that are supported now. */
  readonly installModesGained: InstallModeType[];

  /** Install modes that are no longer supported: an operator installed so fails after the upgrade. */
  readonly installModesLost: InstallModeType[];

  /** Names of CustomResourceDefinitions that are new. */
  readonly crdsGained: string[];

  /** Names of CustomResourceDefinitions that are gone. OLM leaves them in the cluster with their objects, and nobody serves these. */
  readonly crdsLost: string[];

  /** CustomResourceDefinitions that change. */
  readonly crdChanges: BundleCrdChange[];

  /** Rights that are new. How rules are split does not matter, and what a wildcard covered before is not new. */
  readonly rbacGained: BundleRbacGrant[];

  /** Rights that are gone. */
  readonly rbacLost: BundleRbacGrant[];

  /** Risks that are new. */
  readonly risksGained: BundleRbacConcern[];

  /** Risks that are gone. */
  readonly risksLost: BundleRbacConcern[];

  /** Images that take the place of others. */
  readonly imageChanges: BundleImageChange[];

  /** Images in places that were not there. */
  readonly imagesGained: BundleImage[];

  /** Images in places that are gone. */
  readonly imagesLost: BundleImage[];

  /** Webhooks that are new, by type and name. */
  readonly webhooksGained: string[];

  /** Webhooks that are gone, by type and name. */
  readonly webhooksLost: string[];
}
