import { posix } from 'node:path';
import { readFile } from './repository';

/** A group of pages in the menu. */
export interface Group {
  readonly title: string;
  readonly pages: readonly Entry[];
}

/** An entry of the menu. */
export interface Entry {
  readonly title: string;
  /** Path of the document in the repository. */
  readonly source: string;
}

/** The document that lists all others. */
export const MENU_SOURCE = 'docs/README.md';

/** Documents that each page links to at its top. */
const IN_HEADER = ['docs/reference/validation-rules.md', 'docs/troubleshooting/failures.md', 'docs/reference/releases.md', 'docs/reference/conformance.md', 'API.md'];

/** Returns the menu, which readers of the repository see as a document. */
export function menu(): readonly Group[] {
  return readFile(MENU_SOURCE).split(/^## /m).slice(1).map((section) => ({
    title: section.split('\n', 1)[0]!,
    pages: [...section.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, link]) => ({ title: title!.replaceAll('`', ''), source: documentOf(link!) })),
  }));
}

/** Returns the entries at the top of each page. */
export function header(): readonly Entry[] {
  const entries = menu().flatMap(({ pages }) => pages);
  return IN_HEADER.map((source) => entries.find((entry) => entry.source === source)!);
}

/** Returns the path of the document that a link of the menu leads to; of a folder, its README. */
function documentOf(link: string): string {
  const path = posix.join(posix.dirname(MENU_SOURCE), link);
  return path.endsWith('.md') ? path : `${path}/README.md`;
}
