import { base64Text } from '../base64';
import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import type { PackageDocument, PackageIcon } from '../wire';
import { compareVersions, comparePreReleases, parseVersion } from '../version';
import type { Bundle } from '../../bundle';
import type { OperatorIcon } from '../../cluster-service-version-spec';
import { compareUtf8 } from '../../go-json';

/** Bundles of one package from the oldest to the newest: by version, then by release, then by name. */
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

/** The document of a package: icon and description are those of its newest bundle's CSV. */
export function packageDocument(name: string, bundles: readonly Bundle[], defaultChannel: string): PackageDocument {
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
 * The default channel of a package: the one asked for; else, of those that the bundles' annotations name and that have bundles, the one
 * of the newest bundle; else the first by name, as opm chooses where nothing is said.
 *
 * A bundle may well name a channel that it is not in itself, so a set of bundles can lack the channel that its annotations name.
 *
 * @param bundles the bundles of the package, oldest first
 * @param channels the names of its channels, sorted
 * @param wanted the one asked for
 * @param planned the one that comes with the channels, which goes before what the bundles say
 */
export function defaultChannel(
  name: string, bundles: readonly Bundle[], channels: readonly string[], wanted: string | undefined, planned?: string,
): string | CatalogProblem {
  if (wanted !== undefined && !channels.includes(wanted)) {
    return {
      code: CatalogErrorCode.DEFAULT_CHANNEL,
      message: `package "${name}" cannot have the default channel "${wanted}": its bundles are in ${channels.map((channel) => `"${channel}"`)
        .join(', ')}; name one of these in 'defaultChannels', or add a bundle of that channel`,
      package: name,
    };
  }
  const named = bundles.map((bundle) => bundle.defaultChannel ?? '').filter((channel) => channels.includes(channel));
  return wanted ?? planned ?? named.at(-1) ?? channels[0]!;
}

/** opm cannot read a catalog with an icon that is not base64, so such an icon is left out; the CSV keeps it. */
function packageIcon(icon: OperatorIcon | undefined): PackageIcon | undefined {
  const base64data = base64Text(icon?.base64data ?? '') ?? '';
  return icon === undefined || base64data === '' ? undefined : { base64data, mediatype: icon.mediaType };
}
