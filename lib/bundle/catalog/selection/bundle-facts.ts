import type { Version } from '../version';
import { compareVersions, comparePreReleases, parsePreRelease, parseVersion } from '../version';
import type { BundleDocument } from '../wire';
import { compareUtf8 } from '../../go-json';
import { textField } from '../../json-value';

/** What a selection looks at in a bundle: little enough to hold for every bundle of a large catalog. */
export interface BundleFacts {
  readonly name: string;
  readonly package: string;
  /** Undefined where `olm.package` is missing or gives no semantic version. */
  readonly version: Version | undefined;
  readonly versionText: string;
  readonly release: readonly string[];
  /** The APIs that it provides and requires, as `group/version/kind`. */
  readonly provides: readonly string[];
  readonly requiresApis: readonly string[];
  readonly requiresPackages: readonly PackageRequirement[];
}

/** A package that a bundle needs, in a range of versions. */
export interface PackageRequirement {
  readonly name: string;
  readonly range: string;
}

/** What a selection needs to know of a bundle. */
export function bundleFacts({ name, package: packageName, properties }: BundleDocument): BundleFacts {
  const valuesOf = (type: string): unknown[] => properties.filter((property) => property.type === type).map(({ value }) => value);
  const [own] = valuesOf('olm.package');
  const versionText = textField(own, 'version') ?? '';
  return {
    name,
    package: packageName,
    version: parseVersion(versionText),
    versionText,
    release: parsePreRelease(textField(own, 'release') ?? '') ?? [],
    provides: valuesOf('olm.gvk').map(apiName),
    requiresApis: valuesOf('olm.gvk.required').map(apiName),
    requiresPackages: valuesOf('olm.package.required')
      .map((value) => ({ name: textField(value, 'packageName') ?? '', range: textField(value, 'versionRange') ?? '' })),
  };
}

/** Names from the newest version to the oldest; those without a version come last. */
export function newestFirst(names: readonly string[], facts: ReadonlyMap<string, BundleFacts>): string[] {
  return [...names].sort((left, right) => compareAges(facts.get(right), facts.get(left)) || compareUtf8(right, left));
}

/** Negative when `left` is older than `right`; what has no version is older than what has one. */
export function compareAges(left: BundleFacts | undefined, right: BundleFacts | undefined): number {
  if (left?.version === undefined || right?.version === undefined) {
    return Number(left?.version !== undefined) - Number(right?.version !== undefined);
  }
  return compareVersions(left.version, right.version) || comparePreReleases(left.release, right.release);
}

function apiName(value: unknown): string {
  return [textField(value, 'group') ?? '', textField(value, 'version') ?? '', textField(value, 'kind') ?? ''].join('/');
}
