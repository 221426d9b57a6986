import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { SearchEntry } from '../search/entry';
import { SiteSearch } from '../search/site-search';
import { expectedSearches } from './expected-searches';

/** What the scripts of a built site define. */
interface BuiltSearch {
  readonly search: SiteSearch;
  readonly entries: readonly SearchEntry[];
}

/** Runs the scripts of a built site that browsers load. */
function builtSearch(folder: string): BuiltSearch {
  const scripts = ['search-engine.js', 'search-entries.js'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return runInNewContext(`const window = {};\n${scripts.join('\n')}\n({ search: window.siteSearch(window.searchEntries), entries: window.searchEntries });`) as BuiltSearch;
}

/** Returns the expected searches for which a built site has something else first. */
export function wrongSearches(folder: string): string[] {
  const { search, entries } = builtSearch(folder);
  return expectedSearches(new Set(entries.map(({ u }) => u))).flatMap(([query, url]) => {
    const first = search.search(query)[0]?.url ?? 'nothing';
    return first === url ? [] : [`the search for '${query}' has ${first} first, and not ${url}: see site/content/expected-searches.ts`];
  });
}
