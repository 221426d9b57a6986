import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../formats/json/defined';
import { textOf } from '../../formats/json/utf8-text';
import { checkArguments } from '../../formats/options/check-arguments';
import { checkOptions } from '../../formats/options/check-options';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { OlmVersion } from './model/olm-version';
import { customRelease } from './release/custom-release';
import { releaseManifests } from './release/release';
import { type OlmRemovalStep, removalOrder } from './release/removal-order';
import { checkKnownSettings } from './settings/known-settings';
import { OlmSettings } from './settings/olm-settings';
import { planUpgrade } from './upgrade/plan-upgrade';
import { OlmUpgradePlan } from './upgrade/upgrade-plan';

/** Options of a release read from its manifests. */
export interface OlmManifestsOptions {
  /**
   * Expected SHA-256 of crds.yaml, in hexadecimal digits.
   *
   * @default - not checked
   */
  readonly crdsSha256?: string;

  /**
   * Expected SHA-256 of olm.yaml, in hexadecimal digits.
   *
   * @default - not checked
   */
  readonly olmSha256?: string;

  /**
   * Settings of the installation. If they have a `version`, such as `OlmVersion.of('0.47.0')`, it must be that of the manifests.
   *
   * @default - none: the release as published
   */
  readonly settings?: OlmSettings;
}

interface ReleaseContent {
  readonly version: OlmVersion;
  readonly manifests: readonly KubernetesManifest[];
  readonly unappliedSettings: readonly string[];
}

/** A release of OLM with settings, as plain objects that can be applied to a cluster. */
export class OlmRelease {
  /**
   * Returns the changes from one release to another, both with upstream's settings.
   *
   * @param current release in the cluster
   * @param to release to install
   * @throws if the library does not include a release, or if `to` is older and lacks a version of a CRD in which objects are stored
   */
  public static plan(current: OlmVersion, to: OlmVersion): OlmUpgradePlan {
    checkArguments('OlmRelease.plan', { current, to });
    return OlmRelease.of({ version: current }).planTo(OlmRelease.of({ version: to }));
  }

  /**
   * Returns a release that the library includes.
   *
   * @param settings release and settings of the installation
   * @throws if the library does not include the release, a setting is unknown or invalid, or the release does not support a setting
   */
  public static of(settings: OlmSettings = {}): OlmRelease {
    return OlmRelease._of(settings, false);
  }

  /**
   * @param isOfConstruct whether a construct has checked the values of the settings
   * @internal
   */
  public static _of(settings: OlmSettings, isOfConstruct: boolean): OlmRelease {
    checkKnownSettings(settings, 'settings of OlmRelease.of', isOfConstruct);
    const version = settings.version ?? OlmVersion.DEFAULT;
    return new OlmRelease({ version, manifests: releaseManifests(settings).all, unappliedSettings: [] });
  }

  /**
   * Returns any release, read from the two files that upstream publishes for it.
   *
   * Settings are applied as to the nearest release that the library includes; `unappliedSettings` lists those that could not be applied.
   * The `v` in the version of packageserver is removed, as OLM does.
   *
   * @param crds content of crds.yaml
   * @param olm content of olm.yaml
   * @param options checksums and settings
   * @throws if an option is unknown, a checksum differs, the files are not a release of OLM, or they are a release other than that of the settings
   */
  public static fromManifests(crds: string, olm: string, options: OlmManifestsOptions = {}): OlmRelease {
    checkArguments('OlmRelease.fromManifests', { crds, olm });
    return OlmRelease.read(crds, olm, options, 'OlmRelease.fromManifests');
  }

  /**
   * Returns any release, read from a folder with the files crds.yaml and olm.yaml. See `fromManifests`.
   *
   * @param directory path of the folder
   * @param options checksums and settings
   * @throws if a file cannot be read, and for the same reasons as `fromManifests`
   */
  public static fromDirectory(directory: string, options: OlmManifestsOptions = {}): OlmRelease {
    checkArguments('OlmRelease.fromDirectory', { directory });
    const [crds, olm] = ['crds.yaml', 'olm.yaml'].map((file) => textOf(readFileSync(join(directory, file)), join(directory, file))) as [string, string];
    return OlmRelease.read(crds, olm, options, 'OlmRelease.fromDirectory');
  }

  private static read(crds: string, olm: string, options: OlmManifestsOptions, method: string): OlmRelease {
    checkOptions(`options of ${method}`, 'OlmManifestsOptions', options);
    const { crdsSha256, olmSha256, settings = {} } = options;
    checkKnownSettings(settings, `settings of ${method}`);
    const release = customRelease(
      { file: 'crds.yaml', content: crds, ...defined({ sha256: crdsSha256 }) },
      { file: 'olm.yaml', content: olm, ...defined({ sha256: olmSha256 }) },
      settings,
    );
    return new OlmRelease({ version: OlmVersion.of(release.version), manifests: release.objects, unappliedSettings: release.unappliedSettings });
  }

  /** Version of the release without a leading `v`. */
  public readonly version: string;

  /** Settings that could not be applied to a release read from its manifests, as sentences. */
  public readonly unappliedSettings: string[];

  /** @internal */
  public readonly _olmVersion: OlmVersion;

  /**
   * Objects of the release, not to be modified.
   *
   * @internal
   */
  public readonly _manifests: readonly KubernetesManifest[];

  private constructor(content: ReleaseContent) {
    this.version = content.version.version;
    this.unappliedSettings = [...content.unappliedSettings];
    this._olmVersion = content.version;
    this._manifests = content.manifests;
  }

  /** Objects of the release, in an order in which each one can be applied once its predecessors exist. */
  public get objects(): { [field: string]: unknown }[] {
    return this._manifests.map((manifest) => ({ ...manifest }));
  }

  /** Steps of a removal that leaves no object, and in particular no Namespace, stuck in deletion. */
  public get removalSteps(): OlmRemovalStep[] {
    return removalOrder(this._manifests);
  }

  /**
   * Returns the changes from this release to another one.
   *
   * @param to release to install
   * @throws if `to` is older and lacks a version of a CRD in which objects are stored
   */
  public planTo(to: OlmRelease): OlmUpgradePlan {
    checkArguments('OlmRelease#planTo', { to });
    return new OlmUpgradePlan(planUpgrade({ version: this.version, objects: this._manifests }, { version: to.version, objects: to._manifests }));
  }
}
