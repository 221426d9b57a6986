import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Returns the links, pictures and scripts of a built site that lead nowhere within it, as `page: link`. Links to other sites are not requested; what
 * a page would load from another site is dead without a network.
 */
export function deadLinks(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const pages = new Map(files.filter((name) => name.endsWith('.html')).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const fragments = new Map([...pages].map(([name, html]) => [name, new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!))]));
  const existing = new Set(files);
  return [...pages].flatMap(([name, html]) => [...new Set(linksOf(html))].filter((link) => {
    const [path = '', fragment] = link.split('#', 2);
    const target = path === '' ? name : posix.join(posix.dirname(name), decodeURIComponent(path));
    return !existing.has(target) || (fragment !== undefined && fragment !== '' && fragments.get(target)?.has(decodeURIComponent(fragment)) !== true);
  }).map((link) => `${name}: ${link}`));
}

/** Links of a page that have to lead to a file of the site. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/<([a-z]+)[^>]*?\s(?:href|src|srcset)="([^"]*)"/g)]
    .filter(([, element, link]) => element !== 'a' || !/^(?:https?|mailto):/.test(link!))
    .map(([, , link]) => link!.replaceAll('&amp;', '&'));
}
