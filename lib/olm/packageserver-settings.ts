import { ControllerSettings } from './controller-settings';

/**
 * How packageserver runs, which answers for packagemanifests. olm-operator makes its Deployment from a ClusterServiceVersion.
 */
export interface PackageserverSettings extends ControllerSettings {
  /**
   * How long it waits before it reads every catalog again, for example `5m`. From 0.26.0 on,
   * `OlmConfigSettings.packageServerSyncInterval` overrules it.
   *
   * @default - the program's own: 5 minutes, or 12 hours from 0.26.0 on
   */
  readonly interval?: string;
}
