import { posix } from 'node:path';
import { addressOf } from './addresses';
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

/** A part of the site with a menu of its own, to which the header links. */
export interface Section {
  readonly title: string;
  /** Address of the page that the header links to. */
  readonly url: string;
  readonly groups: readonly Group[];
}

/** Where a page is on the site. */
export interface Place {
  readonly section: Section;
  /** Group of the menu. @default - the page of the section itself */
  readonly group?: Group;
  /** Entry of the menu that is the page, or the list that the page is in. @default - the page of the section itself */
  readonly entry?: Entry;
}

/** The document that lists all others. */
export const MENU_SOURCE = 'docs/README.md';

const GUIDES = 'Guides';

/** Sections in the order of the header. A group that none of them names is in Guides. */
const SECTIONS: readonly { readonly title: string; readonly groups: readonly string[]; readonly url: string }[] = [
  { title: 'Start', groups: ['Start', 'Explanations', 'Coming from'], url: 'start/index.html' },
  { title: GUIDES, groups: [], url: 'guides/index.html' },
  { title: 'Troubleshooting', groups: ['Troubleshooting'], url: 'troubleshooting/operator-does-not-install.html' },
  { title: 'Reference', groups: ['Reference', 'Project'], url: 'reference/index.html' },
];

/** Returns the menu, which readers of the repository see as a document. */
export function menu(): readonly Group[] {
  return readFile(MENU_SOURCE).split(/^## /m).slice(1).map((section) => ({
    title: section.split('\n', 1)[0]!,
    pages: [...section.matchAll(/^- \[(.*)\]\((.*)\)$/gm)].map(([, title, link]) => ({ title: title!.replaceAll('`', ''), source: documentOf(link!) })),
  }));
}

/** Returns the sections of the site, which share the groups of the menu. */
export function sections(): readonly Section[] {
  const groups = menu();
  const sectionOf = (group: Group): string => SECTIONS.find((section) => section.groups.includes(group.title))?.title ?? GUIDES;
  return SECTIONS.map(({ title, url }) => ({ title, url, groups: groups.filter((group) => sectionOf(group) === title) }));
}

/**
 * Returns where a page is: the entry of the menu that is this page or, for a page that the menu does not list, such as an example or a class of the
 * API, the entry whose page is the index of its folder.
 */
export function placeOf(url: string, all: readonly Section[]): Place {
  const places = all.flatMap((section) => section.groups.flatMap((group) => group.pages.map((entry) => ({ section, group, entry }))));
  const listed = places.find(({ entry }) => addressOf(entry.source) === url);
  const folder = url.split('/', 1)[0]!;
  return listed
    ?? all.filter((section) => section.url === url).map((section) => ({ section }))[0]
    ?? places.find(({ entry }) => indexedFolder(addressOf(entry.source)) === folder)
    ?? { section: all.find((section) => section.url === `${folder}/index.html`) ?? all[all.length - 1]! };
}

/** Returns the pages before and after a page, in the order of the menus. */
export function neighborsOf(url: string, all: readonly Section[]): { readonly previous?: Entry; readonly next?: Entry } {
  const entries = all.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));
  const index = entries.findIndex((entry) => addressOf(entry.source) === url);
  const [previous, next] = index < 0 ? [] : [entries[index - 1], entries[index + 1]];
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) };
}

/** Returns the folder whose pages a page lists, which the menu does not list: those of `examples/index.html` and `contributing.html`. */
function indexedFolder(url: string): string {
  return url.split('/', 1)[0]!.replace(/\.html$/, '');
}

/** Returns the path of the document that a link of the menu leads to; of a folder, its README. */
function documentOf(link: string): string {
  const path = posix.join(posix.dirname(MENU_SOURCE), link);
  return path.endsWith('.md') ? path : `${path}/README.md`;
}
