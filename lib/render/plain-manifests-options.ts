import type { InstallMode } from '../bundle/model/install-mode';
import type { KnownKeys } from '../formats/json/known-keys';
import type { CertificateProvider } from './model/certificate-provider';

/** Options for rendering a bundle to plain manifests. */
export interface PlainManifestsOptions {
  /** Namespace of the operator. The manifests do not contain the Namespace itself. */
  readonly installNamespace: string;

  /**
   * Namespaces that the operator watches.
   *
   * @default - all namespaces if the operator supports that, otherwise its own namespace
   */
  readonly installMode?: InstallMode;

  /**
   * Source of the certificates of webhooks. Required for operators with webhooks.
   *
   * @default - none
   */
  readonly certificates?: CertificateProvider;

  /**
   * Changes to the Deployments of the operator, with the fields of a Subscription's `spec.config` except `selector`: environment, volumes,
   * resources, node selector, tolerations, affinity, annotations.
   *
   * @default - none
   * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/doc/design/subscription-config.md
   */
  readonly deploymentConfig?: { [field: string]: unknown };

  /**
   * Whether to render exactly what OLM v1 does, including its known defects, to compare with a cluster that it manages. The guide lists the defects.
   *
   * @default false
   */
  readonly compatible?: boolean;
}

/** Keys of `PlainManifestsOptions`. */
export const PLAIN_MANIFESTS_OPTIONS: KnownKeys<PlainManifestsOptions> = {
  installNamespace: true, installMode: true, certificates: true, deploymentConfig: true, compatible: true,
};
