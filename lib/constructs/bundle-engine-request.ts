import { Bundle } from '../bundle/bundle';
import { InstallMode } from '../bundle/model/install-mode';

/** The bundle that an engine installs for a `BundleDeployment`, and its settings. */
export interface BundleEngineRequest {
  /** Bundle to install. */
  readonly bundle: Bundle;

  /** Earlier versions of the bundle that may be in the cluster, if any. */
  readonly previous: Bundle[];

  /**
   * Namespace of the operator.
   *
   * @default - the engine chooses
   */
  readonly namespace?: string;

  /**
   * Whether to create the namespace.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Channel to follow.
   *
   * @default - the default channel of the bundle
   */
  readonly channel?: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - the engine chooses
   */
  readonly installMode?: InstallMode;

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
