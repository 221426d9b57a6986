import { join } from 'node:path';
import { lostBy } from './compare';
import { mirrorOurVersions } from './mirror';
import { upgradesOf } from './picture';
import { renderTemplate } from './render-template';
import { selectShop } from './select';

const catalog = join(__dirname, 'catalog.yaml');

/** Each story of the guide to catalogs, and what it prints. */
export function stories(): { [story: string]: string } {
  const shop = selectShop(catalog);
  const ours = mirrorOurVersions(catalog);
  const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
  const channels = renderTemplate(join(__dirname, 'template.yaml'), catalog).toJsonLines().split('\n').filter((line) => line.includes('olm.channel'));
  return {
    select: lines([...shop.catalog.bundleNames, '', ...shop.notes]),
    mirror: lines(ours.notes),
    compare: lostBy(catalog, ours.catalog),
    mermaid: upgradesOf(catalog).toMermaid(),
    template: lines(channels),
  };
}

if (require.main === module) {
  for (const [story, text] of Object.entries(stories())) {
    process.stdout.write(`${story}\n${text}\n`);
  }
}
