import { Catalog } from '../../catalog/catalog';
import { CatalogChannel, CatalogChannelEntry } from '../../catalog/catalog-channel';
import { CatalogPackage } from '../../catalog/catalog-package';
import { defined } from '../../formats/json/defined';
import { fieldAt, JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import { KubernetesObject } from '../waiting/view/kubernetes-object';

/** Version in a channel. */
export interface OfferedVersion {
  /** Name of the ClusterServiceVersion, or of the bundle. */
  readonly name: string;
  readonly version: string;

  /** Deprecation message, if the version is deprecated. */
  readonly deprecation?: string;

  /** Names of the versions that it replaces or skips, or undefined if the source does not specify them. */
  readonly upgradesFrom?: readonly string[];
}

/** Channel of a package. */
export interface OfferedChannel {
  readonly name: string;

  /** Version that OLM installs from the channel, and upgrades to. */
  readonly head: string;
  readonly headVersion: string;
  readonly deprecation?: string;

  /** Versions, the newest first. */
  readonly versions: readonly OfferedVersion[];
}

/** A package in a catalog. */
export interface PackageOffer {
  readonly name: string;

  /** CatalogSource as `namespace/name`, or the path of the catalog. */
  readonly catalog: string;

  readonly displayName?: string;
  readonly provider?: string;
  readonly defaultChannel: string;
  readonly deprecation?: string;
  readonly channels: readonly OfferedChannel[];

  /** Install modes that the head of the default channel supports, or undefined if the source does not specify them. */
  readonly installModes?: readonly string[];

  /** APIs that the head of the default channel owns, such as `example.com/v1 Database`. */
  readonly ownedApis: readonly string[];
}

/** Returns what a file-based catalog offers. */
export function catalogOffers(catalog: Catalog, path: string): PackageOffer[] {
  return catalog.packages.map((found) => packageOffer(found, path));
}

function packageOffer({ name, defaultChannel, deprecation, channels }: CatalogPackage, catalog: string): PackageOffer {
  const { head } = defaultChannel;
  const { displayName, installModes } = head;
  return {
    name, catalog,
    ...defined({ displayName, deprecation }),
    defaultChannel: defaultChannel.name,
    channels: channels.map(channelOffer),
    ...defined({ installModes }),
    ownedApis: head.providedApis.map(({ group, version, kind }) => apiTitle(group, version, kind)),
  };
}

function channelOffer({ name, head, deprecation, entries }: CatalogChannel): OfferedChannel {
  return {
    name, head: head.name, headVersion: head.version,
    ...defined({ deprecation }),
    versions: entries.map(versionOffer).reverse(),
  };
}

function versionOffer({ bundle, replaces, skips, skipRange }: CatalogChannelEntry): OfferedVersion {
  return {
    name: bundle.name, version: bundle.version,
    ...defined({ deprecation: bundle.deprecation }),
    upgradesFrom: [...(replaces === undefined ? [] : [replaces]), ...skips, ...(skipRange === undefined ? [] : [skipRange])],
  };
}

/** Returns what a PackageManifest of packageserver offers. Its entries are ordered, but it has no upgrade edges. */
export function manifestOffer({ metadata, status }: KubernetesObject): PackageOffer {
  const channels = mapListField(status, 'channels');
  const defaultChannel = stringField(status, 'defaultChannel') ?? '';
  const head = channels.find((channel) => stringField(channel, 'name') === defaultChannel) ?? channels[0];
  const description = fieldAt(head, 'currentCSVDesc');
  const provider = stringField(fieldAt(status, 'provider'), 'name') ?? stringField(fieldAt(description, 'provider'), 'name');
  const displayName = stringField(description, 'displayName');
  return {
    name: stringField(status, 'packageName') ?? metadata.name,
    catalog: `${stringField(status, 'catalogSourceNamespace') ?? ''}/${stringField(status, 'catalogSource') ?? ''}`,
    ...optional('displayName', displayName), ...optional('provider', provider), ...deprecation(status), defaultChannel,
    channels: channels.map(offeredChannel),
    installModes: mapListField(description, 'installModes').filter((mode) => mode['supported'] === true).map((mode) => stringField(mode, 'type') ?? ''),
    ownedApis: mapListField(fieldAt(description, 'customresourcedefinitions'), 'owned').map((crd) => {
      const name = stringField(crd, 'name') ?? '';
      return apiTitle(name.slice(name.indexOf('.') + 1), stringField(crd, 'version') ?? '', stringField(crd, 'kind') ?? '');
    }),
  };
}

/** Returns the name of an API for a list. */
export function apiTitle(group: string, version: string, kind: string): string {
  return `${group}/${version} ${kind}`;
}

function offeredChannel(channel: JsonMap): OfferedChannel {
  const head = stringField(channel, 'currentCSV') ?? '';
  const headVersion = stringField(fieldAt(channel, 'currentCSVDesc'), 'version') ?? '';
  const entries = mapListField(channel, 'entries').map((entry) => ({
    name: stringField(entry, 'name') ?? '', version: stringField(entry, 'version') ?? '', ...deprecation(entry),
  }));
  // Old releases of packageserver list no entries.
  return {
    name: stringField(channel, 'name') ?? '', head, headVersion, ...deprecation(channel),
    versions: entries.length === 0 ? [{ name: head, version: headVersion }] : entries,
  };
}

function deprecation(of: unknown): { readonly deprecation?: string } {
  return optional('deprecation', stringField(fieldAt(of, 'deprecation'), 'message'));
}

function optional<Key extends string>(key: Key, value: string | undefined): { readonly [key in Key]?: string } {
  return (value === undefined || value === '' ? {} : { [key]: value }) as { readonly [key in Key]?: string };
}
