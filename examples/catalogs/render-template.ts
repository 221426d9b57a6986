import { Catalog, CatalogTemplate } from 'olm-constructs';

/** The channels of a semver template, with bundles as `opm render` printed them. */
export function renderTemplate(template: string, catalog: string): Catalog {
  const rendered: { [image: string]: string } = {};
  for (const line of Catalog.fromFile(catalog).toJsonLines().split('\n').filter((text) => text.includes('"schema":"olm.bundle"'))) {
    rendered[(JSON.parse(line) as { image: string }).image] = line;
  }
  return CatalogTemplate.fromFile(template).render({ rendered });
}
