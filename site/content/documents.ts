import { addressOf } from './addresses';
import { MENU_SOURCE } from './navigation';
import { headingOf, Page, Search } from './page';
import { readFile, trackedFiles } from './repository';

/** Documents outside of docs/. */
const OTHERS = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'languages/README.md', 'e2e/README.md'];

/** Whether a document is a record of the past: with its sections, it would be the first result of every search. */
function isRecord(source: string): boolean {
  return source === 'CHANGELOG.md' || source.startsWith('docs/decisions/');
}

/** Returns the pages that are written by hand, and those that `npm run generate` writes in docs/. */
export function documentPages(): Page[] {
  const docs = trackedFiles('docs').filter((path) => path.endsWith('.md'));
  return [...OTHERS, ...docs].map((source) => {
    const markdown = readFile(source);
    return {
      url: addressOf(source),
      title: headingOf(markdown) ?? source,
      source,
      markdown,
      search: source === MENU_SOURCE ? Search.NONE : isRecord(source) ? Search.SUMMARY : Search.SECTIONS,
    };
  });
}
