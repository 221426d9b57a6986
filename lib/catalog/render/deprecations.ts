import { compareUtf8 } from '../../formats/json/go-json';
import { suggestNames } from '../../text/suggest-names';
import { checkOptions } from '../declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import type { DeprecationEntry, DeprecationsBlob } from '../declcfg/declcfg';

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

/**
 * Returns the blob with the deprecations of a package, or undefined if nothing is deprecated. The order is: the package, then channels, then bundles,
 * each sorted by name.
 *
 * @internal
 */
export function deprecationsBlob(packageName: string, deprecations: PackageDeprecations | undefined): DeprecationsBlob | undefined {
  const entries = [
    ...(deprecations?.packageMessage === undefined ? [] : [{ reference: { schema: 'olm.package' }, message: deprecations.packageMessage }]),
    ...namedEntries('olm.channel', deprecations?.channels),
    ...namedEntries('olm.bundle', deprecations?.bundles),
  ];
  return entries.length === 0 ? undefined : { schema: 'olm.deprecations', package: packageName, entries };
}

function namedEntries(schema: string, messages: { readonly [key: string]: string } = {}): DeprecationEntry[] {
  return Object.entries(messages)
    .sort(([left], [right]) => compareUtf8(left, right))
    .map(([name, message]) => ({ reference: { schema, name }, message }));
}

/**
 * Returns the problems of the deprecations of a package: unknown channels and bundles, and missing messages.
 *
 * @throws CatalogError if a key is unknown
 * @internal
 */
export function deprecationProblems(
  packageName: string, deprecations: PackageDeprecations | undefined, channels: readonly string[], bundles: readonly string[],
): CatalogProblem[] {
  checkOptions(`the deprecations of package '${packageName}'`, 'PackageDeprecations', deprecations);
  const { packageMessage: message, channels: ofChannels = {}, bundles: ofBundles = {} } = deprecations ?? {};
  return [
    ...(message === undefined || hasText(message) ? [] : [problem(packageName, `'deprecations' has no message for package '${packageName}'; ${ADD_MESSAGE}`)]),
    ...namedProblems(packageName, 'channel', ofChannels, channels),
    ...namedProblems(packageName, 'bundle', ofBundles, bundles),
  ];
}

const ADD_MESSAGE = "add instructions for users, such as 'use channel stable instead'";

function namedProblems(packageName: string, what: string, messages: { readonly [key: string]: string }, known: readonly string[]): CatalogProblem[] {
  return Object.entries(messages).flatMap(([name, message]) => {
    if (!known.includes(name)) {
      return [problem(packageName, `'deprecations' names the ${what} '${name}', which package '${packageName}' does not have; available: ${suggestNames(name, known)}`)];
    }
    return hasText(message) ? [] : [problem(packageName, `'deprecations' has no message for ${what} '${name}' of package '${packageName}'; ${ADD_MESSAGE}`)];
  });
}

/** Whether a value is a message: plain JavaScript may pass anything. */
function hasText(message: unknown): boolean {
  return typeof message === 'string' && message.trim() !== '';
}

function problem(packageName: string, message: string): CatalogProblem {
  return { code: CatalogErrorCode.DEPRECATION, message, packageName };
}
