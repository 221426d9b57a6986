import { BundleApi } from '../bundle/model/bundle-api';
import { CrdChange } from '../formats/schema/changes/crd-change';
import { InstallModeType } from '../bundle/model/install-mode';
import { BundleImage, BundleImageUse } from './bundle-image';
import { BundleRbacConcern, BundleRbacGrant } from './rbac-rule';

/** Way in which a bundle declares an upgrade from another one. */
export enum BundleUpgradeEdge {
  /** The other bundle is in `spec.replaces`. */
  REPLACES = 'replaces',

  /** The other bundle is in `spec.skips`. */
  SKIPS = 'skips',

  /** The version of the other bundle is in the annotation `olm.skipRange`. */
  SKIP_RANGE = 'skip-range',

  /** It does not declare an upgrade. */
  NONE = 'none',
}

/** An image that replaces another one. */
export interface BundleImageChange {
  /** Previous image. */
  readonly before: string;

  /** New image. */
  readonly after: string;

  /** All references to it. */
  readonly uses: BundleImageUse[];
}

/** Changes of a CRD that both bundles have. */
export interface BundleCrdChange {
  /** Name of the CRD: `<plural>.<group>`. */
  readonly name: string;

  /** Whether OLM v1 allows an upgrade with these changes. */
  readonly isSafe: boolean;

  /** The changes; at least one. */
  readonly changes: CrdChange[];
}

/** Content of a `BundleComparison`. */
export interface BundleComparisonContent {
  /** Name of the installed CSV. */
  readonly previous: string;

  /** Name of the CSV that replaces it. */
  readonly next: string;

  /** Way in which the next bundle declares the upgrade. */
  readonly edge: BundleUpgradeEdge;

  /** New owned APIs. */
  readonly apisGained: BundleApi[];

  /** Owned APIs that were removed. */
  readonly apisLost: BundleApi[];

  /** New required APIs. */
  readonly requirementsGained: BundleApi[];

  /** Required APIs that were removed. */
  readonly requirementsLost: BundleApi[];

  /** Newly supported install modes. */
  readonly installModesGained: InstallModeType[];

  /** Install modes that are no longer supported: operators installed in them fail after the upgrade. */
  readonly installModesLost: InstallModeType[];

  /** Names of new CRDs. */
  readonly crdsGained: string[];

  /** Names of CRDs that were removed. OLM leaves them and their objects in the cluster, but no operator manages them anymore. */
  readonly crdsLost: string[];

  /** CRDs that change. */
  readonly crdChanges: BundleCrdChange[];

  /** New rights. How rules are split does not matter, and rights that a wildcard covered before are not new. */
  readonly rbacGained: BundleRbacGrant[];

  /** Rights that were removed. */
  readonly rbacLost: BundleRbacGrant[];

  /** Risks that are new. */
  readonly risksGained: BundleRbacConcern[];

  /** Risks that were removed. */
  readonly risksLost: BundleRbacConcern[];

  /** Images that replace others. */
  readonly imageChanges: BundleImageChange[];

  /** Images of new references. */
  readonly imagesGained: BundleImage[];

  /** Images of references that were removed. */
  readonly imagesLost: BundleImage[];

  /** Webhooks that are new, by type and name. */
  readonly webhooksGained: string[];

  /** Webhooks that were removed, by type and name. */
  readonly webhooksLost: string[];
}
