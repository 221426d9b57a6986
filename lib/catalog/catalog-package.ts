import { CatalogBundle } from './catalog-bundle';
import { CatalogChannel } from './catalog-channel';
import { packageProperties } from './package-property';
import { quoted, quotedList } from './quoted';
import type { PackageDocuments } from './rules/package-documents';
import { comparePreReleases, compareVersions, parseVersion } from './version';
import type { BundleDocument, CatalogDocument } from './wire';
import type { Bundle } from '../bundle';
import type { OperatorIcon } from '../cluster-service-version-spec';
import { compareUtf8 } from '../go-json';

/**
 * A package of a catalog: an operator, in all the versions that the catalog has.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmpackage-1
 */
export class CatalogPackage {
  /**
   * @internal
   * @param documents the documents of a package that opm accepts
   * @param contents the bundles that documents were made of
   */
  public static _of(documents: PackageDocuments, contents: ReadonlyMap<CatalogDocument, Bundle>): CatalogPackage {
    return new CatalogPackage(documents, contents);
  }

  /** The name of the package. */
  public readonly name: string;

  /** What consoles show as its description; undefined where there is none. */
  public readonly description?: string;

  /** What consoles show as its picture; undefined where there is none. */
  public readonly icon?: OperatorIcon;

  /** Its channels, sorted by name. */
  public readonly channels: CatalogChannel[];

  /** The channel that a user gets who names none. */
  public readonly defaultChannel: CatalogChannel;

  /** Its bundles, oldest first. */
  public readonly bundles: CatalogBundle[];

  /** What users are told who have it, as it should not be used any more; undefined when it is not deprecated. */
  public readonly deprecation?: string;

  private constructor({ packages, channels, bundles, deprecations }: PackageDocuments, contents: ReadonlyMap<CatalogDocument, Bundle>) {
    const { name, description, icon, defaultChannel } = packages[0]!;
    const messages = new Map(deprecations.flatMap(({ entries }) => entries).map(({ reference, message }) => (
      [`${reference.schema} ${reference.name ?? ''}`, message]
    )));
    const channelsOf = channelNames(channels);
    this.name = name;
    if (description !== undefined) {
      this.description = description;
    }
    if (icon !== undefined) {
      this.icon = { base64data: icon.base64data, mediaType: icon.mediatype };
    }
    this.bundles = oldestFirst(bundles).map((document) => CatalogBundle._of(document, {
      channels: channelsOf.get(document.name) ?? [],
      defaultChannel,
      deprecation: messages.get(`olm.bundle ${document.name}`),
      content: contents.get(document),
    }));
    this.channels = [...channels].sort((left, right) => compareUtf8(left.name, right.name))
      .map((document) => CatalogChannel._of(document, this.bundles, messages.get(`olm.channel ${document.name}`)));
    this.defaultChannel = this.findChannel(defaultChannel);
    const deprecation = messages.get('olm.package ');
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
  }

  /**
   * The channel of a name.
   *
   * @param name the channel
   * @throws Error when the package does not have it
   */
  public findChannel(name: string): CatalogChannel {
    const found = this.tryFindChannel(name);
    if (found === undefined) {
      throw new Error(`package ${quoted(this.name)} has no channel ${quoted(name)}; it has ${quotedList(this.channels.map((channel) => channel.name))}`);
    }
    return found;
  }

  /**
   * The channel of a name; undefined when the package does not have it.
   *
   * @param name the channel
   */
  public tryFindChannel(name: string): CatalogChannel | undefined {
    return this.channels.find((channel) => channel.name === name);
  }
}

/** The names of the channels that each bundle is in, sorted. */
function channelNames(channels: PackageDocuments['channels']): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, entries } of [...channels].sort((left, right) => compareUtf8(left.name, right.name))) {
    for (const entry of entries) {
      const found = names.get(entry.name);
      if (found === undefined) {
        names.set(entry.name, [name]);
      } else {
        found.push(name);
      }
    }
  }
  return names;
}

/** Bundles from the oldest to the newest: by version, then by release, then by name. */
function oldestFirst(bundles: readonly BundleDocument[]): BundleDocument[] {
  return bundles
    .map((document) => {
      const { version, release } = packageProperties(document)[0]!;
      return { document, version: parseVersion(version)!, release: release === '' ? [] : release.split('.') };
    })
    .sort((left, right) => (
      compareVersions(left.version, right.version)
        || comparePreReleases(left.release, right.release)
        || compareUtf8(left.document.name, right.document.name)
    ))
    .map(({ document }) => document);
}
