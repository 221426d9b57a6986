import { join } from 'node:path';
import { lostByFilter } from './compare';
import { filterShop } from './filter';
import { drawUpgrades } from './graph';
import { keepOurVersions } from './mirror';
import { renderTemplate } from './render-template';

const catalog = join(__dirname, 'catalog.yaml');

/** Returns what each example of the catalog guide prints. */
export function stories(): { [story: string]: string } {
  const shop = filterShop(catalog);
  const ours = keepOurVersions(catalog);
  const lines = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('');
  const channels = renderTemplate(join(__dirname, 'template.yaml'), catalog).toJsonLines().split('\n').filter((line) => line.includes('olm.channel'));
  return {
    filter: lines([...shop.catalog.bundleNames, '', ...shop.notes]),
    mirror: lines(ours.notes),
    compare: lostByFilter(catalog, ours.catalog),
    mermaid: drawUpgrades(catalog).toMermaid(),
    template: lines(channels),
  };
}

if (require.main === module) {
  for (const [story, output] of Object.entries(stories())) {
    process.stdout.write(`${story}\n${output}\n`);
  }
}
