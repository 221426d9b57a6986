import { Construct } from 'constructs';
import { ICatalog } from './catalog-ref';
import { ConstructError } from './model/construct-error';
import { OperatorSubscriptionProps } from './operator-subscription-props';
import { CatalogBundle } from '../catalog/catalog-bundle';
import { CatalogChannel } from '../catalog/catalog-channel';
import { parseRangeWithShorthands } from '../formats/semver/range-shorthand';
import { parseVersion } from '../formats/semver/version';
import { rangeContains, VersionRange } from '../formats/semver/version-range';

/** Maximum number of versions in an error message. */
const MAX_VERSIONS = 10;

/**
 * Checks that a range is not set together with another prop that determines the version.
 *
 * @throws ConstructError when it is set together with one
 */
export function checkRangeAlone(scope: Construct, props: OperatorSubscriptionProps): void {
  const { versionRange } = props;
  for (const other of ['version', 'startingCsv'] as const) {
    if (versionRange !== undefined && props[other] !== undefined) {
      throw new ConstructError(scope, `versionRange '${versionRange}' and ${other} '${props[other]}' both decide the version to install; omit one of the two`);
    }
  }
}

/**
 * Returns the bundle with the highest version in a range; of two bundles with the same version, that of the later release.
 *
 * @param channel the channel, or `undefined` if the content of the catalog is unknown
 * @throws ConstructError when the range is invalid, the content is unknown, or no version of the channel is in the range
 */
export function bundleInRange(scope: Construct, range: string, catalog: ICatalog, channel: CatalogChannel | undefined): CatalogBundle {
  const parsed = checkedRange(scope, range);
  if (channel === undefined) {
    throw new ConstructError(scope, `versionRange '${range}' is resolved at synthesis, and the app does not know the content of the catalog `
      + `'${catalog.catalogName}'; set 'catalog' to an OperatorRegistry or to CatalogRef.named(…, { content }), or set 'version' instead of `
      + '\'versionRange\'');
  }
  // The bundles are sorted by version.
  const highest = channel.bundles.findLast(({ version }) => rangeContains(parsed, parseVersion(version)!));
  if (highest === undefined) {
    throw new ConstructError(scope, `no version in channel '${channel.name}' satisfies versionRange '${range}'; available: `
      + listed(channel.bundles.map(({ version }) => version)));
  }
  return highest;
}

function checkedRange(scope: Construct, range: string): VersionRange {
  const parsed = parseRangeWithShorthands(range);
  if (parsed === undefined) {
    throw new ConstructError(scope, `versionRange '${range}' is not a version range; use comparisons with complete versions separated by spaces, such as `
      + '\'>=1.2.0 <2.0.0\', with \'||\' for "or", or \'~1.2\', \'^1.2\', \'1.x\' or \'1.2.x\'');
  }
  return parsed;
}

/** Lists versions, the highest last: all versions of a short list, the highest ones of a long list. */
function listed(versions: readonly string[]): string {
  const names = versions.slice(-MAX_VERSIONS).map(version => `'${version}'`).join(', ');
  return versions.length <= MAX_VERSIONS ? names : `${versions.length}, of which the highest are ${names}`;
}
