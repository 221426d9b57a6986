import type { Bundle } from '../bundle/bundle';
import { BundleApi } from '../bundle/model/bundle-content';
import { InstallModeType } from '../bundle/model/cluster-service-version-spec';
import { edgeField } from '../catalog/declcfg/channel-graph';
import { CrdChange } from '../formats/schema/changes/crd-change';
import { CrdComparison } from '../formats/schema/changes/crd-comparison';
import { parseVersion } from '../formats/semver/version';
import { missing } from '../text/group-by';
import { buildReport, type BundleReportContent, OmittedObject } from './build-report';
import { BundleImage, BundleImageUse } from './bundle-images';
import { ApiNeed } from './needs/cluster-needs';
import { bindingKey } from './rights/granted-rights';
import { Grants } from './rights/grants';
import { concernKey } from './rights/rbac-risks';
import { BundleRbacBinding, BundleRbacConcern, BundleRbacGrant } from './rights/rbac-rule';

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

  /** APIs that the next bundle needs from the cluster and the previous one did not. */
  readonly needsGained: ApiNeed[];

  /** APIs that the next bundle no longer needs. */
  readonly needsLost: ApiNeed[];

  /** Objects that were left out of the next bundle, and were not left out of the previous one. */
  readonly omissionsGained: OmittedObject[];

  /** Objects that were left out of the previous bundle only. */
  readonly omissionsLost: OmittedObject[];

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

  /** New bindings, and changed ones as they are after the change. */
  readonly bindingsGained: BundleRbacBinding[];

  /** Removed bindings, and changed ones as they were before the change. */
  readonly bindingsLost: BundleRbacBinding[];

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

/** Returns the content of a comparison of bundles. @internal */
export function buildComparison(previous: Bundle, next: Bundle): BundleComparisonContent {
  const [before, after] = [buildReport(previous), buildReport(next)];
  const [oldRights, rights] = [Grants.of(before.rbac), Grants.of(after.rbac)];
  const [oldWebhooks, webhooks] = [webhookTitles(before), webhookTitles(after)];
  const [oldCrds, crds] = [before.crds.map(({ name }) => name), after.crds.map(({ name }) => name)];
  return {
    previous: previous.name,
    next: next.name,
    edge: upgradeEdge(previous, next),
    apisGained: missing(after.ownedApis, before.ownedApis, apiKey),
    apisLost: missing(before.ownedApis, after.ownedApis, apiKey),
    requirementsGained: missing(after.requiredApis, before.requiredApis, apiKey),
    requirementsLost: missing(before.requiredApis, after.requiredApis, apiKey),
    needsGained: missing(after.needs.apis, before.needs.apis, needKey),
    needsLost: missing(before.needs.apis, after.needs.apis, needKey),
    omissionsGained: missing(after.omitted, before.omitted, omittedKey),
    omissionsLost: missing(before.omitted, after.omitted, omittedKey),
    installModesGained: missing(after.installModes, before.installModes, String),
    installModesLost: missing(before.installModes, after.installModes, String),
    crdsGained: missing(crds, oldCrds, String),
    crdsLost: missing(oldCrds, crds, String),
    crdChanges: crdChanges(previous, next),
    rbacGained: rights.without(oldRights),
    rbacLost: oldRights.without(rights),
    bindingsGained: missing(after.bindings, before.bindings, bindingKey),
    bindingsLost: missing(before.bindings, after.bindings, bindingKey),
    risksGained: missing(after.risks, before.risks, concernKey),
    risksLost: missing(before.risks, after.risks, concernKey),
    ...imageDifferences(before.images, after.images),
    webhooksGained: missing(webhooks, oldWebhooks, String),
    webhooksLost: missing(oldWebhooks, webhooks, String),
  };
}

/** Returns the way in which the next bundle declares the upgrade. */
function upgradeEdge(previous: Bundle, next: Bundle): BundleUpgradeEdge {
  switch (edgeField(next.csv, previous.name, parseVersion(previous.version))) {
    case 'replaces':
      return BundleUpgradeEdge.REPLACES;
    case 'skips':
      return BundleUpgradeEdge.SKIPS;
    case 'skipRange':
      return BundleUpgradeEdge.SKIP_RANGE;
    case undefined:
      return BundleUpgradeEdge.NONE;
  }
}

function apiKey({ group, version, kind, fromApiService }: BundleApi): string {
  return JSON.stringify([group, version, kind, fromApiService]);
}

function needKey({ group, version, kind }: ApiNeed): string {
  return JSON.stringify([group, version, kind]);
}

function omittedKey({ apiVersion, kind, name }: OmittedObject): string {
  return JSON.stringify([apiVersion, kind, name]);
}

function webhookTitles({ webhooks }: BundleReportContent): string[] {
  return webhooks.map(({ type, name }) => `${type} ${name}`);
}

function crdChanges(previous: Bundle, next: Bundle): BundleComparisonContent['crdChanges'] {
  const old = new Map(previous.crds.map((crd) => [crd.name, crd]));
  return next.crds.flatMap(({ name, content }) => {
    const before = old.get(name);
    if (before === undefined) {
      return [];
    }
    const { isSafe, changes } = CrdComparison.of(before.content, content);
    return changes.length === 0 ? [] : [{ name, isSafe, changes }];
  });
}

type ImageDifferences = Pick<BundleComparisonContent, 'imageChanges' | 'imagesGained' | 'imagesLost'>;

/** Returns the differences of images. A reference that has different images in the two bundles is a change; other references are gained or lost. */
function imageDifferences(before: readonly BundleImage[], after: readonly BundleImage[]): ImageDifferences {
  const oldImageAt = new Map(before.flatMap(({ image, uses }) => uses.map((use) => [useKey(use), image] as const)));
  const usesAfter = new Set(after.flatMap(({ uses }) => uses.map(useKey)));
  const changes = new Map<string, BundleImageChange>();
  for (const { image, uses } of after) {
    for (const use of uses) {
      const old = oldImageAt.get(useKey(use));
      if (old !== undefined && old !== image) {
        const key = JSON.stringify([old, image]);
        const change = changes.get(key) ?? { before: old, after: image, uses: [] };
        change.uses.push(use);
        changes.set(key, change);
      }
    }
  }
  return {
    imageChanges: [...changes.values()],
    imagesGained: withUses(after, (use) => !oldImageAt.has(useKey(use))),
    imagesLost: withUses(before, (use) => !usesAfter.has(useKey(use))),
  };
}

function useKey({ place, name, deployment }: BundleImageUse): string {
  return JSON.stringify([place, name, deployment]);
}

function withUses(images: readonly BundleImage[], isIncluded: (use: BundleImageUse) => boolean): BundleImage[] {
  return images.flatMap((image) => {
    const uses = image.uses.filter(isIncluded);
    return uses.length === 0 ? [] : [{ ...image, uses }];
  });
}
