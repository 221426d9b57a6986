import type { Bundle } from '../../bundle/bundle';
import type { OperatorIcon } from '../../bundle/model/cluster-service-version-spec';
import { normalizedBase64 } from '../../formats/json/base64';
import { compareUtf8 } from '../../formats/json/go-json';
import { comparePreReleases, compareVersions, parseVersion } from '../../formats/semver/version';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-error';
import type { PackageBlob, PackageIcon } from '../declcfg/declcfg';

/** Sorts bundles of a package from the oldest to the newest: by version, then by release, then by name. */
export function oldestFirst(bundles: readonly Bundle[]): Bundle[] {
  return bundles
    .map((bundle) => ({ bundle, version: parseVersion(bundle.version), release: bundle.csv.release?.split('.') ?? [] }))
    .sort((left, right) => (
      (left.version === undefined || right.version === undefined ? 0 : compareVersions(left.version, right.version))
        || comparePreReleases(left.release, right.release)
        || compareUtf8(left.bundle.name, right.bundle.name)
    ))
    .map(({ bundle }) => bundle);
}

/** Returns the blob of a package, with icon and description from the CSV of its newest bundle. */
export function packageBlob(name: string, bundles: readonly Bundle[], defaultChannel: string): PackageBlob {
  const { csv } = bundles.at(-1)!;
  const icon = packageIcon(csv.icons[0]);
  return {
    schema: 'olm.package',
    name,
    defaultChannel,
    ...(icon === undefined ? {} : { icon }),
    ...(csv.description === '' ? {} : { description: csv.description }),
  };
}

/**
 * Returns the default channel of a package: the requested or planned one; otherwise the one that the newest bundle names, among those that have
 * bundles; otherwise the first by name, as opm chooses.
 *
 * A bundle may name a default channel that it is not in, so the bundles may lack the channel that they name.
 *
 * @param bundles the bundles of the package, oldest first
 * @param channels names of its channels, sorted
 * @param requested the default channel in the options
 * @param planned the default channel of the plan, which overrides the bundles
 */
export function defaultChannel(
  name: string, bundles: readonly Bundle[], channels: readonly string[], requested: string | undefined, planned?: string,
): string | CatalogProblem {
  if (requested !== undefined && !channels.includes(requested)) {
    return {
      code: CatalogErrorCode.DEFAULT_CHANNEL,
      message: `package "${name}" cannot have the default channel "${requested}": its bundles are in ${channels.map((channel) => `"${channel}"`)
        .join(', ')}; name one of these in 'defaultChannels', or add a bundle of that channel`,
      packageName: name,
    };
  }
  const named = bundles.map((bundle) => bundle.defaultChannel ?? '').filter((channel) => channels.includes(channel));
  return requested ?? planned ?? named.at(-1) ?? channels[0]!;
}

/** Returns the icon, or undefined if it is not base64, which opm could not read. The CSV keeps it. */
function packageIcon(icon: OperatorIcon | undefined): PackageIcon | undefined {
  const base64data = normalizedBase64(icon?.base64data ?? '') ?? '';
  return icon === undefined || base64data === '' ? undefined : { base64data, mediatype: icon.mediaType };
}
