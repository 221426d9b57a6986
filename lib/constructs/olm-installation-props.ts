import { Construct } from 'constructs';
import { OlmRelease } from '../olm/olm-release';
import { OlmSettings } from '../olm/olm-settings';

/** Which OLM an `OlmInstallation` installs, and what it looks like. */
export interface OlmInstallationProps extends OlmSettings {
  /**
   * The release with its settings, for one that the library does not know: `OlmRelease.fromManifests` or
   * `OlmRelease.fromDirectory`. It goes where its own settings say, whatever the namespace of the chart is. No other setting
   * may be given beside it: settings are given to the release.
   *
   * @default - the release that `version` names, with the settings given here
   */
  readonly release?: OlmRelease;

  /**
   * Whether `release` is installed even if some of its settings found no place in it, as `release.unplaced` tells. Otherwise
   * that is an error when the app is synthesized.
   *
   * @default false
   */
  readonly allowUnplaced?: boolean;

  /**
   * Where the CRDs are made. With plain `kubectl apply` the CRDs must be in the cluster before objects of their kinds
   * are sent: give a chart of its own here, and apply its file first.
   *
   * @default - in the installation itself
   */
  readonly crdScope?: Construct;

  /**
   * Labels for every object made.
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
