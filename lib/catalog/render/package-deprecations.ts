/**
 * Deprecations of a package, of its channels and of its bundles, each with a message to users. OLM still installs deprecated content, and shows the
 * message in the status of Subscriptions and in consoles.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmdeprecations-1
 */
export interface PackageDeprecations {
  /**
   * Deprecation message of the package.
   *
   * @default - the package is not deprecated
   */
  readonly packageMessage?: string;

  /**
   * Deprecation messages of channels, by channel name.
   *
   * @default - no channel is deprecated
   */
  readonly channels?: { [key: string]: string };

  /**
   * Deprecation messages of bundles, by bundle name, such as `memcached-operator.v0.1.0`.
   *
   * @default - no bundle is deprecated
   */
  readonly bundles?: { [key: string]: string };
}
