import { Construct } from 'constructs';
import { OlmVersion } from '../olm/v0/model/olm-version';
import { OlmRelease } from '../olm/v0/olm-release';
import { OlmSettings } from '../olm/v0/settings/olm-settings';

/** Properties of an `OlmInstallation`. */
export interface OlmInstallationProps extends OlmSettings {
  /**
   * Release with its own settings, for one that is not part of the library: `OlmRelease.fromManifests` or `OlmRelease.fromDirectory`. Its
   * namespaces are those of its own settings, regardless of the chart's namespace. No other setting is allowed with it.
   *
   * @default - the release of `version`, with the settings given here
   */
  readonly release?: OlmRelease;

  /**
   * Whether `release` is installed even if some of its settings could not be applied, see `OlmRelease.unappliedSettings`. Otherwise that is an
   * error at synthesis.
   *
   * @default false
   */
  readonly allowUnappliedSettings?: boolean;

  /**
   * Release to upgrade, which is in the cluster. A change that would lose objects is then an error: a downgrade to a release without a version
   * of a CRD in which objects are stored, and an upgrade that skips the release that would migrate them. `upgradePlan` has the changes.
   *
   * @default - not checked
   */
  readonly upgradeFrom?: OlmVersion;

  /**
   * Scope that owns the CRDs. With plain `kubectl apply`, the CRDs must be in the cluster before objects of their kinds: use a separate chart
   * here, and apply its file first.
   *
   * @default - the installation itself
   */
  readonly crdScope?: Construct;

  /**
   * Labels for every object.
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
