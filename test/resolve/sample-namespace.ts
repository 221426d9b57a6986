import type { BundleProperty } from '../../lib/bundle/model/bundle-property';
import { Catalog } from '../../lib/catalog/catalog';
import type { ResolutionProps, ResolutionSubscription } from '../../lib/resolve/model/resolution-props';

/** A bundle of a sample catalog: its edges in the channel, and what it provides and requires. */
export interface SampleEntry {
  readonly name: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
  readonly properties?: readonly BundleProperty[];
}

/** Returns a catalog; each package has the channels of its entries, by name, the first of which is the default. */
export function sampleCatalog(packages: { readonly [name: string]: { readonly [channel: string]: readonly SampleEntry[] } }): Catalog {
  const blobs = Object.entries(packages).flatMap(([name, channels]) => {
    const entries = new Map(Object.values(channels).flat().map((entry) => [entry.name, entry]));
    return [
      { schema: 'olm.package', name, defaultChannel: Object.keys(channels)[0] },
      ...Object.entries(channels).map(([channel, list]) => (
        { schema: 'olm.channel', name: channel, package: name, entries: list.map(({ properties: _, ...edges }) => edges) }
      )),
      ...[...entries.values()].map((entry) => ({
        schema: 'olm.bundle',
        name: entry.name,
        package: name,
        image: `example.test/${name}:${entry.name.replace('+', '_')}`,
        properties: [{ type: 'olm.package', value: { packageName: name, version: entry.name.slice(entry.name.indexOf('.v') + 2) } }, ...entry.properties ?? []],
      })),
    ];
  });
  return Catalog.fromString(blobs.map((blob) => JSON.stringify(blob)).join('\n'));
}

/** Property of a bundle that provides an API. */
export function provides(kind: string): BundleProperty {
  return { type: 'olm.gvk', value: { group: 'example.test', version: 'v1', kind } };
}

/** Property of a bundle that requires an API. */
export function requires(kind: string): BundleProperty {
  return { type: 'olm.gvk.required', value: { group: 'example.test', version: 'v1', kind } };
}

/** Returns a Subscription to a package of the sample catalog. */
export function subscriptionTo(name: string, props: Partial<ResolutionSubscription> = {}): ResolutionSubscription {
  return { name, packageName: name, catalog: 'sample', catalogNamespace: 'olm', ...props };
}

/** Returns the props of a resolution with one global catalog. */
export function namespaceWith(
  content: Catalog, subscriptions: readonly ResolutionSubscription[], more: Partial<ResolutionProps> = {},
): ResolutionProps {
  return { namespace: 'demo', catalogs: [{ name: 'sample', namespace: 'olm', content }], subscriptions: [...subscriptions], ...more };
}

/**
 * Returns a namespace in which each of several bundles needs a hole of its own, and there is one hole less: proving that this is impossible takes
 * exponential time.
 */
export function pigeonhole(holes: number): ResolutionProps {
  const packages: { [name: string]: { readonly stable: readonly SampleEntry[] } } = {};
  const pigeons = Array.from({ length: holes + 1 }, (_, index) => `pigeon${index}`);
  for (const [index, name] of pigeons.entries()) {
    packages[name] = { stable: [{ name: `${name}.v1.0.0`, properties: [requires(`Seat${index}`)] }] };
    for (let hole = 0; hole < holes; hole++) {
      packages[`seat${index}-${hole}`] = { stable: [{ name: `seat${index}-${hole}.v1.0.0`, properties: [provides(`Seat${index}`), provides(`Hole${hole}`)] }] };
    }
  }
  return namespaceWith(sampleCatalog(packages), pigeons.map((name) => subscriptionTo(name)));
}
