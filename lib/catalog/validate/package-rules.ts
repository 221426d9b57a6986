import type { RuleFinding } from './rule';
import { CatalogErrorCode } from '../declcfg/catalog-error';
import type { PackageBlobs } from '../declcfg/package-blobs';
import { quoted, quotedList } from '../../text/quoted';

/** A DNS label. */
const PACKAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A blob of a package other than `olm.package`. */
type Member = PackageBlobs['channels' | 'bundles' | 'deprecations'][number];

/** Whether a package name is valid. */
export function isPackageName(name: string): boolean {
  return PACKAGE_NAME.test(name);
}

/** A package has exactly one `olm.package` blob. */
export function packageExistsOnce({ name, packages, channels, bundles, deprecations }: PackageBlobs): RuleFinding[] {
  if (packages.length === 0) {
    const members = [...channels, ...bundles, ...deprecations];
    return name === '' ? members.map(withoutPackage) : [{
      code: CatalogErrorCode.UNKNOWN_PACKAGE,
      message: `package ${quoted(name)} is not in the catalog, but ${described(members[0]!)}${members.length === 1 ? ' belongs' : ` and ${members.length - 1} more `
        + 'blobs belong'} to it; add its olm.package blob, or correct the name`,
      blob: members[0]!,
      path: ['package'],
    }];
  }
  return packages.slice(1).map((blob) => ({
    code: CatalogErrorCode.DUPLICATE_PACKAGE,
    message: `package ${quoted(name)} has a second olm.package blob; remove one of them`,
    blob,
  }));
}

function withoutPackage(blob: Member): RuleFinding {
  return {
    code: CatalogErrorCode.UNKNOWN_PACKAGE, message: `${described(blob)} has no package; add "package"`, blob,
  };
}

function described(blob: Member): string {
  switch (blob.schema) {
    case 'olm.channel':
      return `channel ${quoted(blob.name)}`;
    case 'olm.bundle':
      return `bundle ${quoted(blob.name)}`;
    case 'olm.deprecations':
      return 'an olm.deprecations blob';
  }
}

/** The name of a package is a DNS label. */
export function packageNameIsLabel({ name, packages: [blob] }: PackageBlobs): RuleFinding[] {
  return blob === undefined || isPackageName(name) ? [] : [{
    code: CatalogErrorCode.PACKAGE_NAME,
    message: name === '' ? 'a package has no name; add "name" to its olm.package blob'
      : `package name ${quoted(name)} must have at most 63 lowercase letters, digits and dashes, and neither start nor end with a dash; rename the package`,
    blob,
    path: ['name'],
  }];
}

/** A package has channels. */
export function packageHasChannels({ name, packages: [blob], channels }: PackageBlobs): RuleFinding[] {
  return blob === undefined || channels.length > 0 ? [] : [{
    code: CatalogErrorCode.NO_CHANNELS,
    message: `package ${quoted(name)} has no channel; add an olm.channel blob, or remove the package`,
    blob,
  }];
}

/** The default channel of a package is one of its channels. */
export function defaultChannelExists({ name, packages: [blob], channels }: PackageBlobs): RuleFinding[] {
  if (blob === undefined || channels.length === 0) {
    return [];
  }
  const { defaultChannel } = blob;
  const known = channels.map((channel) => channel.name);
  return defaultChannel !== '' && known.includes(defaultChannel) ? [] : [{
    code: CatalogErrorCode.DEFAULT_CHANNEL,
    message: `package ${quoted(name)} has ${defaultChannel === '' ? 'no default channel' : `the default channel ${quoted(defaultChannel)}, which does not exist`}; `
      + `set "defaultChannel" to one of ${quotedList(known)}`,
    blob,
    path: ['defaultChannel'],
  }];
}
