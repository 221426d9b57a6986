import { ControllerSettings } from './controller-settings';

/** How olm-operator runs, which installs what ClusterServiceVersions describe. */
export interface OlmOperatorSettings extends ControllerSettings {
  /**
   * Feature gates, on or off. In every release so far there is but `OperatorLifecycleManagerV1`, which cannot be turned off,
   * beside Kubernetes' `AllAlpha` and `AllBeta`. The other programs have none.
   *
   * @default - those of the release
   */
  readonly featureGates?: { [gate: string]: boolean };
}
