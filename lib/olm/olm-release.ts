import type { KubernetesManifest } from './kubernetes-manifest';
import { OlmSettings } from './olm-settings';
import { OlmVersion } from './olm-version';
import { releaseManifests } from './release';
import { OlmRemovalStep, removalOrder } from './removal-order';
import { planUpgrade } from './upgrade/plan-upgrade';
import { OlmUpgradePlan } from './upgrade/upgrade-plan';

/**
 * A release of OLM with the settings of an installation, as plain objects: what would be applied to a cluster.
 */
export class OlmRelease {
  /**
   * What happens when one release takes the place of another one, both with upstream's settings.
   *
   * @param from the release that is in the cluster
   * @param to the release that is wanted
   * @throws when `to` is the older one and lacks a version of a CRD in which objects are stored
   */
  public static plan(from: OlmVersion, to: OlmVersion): OlmUpgradePlan {
    return OlmRelease.of({ version: from }).planTo(OlmRelease.of({ version: to }));
  }

  /**
   * A release that the library knows.
   *
   * @param settings which release, and what it looks like
   */
  public static of(settings: OlmSettings = {}): OlmRelease {
    return new OlmRelease((settings.version ?? OlmVersion.DEFAULT).version, releaseManifests(settings).all);
  }

  /** The number of the release without a leading `v`. */
  public readonly version: string;

  private readonly manifests: readonly KubernetesManifest[];

  private constructor(version: string, manifests: readonly KubernetesManifest[]) {
    this.version = version;
    this.manifests = manifests;
  }

  /** Every object, in an order in which each can be applied once its predecessors are there. */
  public get objects(): { [field: string]: unknown }[] {
    return this.manifests.map((manifest) => ({ ...manifest }));
  }

  /** The steps in which the release can be taken away without leaving anything stuck, Namespaces above all. */
  public get removalSteps(): OlmRemovalStep[] {
    return removalOrder(this.manifests);
  }

  /**
   * What happens when another release takes the place of this one.
   *
   * @param to the release that is wanted
   * @throws when `to` is the older one and lacks a version of a CRD in which objects are stored
   */
  public planTo(to: OlmRelease): OlmUpgradePlan {
    return new OlmUpgradePlan(planUpgrade({ version: this.version, objects: this.manifests }, { version: to.version, objects: to.manifests }));
  }
}
