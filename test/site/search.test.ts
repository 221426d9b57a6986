import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXPECTED_SEARCHES } from '../../site/content/expected-searches';
import { allPages } from '../../site/content/pages';
import { searchEntries } from '../../site/content/search-index';
import { PageKind, SearchEntry } from '../../site/search/entry';
import { SearchResult, SiteSearch, TextIndexClass } from '../../site/search/site-search';
import { describeWith, Needed } from '../needed';

const MINI_SEARCH = join(__dirname, '../../site/node_modules/minisearch');

/** The package that browsers load. `npm run site` checks the expected searches too, in the scripts that it has built. */
const miniSearch: Needed<TextIndexClass> = existsSync(MINI_SEARCH)
  ? Needed.found(jest.requireActual<TextIndexClass>(MINI_SEARCH))
  : Needed.missing('the packages of the site are not installed, which `npm run site` does');

function shown({ excerpt }: SearchResult): string {
  return excerpt.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('');
}

describeWith(miniSearch)('the search of the site', () => {
  let search: SiteSearch;
  beforeAll(() => { search = new SiteSearch(miniSearch.value, searchEntries(allPages())); });

  it.each(EXPECTED_SEARCHES)('has for %j first: %s', (query, url) => {
    expect(search.search(query)[0]?.url).toBe(url);
  });

  it('has documents before classes, unless the query is the name of a class or of a prop', () => {
    const isApi = ({ url }: SearchResult): boolean => url.startsWith('api/');
    for (const [query] of EXPECTED_SEARCHES.filter(([, url]) => !url.startsWith('api/'))) {
      const results = search.search(query);
      expect([query, results.slice(0, 3).filter(isApi).map(({ url }) => url)]).toEqual([query, []]);
    }
  });

  it.each(['approve', 'operator', 'subscription', 'OperatorSubscription'])('has at most three sections of a page among the results for %j', (query) => {
    const pages = search.search(query).map(({ url }) => url.split('#', 1)[0]!);
    expect(pages.filter((page) => pages.filter((other) => other === page).length > 3)).toEqual([]);
    expect(pages.length).toBeLessThanOrEqual(20);
  });

  it.each(['', '  ', '"', '…', '\u{1F600}', '*)(', 'constructor', '__proto__', 'x'.repeat(5_000), 'operator '.repeat(500)])('survives %j', (query) => {
    expect(() => search.search(query)).not.toThrow();
  });

  it('leads to sections that exist', () => {
    const anchors = new Set(searchEntries(allPages()).map(({ u }) => u));
    const found = EXPECTED_SEARCHES.flatMap(([query]) => search.search(query)).filter(({ url }) => !url.startsWith('api/'));
    expect(found.map(({ url }) => url).filter((url) => !anchors.has(url))).toEqual([]);
  });
});

describeWith(miniSearch)('a result of the search', () => {
  const searchIn = (...entries: SearchEntry[]): SiteSearch => new SiteSearch(miniSearch.value, entries);
  const long = `${'before '.repeat(40)}the operators are upgraded here ${'after '.repeat(40)}`;

  it('has an excerpt around the words, marked in each of their forms', () => {
    const [result] = searchIn({ u: 'a.html#b', p: 'Page', h: 'Section', t: long }).search('upgrading an operator');
    expect(result).toMatchObject({ url: 'a.html#b', page: 'Page', section: 'Section' });
    expect(shown(result!)).toMatch(/^… .*the \[operators\] are \[upgraded\] here after .* …$/);
    expect(shown(result!).length).toBeLessThan(190);
  });

  it('begins with the first sentence of a page whose title is what was typed', () => {
    const [result] = searchIn({ u: 'a.html', p: 'Upgrades', t: `What this page is for. ${long}` }).search('upgrade');
    expect(shown(result!)).toMatch(/^What this page is for\. before/);
  });

  it('is found by the beginning of a word, with a typo, and by a synonym', () => {
    const search = searchIn({ u: 'a.html', p: 'Removing operators', t: 'text' }, { u: 'b.html', p: 'Other', t: 'other' });
    for (const query of ['remov', 'operatrs', 'uninstall operator', 'delete', 'REMOVING', 'how do I remove my operator?']) {
      expect([query, search.search(query).map(({ url }) => url)]).toEqual([query, ['a.html']]);
    }
  });

  it('of a member leads to the member on the page of its type', () => {
    const [result] = searchIn({ u: 'api/typescript/bundle/Bundle.html', p: 'Bundle', t: 'A bundle.', k: PageKind.API, n: ['fromPath', '.isLarge'] }).search('fromPath');
    expect(result).toMatchObject({ url: 'api/typescript/bundle/Bundle.html#olm-constructs.bundle.Bundle.fromPath', section: 'fromPath' });
  });

  it('has most of the words if none has all', () => {
    const search = searchIn({ u: 'a.html', p: 'Apples', t: 'apples and pears' }, { u: 'b.html', p: 'Plums', t: 'plums' });
    expect(search.search('apples pears bananas').map(({ url }) => url)).toEqual(['a.html']);
  });
});
