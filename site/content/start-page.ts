import { menu } from './navigation';
import { Page, Search } from './page';
import { readFile } from './repository';
import { listOf } from './section-pages';

const SOURCE = 'site/content/start.md';

/** What the start page shows of other documents, by the comment in its place. */
const SHOWN: { readonly [comment: string]: (documents: readonly Page[]) => string } = {
  // The session that a test records.
  'explain': () => found('docs/guides/terminal.md', /^```text\n\$ olm-constructs explain [^]*?^```$/m),
  'program': () => found('README.md', /^<!-- tabs: \w+ -->\n[^]*?^<!-- \/tabs -->$/m),
  'manifest': () => found('README.md', /^```yaml\n[^]*?^```$/m),
  'paths': (documents) => listOf(menu().find(({ title }) => title === 'Start')!.pages.filter(({ source }) => source !== 'README.md'), 'index.html', documents),
};

/** Returns the start page: a text of its own, around what the README and the guides show. */
export function startPage(documents: readonly Page[]): Page {
  return {
    url: 'index.html',
    title: 'olm-constructs',
    source: SOURCE,
    markdown: readFile(SOURCE).replace(/^<!-- show: (\w+) -->$/gm, (comment, name: string) => {
      const show = SHOWN[name];
      if (show === undefined) {
        throw new Error(`${SOURCE}: '${comment}' is unknown; available: ${Object.keys(SHOWN).join(', ')}`);
      }
      return show(documents);
    }),
    search: Search.NONE,
  };
}

function found(source: string, part: RegExp): string {
  const [block] = part.exec(readFile(source)) ?? [];
  if (block === undefined) {
    throw new Error(`the start page shows a part of ${source} that is missing: ${String(part)}`);
  }
  return block;
}
