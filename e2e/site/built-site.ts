import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Needed } from '../../test/needed';

/** The npm project of the site. */
export const SITE = path.resolve(__dirname, '../../site');

const OUT = path.join(SITE, 'out');

/** Returns the folder of the built site, which `npm run site` makes. */
export function builtSite(): Needed<string> {
  const tools = ['playwright-core', 'axe-core'].filter(name => !existsSync(path.join(SITE, 'node_modules', name)));
  return existsSync(path.join(OUT, 'index.html')) && tools.length === 0 ? Needed.found(OUT) : Needed.missing('the site is not built: run `npm run site`');
}

/** Returns the address of a page on this machine: readers may open the site from a folder, too. */
export function addressOfFile(page: string): string {
  return pathToFileURL(path.join(OUT, page)).href;
}

/** Returns all pages but those of types of the API, which are thousands and all alike. */
export function pagesOfDocuments(): string[] {
  return readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html') && !/^api\/\w+\/(?!index)/.test(name)).sort();
}
