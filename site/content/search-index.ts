import { PageKind, SearchEntry } from '../search/entry';
import { fragmentOf } from './addresses';
import { Page, Search } from './page';

/** Kinds of pages by the beginning of their address. All others are guides. */
const KINDS: readonly (readonly [beginning: string, kind: PageKind])[] = [
  ['troubleshooting/', PageKind.TROUBLESHOOTING],
  ['explanations/', PageKind.EXPLANATION],
  ['reference/', PageKind.REFERENCE],
  ['examples/', PageKind.EXAMPLE],
  ['languages/', PageKind.EXAMPLE],
  ['api/', PageKind.API],
  ...['decisions/', 'contributing', 'project/', 'architecture.html', 'changelog.html', 'security.html'].map((beginning) => [beginning, PageKind.PROJECT] as const),
];

/** Returns what the search of the site finds. */
export function searchEntries(pages: readonly Page[]): SearchEntry[] {
  const entries = pages.flatMap((page) => {
    switch (page.search) {
      case Search.SECTIONS: return sectionsOf(page);
      case Search.SUMMARY: return [summaryOf(page)];
      case Search.API: return [apiEntry(page)];
      case Search.NONE: return [];
    }
  });
  return withoutRepeatedMessages(entries);
}

function kindOf(url: string): { readonly k?: PageKind } {
  const kind = KINDS.find(([beginning]) => url.startsWith(beginning))?.[1];
  return kind === undefined ? {} : { k: kind };
}

function sectionsOf({ url, title, markdown }: Page): SearchEntry[] {
  const fragments = new Map<string, number>();
  const kind = kindOf(url);
  return withoutCode(markdown).split(/^(?=#{1,4} )/m).flatMap((section): SearchEntry[] => {
    const [, level = '#', heading = ''] = /^(#+) (.*)/.exec(section) ?? [];
    const body = section.replace(/^#+ .*\n/, '');
    const anchored = anchoredRows(body).map(({ id, text }): SearchEntry => ({ u: `${url}#${id}`, p: title, h: id, t: text, k: PageKind.ROW }));
    const { messages, rest } = kind.k === PageKind.TROUBLESHOOTING ? splitMessages(body) : { messages: [], rest: body };
    const { prose, code } = splitCode(anchored.length === 0 ? rest : rest.replace(ANCHORED_ROW, ''));
    const content = { t: plainText(prose), ...(code !== '' && { c: code }), ...kind, ...(messages.length > 0 && { m: messages }) };
    const plain = plainText(heading);
    const fragment = fragmentOf(plain);
    const repeated = fragments.get(fragment) ?? 0;
    fragments.set(fragment, repeated + 1);
    const own = level === '#' ? { u: url, p: title, ...content } : { u: `${url}#${fragment}${repeated === 0 ? '' : `-${repeated}`}`, p: title, h: plain, ...content };
    return [own, ...anchored];
  });
}

/** A row of a table with an anchor of its own, such as a rule. */
const ANCHORED_ROW = /^\| <a id="([^"]+)"><\/a>(.*)$/gm;

function anchoredRows(markdown: string): { readonly id: string; readonly text: string }[] {
  return [...markdown.matchAll(ANCHORED_ROW)].map(([, id, row]) => ({ id: id!, text: plainText(row!.split(' | ').slice(1).join(' | ').replace(/\[[^\]]*\]\(http[^)]*\)/g, '')) }));
}

/** Takes the messages out of a section about failures: what is literal in a list, also behind who prints it, or in the first column of a table. */
function splitMessages(markdown: string): { readonly messages: readonly string[]; readonly rest: string } {
  const messages: string[] = [];
  const rest = markdown.replace(/^(?:- (?:[A-Z][\w ]*: )?|\| )(?=`)((?:`[^`]+`(?:, |<br>)?)+)(.*)$/gm, (_, literal: string, more: string) => {
    messages.push(...[...literal.matchAll(/`([^`]+)`/g)].map(([, message]) => message!));
    return more;
  });
  return { messages, rest };
}

/** Leaves out messages that an index repeats from the section that explains them. */
function withoutRepeatedMessages(entries: readonly SearchEntry[]): SearchEntry[] {
  const explained = new Set(entries.filter(({ u }) => u.startsWith('troubleshooting/causes.html')).flatMap(({ m = [] }) => m));
  return entries.map((entry): SearchEntry => {
    const { m, ...rest } = entry;
    const own = m?.filter((message) => !explained.has(message)) ?? [];
    return m === undefined || entry.u.startsWith('troubleshooting/causes.html') ? entry : { ...rest, ...(own.length > 0 && { m: own }) };
  });
}

function summaryOf({ url, title, markdown }: Page): SearchEntry {
  const [, first = ''] = markdown.split('\n\n', 2);
  const headings = [...withoutCode(markdown).matchAll(/^#{2,5} (.*)$/gm)].map(([, heading]) => plainText(heading!));
  return { u: url, p: title, t: `${plainText(first)} ${[...new Set(headings)].join(' ')}`, ...kindOf(url) };
}

/** Members that every construct has, and nobody looks for. */
const OF_CONSTRUCTS: ReadonlySet<string> = new Set(['toString', 'with', 'isConstruct', '.node']);

/** Returns a type with its first paragraph and the names of its members, which its page has under their IDs. */
function apiEntry({ url, title, markdown }: Page): SearchEntry {
  const type = /^# .* id="([^"]+)"/.exec(markdown)?.[1] ?? '';
  const [, first = ''] = markdown.split('\n\n', 2);
  const ids = [...markdown.matchAll(/^### .* id="([^"]+)"/gm)].map(([, id]) => id!.slice(type.length).replace(/^\.property\./, '..').slice(1));
  const names = [...new Set(ids)].filter((id) => /^\.?\w+$/.test(id) && !OF_CONSTRUCTS.has(id));
  return { u: url, p: title, t: plainText(first), ...kindOf(url), ...(names.length > 0 && { n: names }) };
}

/** Comments in programs are no headings, whatever they begin with. */
function withoutCode(markdown: string): string {
  return markdown.replace(CODE, (block) => block.replace(/^#/gm, ' #'));
}

/** A block of code. */
const CODE = /^( *)(`{3,}).*\n([^]*?)^\1\2$/gm;

/** Takes the programs out of a section: their words are worth finding, and only the others are worth reading in a list. */
function splitCode(markdown: string): { readonly prose: string; readonly code: string } {
  const blocks = [...markdown.matchAll(CODE)].map(([, , , code]) => code!.replace(/\s+/g, ' ').trim());
  return { prose: markdown.replace(CODE, ''), code: blocks.join(' ') };
}

function plainText(markdown: string): string {
  return markdown.replace(/<[^>]*>|^\|[-| ]+\|$/gm, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '').replace(/[|]/g, ' ').replace(/\s+/g, ' ').trim();
}
