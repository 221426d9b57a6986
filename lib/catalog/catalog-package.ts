import type { Bundle } from '../bundle/bundle';
import type { OperatorIcon } from '../bundle/model/cluster-service-version-spec';
import { compareUtf8 } from '../formats/json/go-json';
import { checkArguments } from '../formats/options/check-arguments';
import { comparePreReleases, compareVersions, parseVersion } from '../formats/semver/version';
import { quoted, quotedList } from '../text/phrases';
import { printableMessage } from '../text/printable';
import { CatalogBundle } from './catalog-bundle';
import { CatalogChannel } from './catalog-channel';
import { packageProperties } from './declcfg/bundle-facts';
import type { BundleBlob, CatalogBlob, PackageBlobs } from './declcfg/declcfg';

/**
 * A package of a catalog: an operator, in all versions that the catalog contains.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#olmpackage-1
 */
export class CatalogPackage {
  /**
   * @internal
   * @param blobs the blobs of a package that opm accepts
   * @param contents the bundles that blobs were rendered from
   */
  public static _of(blobs: PackageBlobs, contents: ReadonlyMap<CatalogBlob, Bundle>): CatalogPackage {
    return new CatalogPackage(blobs, contents);
  }

  /** Name of the package. */
  public readonly name: string;

  /** Description shown in consoles, if any. */
  public readonly description?: string;

  /** Icon shown in consoles, if any. */
  public readonly icon?: OperatorIcon;

  /** Its channels, sorted by name. */
  public readonly channels: CatalogChannel[];

  /** Default channel, for Subscriptions that specify none. */
  public readonly defaultChannel: CatalogChannel;

  /** Its bundles, oldest first. */
  public readonly bundles: CatalogBundle[];

  /** Deprecation message, or undefined if the package is not deprecated. */
  public readonly deprecation?: string;

  private constructor({ packages, channels, bundles, deprecations }: PackageBlobs, contents: ReadonlyMap<CatalogBlob, Bundle>) {
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
    this.bundles = oldestFirst(bundles).map((blob) => CatalogBundle._of(blob, {
      channels: channelsOf.get(blob.name) ?? [],
      defaultChannel,
      deprecation: messages.get(`olm.bundle ${blob.name}`),
      content: contents.get(blob),
    }));
    this.channels = [...channels].sort((left, right) => compareUtf8(left.name, right.name))
      .map((blob) => CatalogChannel._of(blob, this.bundles, messages.get(`olm.channel ${blob.name}`)));
    this.defaultChannel = this.findChannel(defaultChannel);
    const deprecation = messages.get('olm.package ');
    if (deprecation !== undefined) {
      this.deprecation = deprecation;
    }
  }

  /**
   * Returns a channel by name.
   *
   * @throws Error if the package has no such channel
   */
  public findChannel(name: string): CatalogChannel {
    checkArguments('CatalogPackage#findChannel', { name });
    const found = this.tryFindChannel(name);
    if (found === undefined) {
      throw new Error(printableMessage(`package ${quoted(this.name)} has no channel ${quoted(name)}; it has ${quotedList(this.channels.map((channel) => channel.name))}`));
    }
    return found;
  }

  /** Returns a channel by name, or `undefined` if the package has no such channel. */
  public tryFindChannel(name: string): CatalogChannel | undefined {
    checkArguments('CatalogPackage#tryFindChannel', { name });
    return this.channels.find((channel) => channel.name === name);
  }
}

/** Returns the sorted names of the channels of each bundle. */
function channelNames(channels: PackageBlobs['channels']): ReadonlyMap<string, string[]> {
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

/** Sorts bundles from the oldest to the newest: by version, then by release, then by name. */
function oldestFirst(bundles: readonly BundleBlob[]): BundleBlob[] {
  return bundles
    .map((blob) => {
      const { version, release } = packageProperties(blob)[0]!;
      return { blob, version: parseVersion(version)!, release: release === '' ? [] : release.split('.') };
    })
    .sort((left, right) => (
      compareVersions(left.version, right.version)
        || comparePreReleases(left.release, right.release)
        || compareUtf8(left.blob.name, right.blob.name)
    ))
    .map(({ blob }) => blob);
}
