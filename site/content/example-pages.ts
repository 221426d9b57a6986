import { posix } from 'node:path';
import { addressOf, fragmentOf, relativeLink } from './addresses';
import { headingOf, Page, Search } from './page';
import { readFile, trackedFiles } from './repository';

/** Longest file that a page shows; longer ones are what tools have written. */
const MAX_LENGTH = 20_000;

const SHOWN = /\.(?:ts|py|java|go|cs|ya?ml|json|txt|mod|xml|csproj|md)$/;

/** Settings that say nothing about the example. */
const SETTINGS = /(?:^|\/)(?:package\.json|tsconfig\.json)$/;

/** Returns a page for each folder with programs, which shows its files, and a list of the examples. */
export function examplePages(): Page[] {
  const examples = folderPages('examples');
  const list: Page = {
    url: addressOf('examples/README.md'),
    title: 'Examples',
    source: 'examples/README.md',
    markdown: `# Examples\n\nEach runs in CI, and uses the public API only.\n\n${examples.map(({ url, title }) => (
      `- [${title}](${relativeLink(addressOf('examples/README.md'), url)})`
    )).join('\n')}\n`,
    search: Search.NONE,
  };
  return [list, ...examples, ...folderPages('languages/programs')];
}

function folderPages(parent: string): Page[] {
  const files = trackedFiles(parent);
  const folders = [...new Set(files.map((path) => path.slice(parent.length + 1).split('/')).filter(({ length }) => length > 1).map(([name]) => `${parent}/${name!}`))];
  return folders.map((folder) => pageOf(folder, files.filter((path) => path.startsWith(`${folder}/`))));
}

function pageOf(folder: string, files: readonly string[]): Page {
  const source = `${folder}/README.md`;
  const text = files.includes(source) ? readFile(source) : '';
  const title = headingOf(text) ?? titleOf(folder);
  const intro = headingOf(text) === undefined ? `# ${title}\n\n${text}` : text;
  return { url: addressOf(source), title, source, markdown: [intro.trim(), ...files.filter(isShown).map((path) => sectionOf(folder, path))].join('\n\n'), search: Search.SUMMARY };
}

function titleOf(folder: string): string {
  const name = posix.basename(folder);
  return folder.startsWith('languages/') ? `Programs in ${name[0]!.toUpperCase()}${name.slice(1)}` : `Example: ${name.replace(/-/g, ' ')}`;
}

function isShown(path: string): boolean {
  return SHOWN.test(path) && !SETTINGS.test(path) && !path.endsWith('README.md') && readFile(path).length <= MAX_LENGTH;
}

function sectionOf(folder: string, path: string): string {
  const content = readFile(path);
  const fence = '`'.repeat(Math.max(3, ...[...content.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const language = { mod: 'text', txt: 'text', yml: 'yaml', cs: 'csharp', csproj: 'xml', py: 'python' }[posix.extname(path).slice(1)] ?? posix.extname(path).slice(1);
  return `## ${path.slice(folder.length + 1)}\n\n${fence}${language}\n${content.trimEnd()}\n${fence}`;
}

/** Returns the addresses of the folders and files that the pages show, by their path in the repository. */
export function exampleTargets(pages: readonly Page[]): ReadonlyMap<string, string> {
  return new Map(pages.flatMap(({ url, source }): [string, string][] => {
    const folder = posix.dirname(source);
    if (folder === 'examples') {
      return [[folder, url]];
    }
    return [[folder, url], ...trackedFiles(folder).filter(isShown).map((path): [string, string] => [path, `${url}#${fragmentOf(path.slice(folder.length + 1))}`])];
  }));
}
