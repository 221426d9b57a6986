import { addressOf, relativeLink } from './addresses';
import { descriptionOf } from './description';
import { Entry, MENU_SOURCE, Section, sections } from './navigation';
import { Page, Search } from './page';

/** What the page of each section is for. */
const PURPOSES: { readonly [section: string]: string } = {
  'Start': 'How to begin, what OLM is, and how to come from another tool.',
  'Guides': 'One task each: installing operators, catalogs, GitOps, Pulumi, bundles and the command line.',
  'Reference': 'All rules, releases, limits and classes, and how the project works.',
};

/** Returns a page for each section that does not begin with a document: a list of its pages, with what they are for. */
export function sectionPages(documents: readonly Page[]): Page[] {
  return sections().filter(({ url }) => !documents.some((page) => page.url === url)).map((section) => ({
    url: section.url,
    title: section.title,
    source: MENU_SOURCE,
    markdown: `# ${section.title}\n\n${PURPOSES[section.title]!}\n\n${groupsOf(section, documents)}`,
    search: Search.NONE,
  }));
}

function groupsOf({ url, groups }: Section, documents: readonly Page[]): string {
  return groups.map(({ title, pages }) => `${groups.length > 1 ? `## ${title}\n\n` : ''}${listOf(pages, url, documents)}`).join('\n');
}

/** Returns a list of pages with their descriptions, which the style sheet shows as cards. */
export function listOf(entries: readonly Entry[], from: string, documents: readonly Page[]): string {
  const items = entries.map(({ title, source }) => {
    const description = descriptionOf(documents.find((page) => page.source === source)?.markdown ?? '');
    return `- [${title}](${relativeLink(from, addressOf(source))})\n\n  ${description}\n`;
  });
  return `<div class="cards">\n\n${items.join('\n')}\n</div>\n`;
}
