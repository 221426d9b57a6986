import { addressOf } from './addresses';
import { headingOf, Page, Search } from './page';
import { readFile, trackedFiles } from './repository';

/** Documents outside of docs/. */
const OTHERS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'languages/README.md', 'e2e/README.md'];

/** Records of the past, which would be the first results of every search. */
const FOUND_BY_TITLE = ['CHANGELOG.md', 'docs/decisions.md'];

/** Returns the pages that are written by hand, and those that `npm run generate` writes in docs/. */
export function documentPages(): Page[] {
  const docs = trackedFiles('docs').filter((path) => path.endsWith('.md') && !path.startsWith('docs/api/'));
  return [...OTHERS, ...docs].map((source) => {
    const markdown = readFile(source);
    return {
      url: addressOf(source),
      title: headingOf(markdown) ?? source,
      source,
      markdown,
      search: FOUND_BY_TITLE.includes(source) ? Search.SUMMARY : Search.SECTIONS,
    };
  });
}
