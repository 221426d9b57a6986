import type { Catalog } from '../../catalog/catalog';
import { packageProperties } from '../../catalog/declcfg/bundle-facts';
import { byPackage, type PackageBlobs } from '../../catalog/declcfg/declcfg';
import type { ResolutionCatalog } from '../model/resolution-catalog';
import { EntrySource } from './entry-source';
import { ProvidedProperties } from './provided-properties';
import { ResolverEntry } from './resolver-entry';

/** Properties that opm does not pass on to OLM's resolver. */
const NOT_SERVED: ReadonlySet<string> = new Set(['olm.bundle.object', 'olm.csv.metadata']);

/** Cache of entries by catalog, and then by the key of the CatalogSource. Catalogs never change, and an app may resolve many namespaces. */
const KNOWN = new WeakMap<Catalog, Map<string, EntrySource>>();

/** Returns the entries of a catalog, as opm serves them to OLM: each bundle once in each of its channels. */
export function catalogEntries({ name, namespace, content, priority = 0 }: ResolutionCatalog): EntrySource {
  const known = KNOWN.get(content) ?? new Map<string, EntrySource>();
  KNOWN.set(content, known);
  const id = JSON.stringify([name, namespace, priority]);
  const key = { name, namespace };
  const entries = (): ResolverEntry[] => [...byPackage(content._blobs).values()].flatMap((blobs) => packageEntries(key, blobs));
  const found = known.get(id) ?? new EntrySource(key, priority, entries());
  known.set(id, found);
  return found;
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
