import { build } from 'esbuild';
import { addressOf } from './content/addresses.ts';
import { isPicture, LinkMap } from './content/link-map.ts';
import { allPages } from './content/pages.ts';
import { trackedFiles } from './content/repository.ts';
import { searchEntries } from './content/search-index.ts';

/** Settings of Eleventy. Paths are relative to the working directory, which is this folder. */
export default function configure(eleventy) {
  const pages = allPages();
  const links = new LinkMap(pages);
  eleventy.addGlobalData('site', { pages, links });
  eleventy.addTemplate('search-entries.11ty.js', {
    data: () => ({ permalink: 'search-entries.js', eleventyExcludeFromCollections: true }),
    render: () => `window.searchEntries = ${JSON.stringify(searchEntries(pages))};\n`,
  });
  eleventy.addTemplate('search-engine.11ty.js', {
    data: () => ({ permalink: 'search-engine.js', eleventyExcludeFromCollections: true }),
    render: searchEngine,
  });
  eleventy.addPassthroughCopy({
    'theme/style.css': 'style.css',
    'theme/search.js': 'search.js',
    'theme/site.js': 'site.js',
    'theme/search.css': 'search.css',
    'theme/preview.png': 'preview.png',
    'theme/icon.svg': 'icon.svg',
    ...Object.fromEntries(trackedFiles('docs').filter(isPicture).map((picture) => [`../${picture}`, addressOf(picture)])),
  });
  eleventy.on('eleventy.after', () => {
    if (links.problems.length > 0) {
      throw new Error(`links that lead nowhere:\n${links.problems.join('\n')}`);
    }
  });
  return { dir: { input: 'theme', output: 'out' }, templateFormats: ['11ty.mjs', '11ty.js'] };
}

/** Returns the search as a classic script, with MiniSearch in it. */
async function searchEngine() {
  const contents = `import MiniSearch from 'minisearch';
import { SiteSearch } from './search/site-search.ts';
window.siteSearch = (entries) => new SiteSearch(MiniSearch, entries);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname }, bundle: true, minify: true, write: false, format: 'iife', target: 'es2022', charset: 'utf8',
  });
  return outputFiles[0].text;
}
