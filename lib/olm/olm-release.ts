import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foreignRelease } from './foreign/on-demand';
import type { KubernetesManifest } from './kubernetes-manifest';
import { OlmSettings } from './olm-settings';
import { OlmVersion } from './olm-version';
import { releaseManifests } from './release';
import { OlmRemovalStep, removalOrder } from './removal-order';
import { planUpgrade } from './upgrade/on-demand';
import { OlmUpgradePlan } from './upgrade/upgrade-plan';

/** Texts of a release that the library does not know, and what the release is to look like. */
export interface OlmManifestsOptions {
  /**
   * What the SHA-256 of crds.yaml must be, in hexadecimal digits.
   *
   * @default - not checked
   */
  readonly crdsSha256?: string;

  /**
   * What the SHA-256 of olm.yaml must be, in hexadecimal digits.
   *
   * @default - not checked
   */
  readonly olmSha256?: string;

  /**
   * What the release is to look like. Its `version` is not read: the manifests say which release they are.
   *
   * @default - as it was published
   */
  readonly settings?: OlmSettings;
}

/** What an `OlmRelease` is made of. */
interface ReleaseContent {
  readonly version: string;
  /** Left out where the library does not know the release. */
  readonly known?: OlmVersion;
  readonly manifests: readonly KubernetesManifest[];
  readonly unplaced: readonly string[];
}

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
    const known = settings.version ?? OlmVersion.DEFAULT;
    return new OlmRelease({ version: known.version, known, manifests: releaseManifests(settings).all, unplaced: [] });
  }

  /**
   * A release that the library does not know, from the two files that upstream publishes. Settings are put on it by the
   * example of the nearest known release; `unplaced` tells what of them found no place. The version of packageserver loses its `v`, because
   * OLM takes that off, too.
   *
   * @param crds the text of crds.yaml
   * @param olm the text of olm.yaml
   * @param options checksums and settings
   * @throws when a checksum differs, or the texts are no release of OLM
   */
  public static fromManifests(crds: string, olm: string, options: OlmManifestsOptions = {}): OlmRelease {
    const { version: _, ...settings } = options.settings ?? {};
    const release = foreignRelease(
      { file: 'crds.yaml', text: crds, ...(options.crdsSha256 === undefined ? {} : { sha256: options.crdsSha256 }) },
      { file: 'olm.yaml', text: olm, ...(options.olmSha256 === undefined ? {} : { sha256: options.olmSha256 }) },
      settings,
    );
    return new OlmRelease({ version: release.version, manifests: release.objects, unplaced: release.unplaced });
  }

  /**
   * A release that the library does not know, from a folder with the files crds.yaml and olm.yaml.
   *
   * @param directory the folder
   * @param options checksums and settings
   * @throws when a file cannot be read, a checksum differs, or the files are no release of OLM
   */
  public static fromDirectory(directory: string, options: OlmManifestsOptions = {}): OlmRelease {
    const [crds, olm] = ['crds.yaml', 'olm.yaml'].map((file) => readFileSync(join(directory, file), 'utf8')) as [string, string];
    return OlmRelease.fromManifests(crds, olm, options);
  }

  /** The number of the release without a leading `v`. */
  public readonly version: string;

  /** What of the settings found no place in a release that the library does not know, in sentences. */
  public readonly unplaced: string[];

  /**
   * The release, where the library knows it.
   *
   * @internal
   */
  public readonly _known: OlmVersion | undefined;

  /**
   * Every object, not to be changed.
   *
   * @internal
   */
  public readonly _manifests: readonly KubernetesManifest[];

  private constructor(content: ReleaseContent) {
    this.version = content.version;
    this.unplaced = [...content.unplaced];
    this._known = content.known;
    this._manifests = content.manifests;
  }

  /** Every object, in an order in which each can be applied once its predecessors are there. */
  public get objects(): { [field: string]: unknown }[] {
    return this._manifests.map((manifest) => ({ ...manifest }));
  }

  /** The steps in which the release can be taken away without leaving anything stuck, Namespaces above all. */
  public get removalSteps(): OlmRemovalStep[] {
    return removalOrder(this._manifests);
  }

  /**
   * What happens when another release takes the place of this one.
   *
   * @param to the release that is wanted
   * @throws when `to` is the older one and lacks a version of a CRD in which objects are stored
   */
  public planTo(to: OlmRelease): OlmUpgradePlan {
    return new OlmUpgradePlan(planUpgrade({ version: this.version, objects: this._manifests }, { version: to.version, objects: to._manifests }));
  }
}
