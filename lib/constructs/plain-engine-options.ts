import { Construct } from 'constructs';
import * as olm from '../../imports/operators.coreos.com';
import { Bundle } from '../bundle/bundle';
import { KnownKeys } from '../formats/json/known-keys';
import { CertificateProvider } from '../render/model/certificate-provider';

/** Settings of the engine without OLM. */
export interface PlainEngineOptions {
  /**
   * Source of the certificates of webhooks. Required for operators with webhooks.
   *
   * @default - none
   */
  readonly certificates?: CertificateProvider;

  /**
   * Changes to the Deployments of the operator, as in a Subscription. The field `selector` is an error.
   *
   * @default - none
   */
  readonly deploymentConfig?: olm.SubscriptionSpecConfig;

  /**
   * Bundles that the operator requires, and those that these require in turn. They are installed in the same namespace, and watch the same namespaces
   * or, if they do not support that, all namespaces.
   *
   * @default - none
   */
  readonly dependencies?: Bundle[];

  /**
   * Whether it is an error if a bundle requires a package or API that none of the bundles provides. Set it to `false` if something else installs it.
   *
   * @default true
   */
  readonly requireDependencies?: boolean;

  /**
   * Scope that owns the CRDs, such as a separate chart, so that removing the operator keeps them.
   *
   * @default - the deployment itself
   */
  readonly crdScope?: Construct;
}

/** Keys of `PlainEngineOptions`. */
export const PLAIN_ENGINE_OPTIONS: KnownKeys<PlainEngineOptions> = {
  certificates: true, deploymentConfig: true, dependencies: true, requireDependencies: true, crdScope: true,
};
