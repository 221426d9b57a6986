import { CatalogErrorCode } from '../catalog-error';
import { quoted, quotedList } from '../quoted';
import type { PackageDocuments } from './package-documents';
import type { RuleFinding } from './rule';

/** A DNS label: a part between the dots of a host name. */
const PACKAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A document of a package that is not the package itself. */
type Member = PackageDocuments['channels' | 'bundles' | 'deprecations'][number];

/** Whether opm takes a name for one of a package. */
export function isPackageName(name: string): boolean {
  return PACKAGE_NAME.test(name);
}

/** A package has a name, and one document. */
export function packageIsThereOnce({ name, packages, channels, bundles, deprecations }: PackageDocuments): RuleFinding[] {
  if (packages.length === 0) {
    const members = [...channels, ...bundles, ...deprecations];
    return name === '' ? members.map(withoutPackage) : [{
      code: CatalogErrorCode.UNKNOWN_PACKAGE,
      message: `package ${quoted(name)} is not in the catalog, but ${described(members[0]!)}${members.length === 1 ? ' is' : ` and ${members.length - 1} more `
        + 'documents are'} of it; add its olm.package document, or correct the name`,
      document: members[0]!,
      path: ['package'],
    }];
  }
  return packages.slice(1).map((document) => ({
    code: CatalogErrorCode.DUPLICATE_PACKAGE,
    message: `package ${quoted(name)} has a second olm.package document; remove one of them`,
    document,
  }));
}

function withoutPackage(document: Member): RuleFinding {
  return {
    code: CatalogErrorCode.UNKNOWN_PACKAGE, message: `${described(document)} does not say its package; give it "package"`, document,
  };
}

function described(document: Member): string {
  switch (document.schema) {
    case 'olm.channel':
      return `channel ${quoted(document.name)}`;
    case 'olm.bundle':
      return `bundle ${quoted(document.name)}`;
    case 'olm.deprecations':
      return 'an olm.deprecations document';
  }
}

/** The name of a package is a DNS label. */
export function packageNameIsLabel({ name, packages: [document] }: PackageDocuments): RuleFinding[] {
  return document === undefined || isPackageName(name) ? [] : [{
    code: CatalogErrorCode.PACKAGE_NAME,
    message: name === '' ? 'a package has no name; give its olm.package document a "name"'
      : `package name ${quoted(name)} must be at most 63 lower-case letters, digits and dashes, and neither start nor end with a dash; rename the package`,
    document,
    path: ['name'],
  }];
}

/** A package has channels. */
export function packageHasChannels({ name, packages: [document], channels }: PackageDocuments): RuleFinding[] {
  return document === undefined || channels.length > 0 ? [] : [{
    code: CatalogErrorCode.NO_CHANNELS,
    message: `package ${quoted(name)} has no channel; add an olm.channel document, or remove the package`,
    document,
  }];
}

/** The default channel of a package is one of its channels. */
export function defaultChannelIsThere({ name, packages: [document], channels }: PackageDocuments): RuleFinding[] {
  if (document === undefined || channels.length === 0) {
    return [];
  }
  const { defaultChannel } = document;
  const known = channels.map((channel) => channel.name);
  return defaultChannel !== '' && known.includes(defaultChannel) ? [] : [{
    code: CatalogErrorCode.DEFAULT_CHANNEL,
    message: `package ${quoted(name)} has ${defaultChannel === '' ? 'no default channel' : `the default channel ${quoted(defaultChannel)}, which is not there`}; `
      + `name one of ${quotedList(known)} in "defaultChannel"`,
    document,
    path: ['defaultChannel'],
  }];
}
