import { PageKind, SearchEntry } from './entry';
import { excerptOf, Piece } from './excerpt';
import { MessageIndex } from './messages';
import { parseQuery, Query } from './query';
import { hasAll, joinedWords, likeness, Title, titleOf } from './title';
import { isName, plainWords, stemOf, wordsOf } from './words';

/** What is used of MiniSearch, which browsers load as a classic script. */
export type TextIndexClass = new (options: object) => {
  addAll(entries: readonly object[]): void;
  search(query: object, options: object): readonly { readonly id: number; readonly score: number; readonly terms: readonly string[] }[];
};

/** Something that was found. */
export interface SearchResult {
  /** Address within the site. */
  readonly url: string;
  readonly page: string;
  /** Heading, or name of a member. @default - the beginning of the page */
  readonly section?: string;
  readonly excerpt: readonly Piece[];
}

/** Most characters of a query that are read: more than a message has. */
const MAX_QUERY = 600;

/** Largest number of results, and of those of one page. */
const MAX_RESULTS = 20;
const MAX_OF_PAGE = 3;

/** What a page of a kind is worth: who searches has a task or a problem, and seldom asks how the project works. */
const WORTH: { readonly [kind in PageKind]: number } = {
  [PageKind.GUIDE]: 1.3,
  [PageKind.TROUBLESHOOTING]: 0.9,
  [PageKind.EXPLANATION]: 1,
  [PageKind.REFERENCE]: 0.6,
  [PageKind.EXAMPLE]: 0.3,
  [PageKind.API]: 0.001,
  [PageKind.PROJECT]: 0.2,
  [PageKind.ROW]: 0.3,
};

/** Scores above those of any text: a message that the section explains, and the name of a class or of a member of it. */
const OF_MESSAGE = 1e6;
const OF_NAME = 1e5;

/** A found entry while results are ordered. */
interface Scored {
  readonly entry: SearchEntry;
  readonly score: number;
  /** Stems that are marked in its text. */
  readonly stems: ReadonlySet<string>;
  /** Name of the member that it was found by. */
  readonly member?: string;
  /** Message that it was found by. */
  readonly message?: string;
  /** Whether the title says that the page is about what was typed: its first sentence then says more than the place of a word. @default false */
  readonly isAbout?: boolean;
}

/** The search of the site. It runs in browsers, and in the test of what comes first. */
export class SiteSearch {
  private readonly texts: InstanceType<TextIndexClass>;
  private readonly messages: MessageIndex;
  private readonly titles: readonly { readonly page: Title; readonly heading: Title }[];

  public constructor(textIndex: TextIndexClass, private readonly entries: readonly SearchEntry[]) {
    this.texts = new textIndex({
      fields: ['p', 'h', 't', 'm', 'c', 'n'],
      extractField: (document: { readonly id: number; readonly entry: SearchEntry }, field: string) => (
        field === 'id' ? document.id : textOf(document.entry, field as keyof SearchEntry)
      ),
      tokenize: wordsOf,
      processTerm: stemOf,
    });
    this.texts.addAll(entries.map((entry, id) => ({ id, entry })));
    this.messages = new MessageIndex(entries);
    this.titles = entries.map(({ p, h = '' }) => ({ page: titleOf(p), heading: titleOf(h) }));
  }

  /** Returns what fits to a query, the best first. */
  public search(text: string): SearchResult[] {
    const query = parseQuery(text.slice(0, MAX_QUERY));
    if (query.parts.length === 0) {
      return [];
    }
    const found = new Map<SearchEntry, Scored>();
    const named = this.byName(query);
    // The name of a class, or the title of a page, may be part of many messages.
    const isKnown = named.length > 0 || this.entries.some(({ p, h }) => h === undefined && p.toLowerCase().includes(query.phrase));
    for (const scored of [...this.byText(query), ...named, ...isKnown ? [] : this.byMessage(query)]) {
      const before = found.get(scored.entry);
      found.set(scored.entry, before === undefined || before.score < scored.score ? scored : before);
    }
    const sorted = [...found.values()].sort((left, right) => right.score - left.score);
    const ofPage = new Map<string, number>();
    return sorted.filter(({ entry }) => {
      const page = pageOf(entry);
      ofPage.set(page, (ofPage.get(page) ?? 0) + 1);
      return ofPage.get(page)! <= MAX_OF_PAGE;
    }).slice(0, MAX_RESULTS).map(resultOf);
  }

  private byText(query: Query): Scored[] {
    const all = this.searchTexts(query, 'AND');
    // A page with most of the words is better than none.
    const results = all.length > 0 ? all : this.searchTexts(query, 'OR');
    const scored = results.map(({ id, score, terms }) => (
      { id, entry: this.entries[id]!, score: score * this.factorOf(id, query), stems: new Set(terms) }
    ));
    return this.pagesFirst(scored, query);
  }

