import { Catalog, CatalogTemplate } from 'olm-constructs/catalog';

/** Renders a template, with its bundles as `opm render` printed them. */
export function renderTemplate(template: string, catalog: string): Catalog {
  const rendered: { [image: string]: string } = {};
  for (const line of Catalog.fromFile(catalog).toJsonLines().split('\n').filter((blob) => blob.includes('"schema":"olm.bundle"'))) {
    rendered[(JSON.parse(line) as { image: string }).image] = line;
  }
  return CatalogTemplate.fromFile(template).render({ rendered });
}
