import { bundleDigest } from '../../resolve/lock/bundle-digest';
import { Catalog } from '../../catalog/catalog';
import type { Bundle } from '../../bundle/bundle';
import { CliError } from '../frame/cli-error';
import { printable } from '../../text/printable';

/** The bundle that classes are generated from, identified as in a lock file. */
export interface BundlePin {
  readonly package: string;
  readonly version: string;

  /** Name of the ClusterServiceVersion. */
  readonly csv: string;

  /** Digest as in a lock file, or undefined if the lock file has none. */
  readonly digest: string | undefined;
}

/** Package names that can be the name of a folder, and strings that fit into one line of a comment. */
const PACKAGE = /^[A-Za-z0-9][\w.-]*$/;
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;

/**
 * Checks that the names of a bundle can be used in generated files.
 *
 * @throws CliError if they cannot be used
 */
export function checkPin(pin: BundlePin): void {
  if (!PACKAGE.test(pin.package) || ![pin.version, pin.csv, pin.digest ?? ''].every((value) => ONE_LINE.test(value))) {
    throw new CliError(`package '${printable(pin.package)}' cannot be imported: the name of the package or of its ClusterServiceVersion is invalid`);
  }
}

/**
 * Returns the pin of a bundle as in a lock: with the digest of its image if it was fetched, otherwise with the digest of the bundle in an
 * `OperatorRegistry`.
 */
export function pinOf(bundle: Bundle): BundlePin {
  const [, digest = inlineDigest(bundle)] = /@(.+)$/.exec(bundle.image ?? '') ?? [];
  return { package: bundle.packageName, version: bundle.version, csv: bundle.name, digest };
}

function inlineDigest(bundle: Bundle): string {
  return bundleDigest(Catalog.fromBundles([bundle]).bundles[0]!);
}

/** Returns the difference between the bundle of generated files and the expected bundle, or undefined. */
export function pinDifference(actual: BundlePin, expected: BundlePin): string | undefined {
  if (actual.csv !== expected.csv || actual.version !== expected.version) {
    return `belongs to ${actual.csv}, version ${actual.version}, instead of ${expected.csv}, version ${expected.version}`;
  }
  return expected.digest === undefined || actual.digest === expected.digest ? undefined
    : `belongs to ${actual.csv} with digest ${actual.digest}, instead of ${expected.digest}`;
}
