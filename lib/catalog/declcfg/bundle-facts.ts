import { propertyValue } from '../../bundle/model/go-types';
import { compareUtf8 } from '../../formats/json/go-json';
import { stringField } from '../../formats/json/json-value';
import { comparePreReleases, compareVersions, parsePreRelease, parseVersion, type Version } from '../../formats/semver/version';
import type { BundleBlob } from './declcfg';

/** Facts about a bundle that filters and upgrade paths need: small enough to keep for every bundle of a large catalog. */
export interface BundleFacts {
  readonly name: string;
  readonly package: string;
  /** Version, or undefined if `olm.package` is missing or its version is not a semantic version. */
  readonly version: Version | undefined;
  /** Version as written in the catalog. */
  readonly versionString: string;
  readonly release: readonly string[];
  /** Provided APIs, as `group/version/kind`. */
  readonly provides: readonly string[];
  /** Required APIs, as `group/version/kind`. */
  readonly requiresApis: readonly string[];
  readonly requiresPackages: readonly PackageRequirement[];
  /** Whether it has the property `olm.deprecated`: OLM's resolver does not install it. */
  readonly isDeprecated: boolean;
}

/** A package that a bundle requires, in a range of versions. */
export interface PackageRequirement {
  readonly name: string;
  readonly range: string;
}

/** Extracts the facts of a bundle from its properties. */
export function bundleFacts({ name, package: packageName, properties }: BundleBlob): BundleFacts {
  const valuesOf = (type: string): unknown[] => properties.filter((property) => property.type === type).map(propertyValue);
  const [own] = valuesOf('olm.package');
  const versionString = stringField(own, 'version') ?? '';
  return {
    name,
    package: packageName,
    version: parseVersion(versionString),
    versionString,
    release: parsePreRelease(stringField(own, 'release') ?? '') ?? [],
    provides: valuesOf('olm.gvk').map(apiName),
    requiresApis: valuesOf('olm.gvk.required').map(apiName),
    requiresPackages: valuesOf('olm.package.required')
      .map((value) => ({ name: stringField(value, 'packageName') ?? '', range: stringField(value, 'versionRange') ?? '' })),
    isDeprecated: properties.some(isDeprecation),
  };
}

/** Whether a property keeps OLM from installing its bundle. Unlike the schema `olm.deprecations`, it is not a message to users. */
export function isDeprecation({ type }: { readonly type: string }): boolean {
  return type === 'olm.deprecated';
}

function apiName(value: unknown): string {
  return [stringField(value, 'group') ?? '', stringField(value, 'version') ?? '', stringField(value, 'kind') ?? ''].join('/');
}

/** Sorts names from the newest version to the oldest; those without a version come last. */
export function newestFirst(names: readonly string[], facts: ReadonlyMap<string, BundleFacts>): string[] {
  return [...names].sort((left, right) => compareFacts(facts.get(right), facts.get(left)) || compareUtf8(right, left));
}

/** Compares bundles by version and release: negative if `left` is older. A bundle without a version is older than one with a version. */
export function compareFacts(left: BundleFacts | undefined, right: BundleFacts | undefined): number {
  if (left?.version === undefined || right?.version === undefined) {
    return Number(left?.version !== undefined) - Number(right?.version !== undefined);
  }
  return compareVersions(left.version, right.version) || comparePreReleases(left.release, right.release);
}

/** Value of an `olm.package` property. */
export interface PackageProperty {
  readonly packageName: string;
  readonly version: string;
  /** Release, or an empty string. */
  readonly release: string;
}

/** Returns the `olm.package` properties of a bundle; exactly one in a valid catalog. */
export function packageProperties({ properties }: BundleBlob): PackageProperty[] {
  return properties.filter(({ type }) => type === 'olm.package').map(propertyValue).map((value) => {
    const field = (name: string): string => stringField(value, name) ?? '';
    return { packageName: field('packageName'), version: field('version'), release: field('release') };
  });
}

/** Returns a version followed by its release, which opm uses to distinguish the bundles of a package. */
export function versionAndRelease({ version, release }: Pick<PackageProperty, 'version' | 'release'>): string {
  return release === '' ? version : `${version}-${release}`;
}
