import type {
  BundleDocument, CatalogDocument, ChannelDocument, ChannelEntry, DeprecationEntry, DeprecationsDocument, PackageDocument, Property,
} from '../../../../lib/bundle/catalog/wire';

export function packageDocument(name: string, defaultChannel: string): PackageDocument {
  return { schema: 'olm.package', name, defaultChannel };
}

export function channelDocument(packageName: string, name: string, entries: readonly ChannelEntry[]): ChannelDocument {
  return { schema: 'olm.channel', name, package: packageName, entries };
}

export function property(type: string, value: unknown): Property {
  return { type, raw: JSON.stringify(value), value };
}

export function bundleDocument(packageName: string, version: string, more: readonly Property[] = []): BundleDocument {
  const name = `${packageName}.v${version}`;
  return {
    schema: 'olm.bundle', name, package: packageName, image: `example.com/${packageName}:v${version.replace('+', '-')}`,
    properties: [property('olm.package', { packageName, version }), ...more], relatedImages: [],
  };
}

export function deprecationsDocument(packageName: string, entries: readonly DeprecationEntry[]): DeprecationsDocument {
  return { schema: 'olm.deprecations', package: packageName, entries };
}

/** `1.2.0 <- 1.1.0` as entries, from the newest: each replaces the next. */
export function chain(packageName: string, ...versions: string[]): ChannelEntry[] {
  return versions.map((version, index) => ({
    name: `${packageName}.v${version}`,
    ...(index + 1 < versions.length ? { replaces: `${packageName}.v${versions[index + 1]!}` } : {}),
  }));
}

/** A package with channels given as lists of versions, from the newest. */
export function packageOf(name: string, channels: { readonly [name: string]: readonly string[] }, more: readonly Property[] = []): CatalogDocument[] {
  const versions = [...new Set(Object.values(channels).flat())];
  return [
    packageDocument(name, Object.keys(channels)[0]!),
    ...Object.entries(channels).map(([channel, list]) => channelDocument(name, channel, chain(name, ...list))),
    ...versions.map((version) => bundleDocument(name, version, more)),
  ];
}
