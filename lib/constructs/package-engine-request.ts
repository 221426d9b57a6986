import { ICatalog } from './catalog-ref';
import { OlmV1Result } from './olm-v1-result';
import * as olm from '../../imports/operators.coreos.com';
import { Bundle } from '../bundle/bundle';
import { InstallMode } from '../bundle/model/install-mode';

/** The package that an engine installs for an `OperatorSubscription`, and its settings. */
export interface PackageEngineRequest {
  /** Name for the object that installs the package. */
  readonly name: string;

  /** Package to install. */
  readonly packageName: string;

  /** Catalog of the subscription. */
  readonly catalog: ICatalog;

  /** Namespace of the operator. */
  readonly namespace: string;

  /**
   * Whether to create the namespace.
   *
   * @default true
   */
  readonly createNamespace?: boolean;

  /**
   * Channel to follow.
   *
   * @default - the engine chooses
   */
  readonly channel?: string;

  /**
   * Version, or range of versions, to install.
   *
   * @default - the newest version
   */
  readonly version?: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - the engine chooses
   */
  readonly installMode?: InstallMode;

  /**
   * Changes to the Deployments of the operator.
   *
   * @default - none
   */
  readonly config?: olm.SubscriptionSpecConfig;

  /**
   * Name of the ServiceAccount with which the operator is installed.
   *
   * @default - the engine chooses
   */
  readonly serviceAccount?: string;

  /**
   * Bundle that is installed first, with its manifests.
   *
   * @default - unknown
   */
  readonly bundle?: Bundle;

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

/** What an engine created for an `OperatorSubscription`. */
export interface PackageEngineResult {
  /**
   * The constructs of OLM v1.
   *
   * @default - the engine does not use OLM v1
   */
  readonly olmV1?: OlmV1Result;
}
