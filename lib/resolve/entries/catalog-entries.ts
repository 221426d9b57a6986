import { EntrySource } from './entry-source';
import { ProvidedProperties } from './provided-properties';
import { ResolverEntry } from './resolver-entry';
import { packageProperties } from '../../catalog/declcfg/bundle-facts';
import type { PackageBlobs } from '../../catalog/declcfg/package-blobs';
import { byPackage } from '../../catalog/declcfg/package-blobs';
import type { ResolutionCatalog } from '../model/resolution-catalog';

/** Properties that opm does not serve to OLM's resolver. */
const NOT_SERVED: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

/** Returns the entries of a catalog, as opm serves them to OLM: each bundle once in each of its channels. */
export function catalogEntries({ name, namespace, content, priority = 0 }: ResolutionCatalog): EntrySource {
  const key = { name, namespace };
  return new EntrySource(key, priority, [...byPackage(content._blobs).values()].flatMap((blobs) => packageEntries(key, blobs)));
}

function packageEntries(source: ResolverEntry['source'], { name, packages, channels, bundles }: PackageBlobs): ResolverEntry[] {
  const known = new Map(bundles.map((bundle) => [bundle.name, {
    version: packageProperties(bundle)[0]!.version,
    properties: new ProvidedProperties(bundle.properties.filter(({ type }) => !NOT_SERVED.has(type))),
  }]));
  return channels.flatMap((channel) => channel.entries.map(({ name: csv, ...edges }) => new ResolverEntry({
    ...edges, ...known.get(csv)!, source, package: name, channel: channel.name, isDefaultChannel: channel.name === packages[0]!.defaultChannel, csv,
  })));
}
