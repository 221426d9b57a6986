import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { SiteSearch } from '../search/site-search';
import { EXPECTED_SEARCHES } from './expected-searches';

/** Returns the search of a built site, from the scripts that browsers load. */
export function builtSearch(folder: string): SiteSearch {
  const scripts = ['search-engine.js', 'search-entries.js'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return runInNewContext(`const window = {};\n${scripts.join('\n')}\nwindow.siteSearch(window.searchEntries);`) as SiteSearch;
}

/** Returns the expected searches for which a built site has something else first. */
export function wrongSearches(folder: string): string[] {
  const search = builtSearch(folder);
  return EXPECTED_SEARCHES.flatMap(([query, url]) => {
    const first = search.search(query)[0]?.url ?? 'nothing';
    return first === url ? [] : [`the search for '${query}' has ${first} first, and not ${url}: see site/content/expected-searches.ts`];
  });
}
