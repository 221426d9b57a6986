import type {
  BundleBlob, CatalogBlob, ChannelBlob, ChannelEntry, DeprecationEntry, DeprecationsBlob, PackageBlob, Property,
} from '../../../lib/catalog/declcfg/declcfg';

export function packageBlob(name: string, defaultChannel: string): PackageBlob {
  return { schema: 'olm.package', name, defaultChannel };
}

export function channelBlob(packageName: string, name: string, entries: readonly ChannelEntry[]): ChannelBlob {
  return { schema: 'olm.channel', name, package: packageName, entries };
}

export function property(type: string, value: unknown): Property {
  return { type, raw: JSON.stringify(value), value };
}

export function bundleBlob(packageName: string, version: string, more: readonly Property[] = []): BundleBlob {
  const name = `${packageName}.v${version}`;
  return {
    schema: 'olm.bundle', name, package: packageName, image: `example.com/${packageName}:v${version.replace('+', '-')}`,
    properties: [property('olm.package', { packageName, version }), ...more], relatedImages: [],
  };
}

export function deprecationsBlob(packageName: string, entries: readonly DeprecationEntry[]): DeprecationsBlob {
  return { schema: 'olm.deprecations', package: packageName, entries };
}

/** Returns entries from the newest, each of which replaces the next. */
export function chain(packageName: string, ...versions: string[]): ChannelEntry[] {
  return versions.map((version, index) => ({
    name: `${packageName}.v${version}`,
    ...(index + 1 < versions.length ? { replaces: `${packageName}.v${versions[index + 1]!}` } : {}),
  }));
}

/** Returns the blobs of a package whose channels are lists of versions, from the newest. */
export function packageOf(name: string, channels: { readonly [name: string]: readonly string[] }, more: readonly Property[] = []): CatalogBlob[] {
  const versions = [...new Set(Object.values(channels).flat())];
  return [
    packageBlob(name, Object.keys(channels)[0]!),
    ...Object.entries(channels).map(([channel, list]) => channelBlob(name, channel, chain(name, ...list))),
    ...versions.map((version) => bundleBlob(name, version, more)),
  ];
}
