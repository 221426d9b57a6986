import { posix } from 'node:path';

/** Documents whose page is not named after their path. */
const RENAMED: { readonly [source: string]: string } = {
  'README.md': 'overview.html',
  'docs/README.md': 'contents.html',
  'docs/decisions/README.md': 'decisions/index.html',
  'API.md': 'api/typescript/index.html',
  'docs/ARCHITECTURE.md': 'architecture.html',
  'CHANGELOG.md': 'changelog.html',
  'CONTRIBUTING.md': 'contributing.html',
  'SECURITY.md': 'security.html',
  'examples/README.md': 'examples/index.html',
  'languages/README.md': 'contributing/languages.html',
  'e2e/README.md': 'contributing/end-to-end-tests.html',
};

/** Returns the address of the page that a Markdown file of the repository becomes, or of a picture of its documents. */
export function addressOf(source: string): string {
  const renamed = RENAMED[source];
  if (renamed !== undefined) {
    return renamed;
  }
  const [, folder] = /^((?:examples|languages\/programs)\/[\w-]+)\/README\.md$/.exec(source) ?? [];
  if (folder !== undefined) {
    return `${folder}.html`;
  }
  const [, language] = /^site\/reference\/(\w+)\.md$/.exec(source) ?? [];
  return language === undefined ? source.replace(/^docs\//, '').replace(/\.md$/, '.html') : `api/${language}/index.html`;
}

/** Returns a relative link from one page to another, so that the site works in any folder. */
export function relativeLink(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}

/** Returns the fragment that GitHub gives a heading. */
export function fragmentOf(heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '').replace(/ /g, '-');
}
