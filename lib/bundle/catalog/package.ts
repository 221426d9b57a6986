import { CatalogErrorCode } from './catalog-error';
import type { CatalogProblem } from './catalog-error';
import type { PackageDocument, PackageIcon } from './wire';
import { compareVersions, comparePreReleases, parseVersion } from './version';
import type { Bundle } from '../bundle';
import type { OperatorIcon } from '../cluster-service-version-spec';
import { compareUtf8 } from '../go-json';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

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
 * The default channel: the one asked for, else the one that the newest bundle with such an annotation names, else the only one.
 *
 * @param bundles the bundles of the package, oldest first
 * @param channels the names of its channels
 */
export function defaultChannel(
  name: string, bundles: readonly Bundle[], channels: readonly string[], wanted: string | undefined,
): string | CatalogProblem {
  const chosen = wanted ?? bundles.map((bundle) => bundle.defaultChannel ?? '').filter((channel) => channel !== '').at(-1);
  const known = channels.map((channel) => `"${channel}"`).join(', ');
  if (chosen === undefined) {
    return channels.length === 1 ? channels[0]! : {
      code: CatalogErrorCode.DEFAULT_CHANNEL,
      message: `package "${name}" has several channels, ${known}, and no default one; name it in metadata/annotations.yaml of the newest `
        + 'bundle (operators.operatorframework.io.bundle.channel.default.v1) or in \'defaultChannels\'',
    };
  }
  return channels.includes(chosen) ? chosen : {
    code: CatalogErrorCode.DEFAULT_CHANNEL,
    message: `package "${name}" has the default channel "${chosen}", but its bundles are only in ${known}; add a bundle of that channel, `
      + 'or choose one of these in \'defaultChannels\'',
  };
}

/** opm cannot read a catalog with an icon that is not base64, so such an icon is left out; the CSV keeps it. */
function packageIcon(icon: OperatorIcon | undefined): PackageIcon | undefined {
  const base64data = icon?.base64data.replace(/[\r\n]/g, '') ?? '';
  return icon === undefined || base64data === '' || !BASE64.test(base64data) ? undefined : { base64data, mediatype: icon.mediaType };
}
