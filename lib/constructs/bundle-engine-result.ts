import { ApiObject } from 'cdk8s';
import { OlmV1Result } from './olm-v1-result';
import { OperatorRegistry } from './operator-registry';
import { OperatorSubscription } from './operator-subscription';
import type { RukpakBundleDeployment } from './rukpak/rukpak-bundle-deployment';

/** What the engine for OLM v0 created for a `BundleDeployment`. */
export interface OlmV0Result {
  /** Registry that serves the bundle. */
  readonly registry: OperatorRegistry;

  /** Subscription that installs the bundle. */
  readonly subscription: OperatorSubscription;
}

/** What the engine for RukPak created for a `BundleDeployment`. */
export interface RukpakResult {
  /** BundleDeployment of RukPak that installs the bundle. */
  readonly deployment: RukpakBundleDeployment;

  /**
   * The Namespace of the operator.
   *
   * @default - not created here: RukPak creates it before 0.20.0
   */
  readonly namespaceObject?: ApiObject;
}

/** What the engine without OLM created for a `BundleDeployment`. */
export interface PlainResult {
  /** Objects of the operator and of its dependencies, except for the CRDs, in the order in which they are applied. A Namespace comes first. */
  readonly objects: ApiObject[];

  /** The CustomResourceDefinitions of the operator and of its dependencies. */
  readonly crds: ApiObject[];
}

/** What an engine created for a `BundleDeployment`. A custom engine that uses another engine passes on the result of that engine. */
export interface BundleEngineResult {
  /** Namespace of the operator. */
  readonly namespace: string;

  /**
   * The constructs of OLM v0.
   *
   * @default - the engine does not use OLM v0
   */
  readonly olmV0?: OlmV0Result;

  /**
   * The constructs of OLM v1.
   *
   * @default - the engine does not use OLM v1
   */
  readonly olmV1?: OlmV1Result;

  /**
   * The constructs of RukPak.
   *
   * @default - the engine does not use RukPak
   */
  readonly rukpak?: RukpakResult;

  /**
   * The objects of the operator itself.
   *
   * @default - the engine does not create them
   */
  readonly plain?: PlainResult;
}
