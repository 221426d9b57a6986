import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the IDs that a page of a built site has more than once, as `page: id`: a link to such an ID leads to the first one only. */
export function duplicateIds(folder: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return pages.flatMap((name) => {
    const ids = [...readFileSync(join(folder, name), 'utf8').matchAll(/<[a-z][^>]*?\sid="([^"]*)"/g)].map(([, id]) => id!);
    return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map((id) => `${name.replaceAll('\\', '/')}: ${id}`);
  });
}