  /** Puts a page before its sections if its title has all that was typed. */
  private pagesFirst(scored: readonly (Scored & { readonly id: number })[], query: Query): Scored[] {
    const best = new Map<string, number>();
    for (const { entry, score } of scored) {
      best.set(pageOf(entry), Math.max(score, best.get(pageOf(entry)) ?? 0));
    }
    return scored.map(({ id, ...rest }) => (
      rest.entry.h === undefined && hasAll(this.titles[id]!.page, query) ? { ...rest, score: best.get(rest.entry.u)! * 1.01, isAbout: true } : rest
    ));
  }

  private searchTexts({ parts, typed }: Query, combineWith: 'AND' | 'OR'): ReturnType<InstanceType<TextIndexClass>['search']> {
    const queries = parts.map(({ alternatives }) => ({
      combineWith: 'OR', queries: alternatives.map((words) => ({ combineWith: 'AND', queries: words })),
    }));
    return this.texts.search({ combineWith, queries }, {
      tokenize: plainWords,
      boost: { p: 1.5, h: 2, c: 0.3 },
      boostTerm: (term: string) => (typed.has(term) ? 1 : 0.4),
      prefix: (term: string) => typed.has(term) && term.length > 1,
      fuzzy: (term: string) => (typed.has(term) && term.length > 4 ? 0.2 : false),
    });
  }

  /** How much more, or less, an entry is worth than the words in it say: a title says what a page is about. */
  private factorOf(id: number, query: Query): number {
    const { k = PageKind.GUIDE, p, h, t } = this.entries[id]!;
    const { page, heading } = this.titles[id]!;
    const ofPage = likeness(page, query);
    const inTitles = h === undefined ? 8 * ofPage : ofPage + 2 * likeness(heading, query);
    const isPhrase = query.phrase.includes(' ') && `${p} ${h ?? ''} ${t}`.toLowerCase().includes(query.phrase);
    return WORTH[k] * (1 + inTitles) * (isPhrase ? 1.5 : 1);
  }

  /** Returns the types, members, rules and causes of exactly this name. Many members are named by a word, such as `version`. */
  private byName({ text }: Query): Scored[] {
    const name = text.trim().replace(/^[`'"]|(?:\(\))?[`'"]?$/g, '');
    const isClassOnly = !this.entries.some(({ p, k }) => k !== PageKind.API && plainWords(p).join('').toLowerCase() === name.toLowerCase());
    return this.entries.flatMap((entry): Scored[] => {
      if (entry.k !== PageKind.API) {
        return name.includes('-') && entry.h === name ? [{ entry, score: OF_NAME * 3, stems: new Set() }] : [];
      }
      if (entry.p === name || (isClassOnly && entry.p.toLowerCase() === name.toLowerCase())) {
        return [{ entry, score: OF_NAME * 2, stems: new Set() }];
      }
      const member = isName(name) ? entry.n?.find((each) => each.replace('.', '') === name) : undefined;
      return member === undefined ? [] : [{ entry, score: OF_NAME * (/Props$/.test(entry.p) ? 1.1 : 1) - entry.u.length, stems: new Set(), member }];
    });
  }

  private byMessage({ text, parts }: Query): Scored[] {
    const stems = new Set(parts.flatMap(({ alternatives }) => alternatives[0]!).map(stemOf));
    return [...this.messages.search(text)].map(([entry, { share, message }]) => ({ entry, score: OF_MESSAGE * share, stems, message }));
  }
}

function textOf(entry: SearchEntry, field: keyof SearchEntry): string {
  const text = [entry[field] ?? ''].flat().join('\n');
  return field === 'p' && entry.h === undefined ? `${text} ${joinedWords(text)}` : text;
}

function pageOf({ u }: SearchEntry): string {
  return u.split('#', 1)[0]!;
}

function resultOf({ entry: { u, p, h, t, m, c = '' }, stems, member, message, isAbout = false }: Scored): SearchResult {
  const text = [...message === undefined ? m ?? [] : [message], t].filter((part) => part !== '').join(' · ');
  const [anchor, section] = member === undefined ? ['', h] : [`#${memberId(u, member)}`, member.replace('.', '')];
  const isInCode = c !== '' && !wordsOf(text).some((word) => stems.has(stemOf(word)));
  const excerpt = isAbout ? excerptOf(t, new Set()) : excerptOf(isInCode ? c : text, stems);
  return { url: u + anchor, page: p, ...(section !== undefined && { section }), excerpt };
}

/** Returns the ID of a member on the page of its type. */
function memberId(url: string, member: string): string {
  const type = url.replace(/^api\/\w+\//, 'olm-constructs/').replace(/\.html$/, '').replaceAll('/', '.');
  return member.startsWith('.') ? `${type}.property${member}` : `${type}.${member}`;
}
