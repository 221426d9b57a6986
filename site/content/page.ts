/** How much of a page can be found. */
export enum Search {
  /** Each section, with its text. */
  SECTIONS = 'sections',
  /** The page by its title, its first sentence and its subheadings. */
  SUMMARY = 'summary',
  /** A type of the API by its name, its first sentence and the names of its members. */
  API = 'api',
  /** Nothing: another page says the same. */
  NONE = 'none',
}

/** A page of the site before it is rendered. */
export interface Page {
  /** Address within the site, such as `guides/locking.html`. */
  readonly url: string;

  /** Title of the page, without Markdown. */
  readonly title: string;

  /** Path of the file in the repository, which relative links of the page refer to. */
  readonly source: string;

  readonly markdown: string;

  readonly search: Search;

  /** Links above the title: to the same page in other languages, or to the list that it is in. @default - none */
  readonly above?: readonly PageLink[];
}

/** A link to a page of the site. */
export interface PageLink {
  readonly title: string;
  /** Address within the site. */
  readonly url: string;
  /** Whether it is the page itself. @default false */
  readonly current?: boolean;
}

/** Returns the text of the first heading of a document, without Markdown, or `undefined` if it has none. */
export function headingOf(markdown: string): string | undefined {
  const [, heading] = /^# (.*)$/m.exec(markdown) ?? [];
  return heading?.replace(/`|<a .*$/g, '').trim();
}
