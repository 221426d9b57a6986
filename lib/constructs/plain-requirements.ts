import { requirementsOf } from './catalog-providers';
import { Bundle } from '../bundle/bundle';
import { Catalog } from '../catalog/catalog';
import { CatalogBundle } from '../catalog/catalog-bundle';

/** Returns what bundles require but none of them provides, as phrases such as `bundle 'a.v1' requires package 'b' >=1.0.0`. */
export function missingRequirements(bundles: readonly Bundle[]): string[] {
  const requiring = bundles.filter(mayRequire);
  if (requiring.length === 0) {
    return [];
  }
  const all = bundles.map(bundle => ({ bundle, entry: entryOf(bundle) }));
  return all.filter(({ bundle }) => requiring.includes(bundle)).flatMap(({ bundle, entry }) => requirementsOf(entry)
    .filter(({ isMetBy }) => !all.some(other => isMetBy(other.entry)))
    .map(({ description }) => `bundle '${bundle.name}' requires ${description}`));
}

function mayRequire({ requiredApis, dependencies, properties }: Bundle): boolean {
  return requiredApis.length > 0 || dependencies.length > 0 || properties.some(({ type }) => type.endsWith('.required'));
}

/** Returns a bundle in its catalog form, with the properties that OLM resolves. */
function entryOf(bundle: Bundle): CatalogBundle {
  return Catalog.fromBundles([bundle]).bundles[0]!;
}
