import { join } from 'node:path';
import { explainShop } from './explain';
import { resolveShop } from './resolve';

const catalog = join(__dirname, '..', 'catalogs', 'catalog.yaml');

/** Returns what each example of the guide to resolution prints. */
export function stories(): { [story: string]: string } {
  return { resolve: resolveShop(catalog).map((line) => `${line}\n`).join(''), explain: `${explainShop(catalog)}\n` };
}

if (require.main === module) {
  for (const [story, output] of Object.entries(stories())) {
    process.stdout.write(`${story}\n${output}\n`);
  }
}
