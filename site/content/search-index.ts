import { fragmentOf } from './addresses';
import { Page, Search } from './page';

/** What the search finds. Short names, because there are thousands. */
export interface SearchEntry {
  /** Address within the site, with the fragment of a section. */
  readonly u: string;
  /** Title of the page. */
  readonly p: string;
  /** Heading of the section. @default - the beginning of the page */
  readonly h?: string;
  readonly t: string;
}

/** Returns what the search of the site finds. */
export function searchEntries(pages: readonly Page[]): SearchEntry[] {
  return pages.flatMap((page) => {
    switch (page.search) {
      case Search.SECTIONS: return sectionsOf(page);
      case Search.SUMMARY: return [summaryOf(page)];
      case Search.NONE: return [];
    }
  });
}

function sectionsOf({ url, title, markdown }: Page): SearchEntry[] {
  const fragments = new Map<string, number>();
  return withoutCode(markdown).split(/^(?=#{1,4} )/m).map((section): SearchEntry => {
    const [, level = '#', heading = ''] = /^(#+) (.*)/.exec(section) ?? [];
    const t = plainText(section.replace(/^#+ .*\n/, ''));
    const plain = plainText(heading);
    const fragment = fragmentOf(plain);
    const repeated = fragments.get(fragment) ?? 0;
    fragments.set(fragment, repeated + 1);
    return level === '#' ? { u: url, p: title, t } : { u: `${url}#${fragment}${repeated === 0 ? '' : `-${repeated}`}`, p: title, h: plain, t };
  });
}

function summaryOf({ url, title, markdown }: Page): SearchEntry {
  const [, first = ''] = markdown.split('\n\n', 2);
  const headings = [...withoutCode(markdown).matchAll(/^#{2,5} (.*)$/gm)].map(([, heading]) => plainText(heading!));
  return { u: url, p: title, t: `${plainText(first)} ${[...new Set(headings)].join(' ')}` };
}

/** Comments and programs are no headings, whatever they begin with; words of programs are worth finding. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^( *)(`{3,})[^]*?^\1\2$/gm, (block) => block.replace(/^ *`+.*$/gm, '').replace(/^#/gm, ' #'));
}

function plainText(markdown: string): string {
  return markdown.replace(/<[^>]*>|^\|[-| ]+\|$/gm, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*|]/g, ' ').replace(/\s+/g, ' ').trim();
}
