import { addressOf, relativeLink } from './addresses';
import { Page, PageLink, Search } from './page';
import { isInRepository, readFile } from './repository';

/** A language with a generated API reference. */
interface ApiLanguage {
  readonly title: string;
  /** Path of the reference. All but that of TypeScript are generated for the site, see `site/references.ts`. */
  readonly source: string;
}

const LANGUAGES: readonly ApiLanguage[] = [
  { title: 'TypeScript', source: 'API.md' },
  { title: 'Python', source: 'site/reference/python.md' },
  { title: 'Java', source: 'site/reference/java.md' },
  { title: 'Go', source: 'site/reference/go.md' },
  { title: 'C#', source: 'site/reference/csharp.md' },
];

/** A class, struct, protocol or enum of the reference. */
interface ApiType {
  readonly name: string;
  /** Heading that it is below, such as `Constructs`. */
  readonly kind: string;
  readonly markdown: string;
}

/** A reference that is split into pages. */
interface Reference extends ApiLanguage {
  readonly index: string;
  readonly types: readonly ApiType[];
}

/** Returns the pages of the API: a list and a page for each type, in each language whose reference exists. */
export function apiPages(): Page[] {
  const references = LANGUAGES.filter(({ source }) => isInRepository(source)).map((language): Reference => (
    { ...language, index: addressOf(language.source), types: apiTypes(readFile(language.source)) }
  ));
  return references.flatMap((reference) => [listOf(reference, references), ...reference.types.map((type) => pageOf(type, reference, references))]);
}

/** Splits a reference as jsii-docgen writes it at the headings of its types. */
export function apiTypes(markdown: string): ApiType[] {
  return markdown.split(/^## /m).slice(1).flatMap((section) => {
    const kind = /^\w+/.exec(section)?.[0] ?? '';
    return section.split(/^### /m).slice(1).map((type) => ({ name: /^\w+/.exec(type)?.[0] ?? '', kind, markdown: `# ${type}` }));
  });
}

/** Returns the addresses of what links within a reference point to, by their fragment. */
export function apiTargets(pages: readonly Page[]): ReadonlyMap<string, string> {
  return new Map(pages.flatMap(({ url, source, markdown }) => (
    [...markdown.matchAll(/ id="([^"]+)"/g)].map(([, id]): [string, string] => [`${source}#${id!}`, `${url}#${id!}`])
  )));
}

function urlOf({ index }: Reference, { name }: ApiType): string {
  return index.replace('index.html', `${name}.html`);
}

function pageOf(type: ApiType, reference: Reference, references: readonly Reference[]): Page {
  const others = references.flatMap((other): PageLink[] => {
    const same = other.types.find(({ name }) => name === type.name);
    return same === undefined ? [] : [{ title: other.title, url: urlOf(other, same), current: other === reference }];
  });
  return {
    url: urlOf(reference, type),
    title: type.name,
    source: reference.source,
    // The anchors of jsii-docgen are links without a destination, which have no name that a reader could hear.
    markdown: type.markdown.replace(/<a name="[^"]*" id="([^"]*)"><\/a>/g, '<span id="$1"></span>'),
    search: reference.source === 'API.md' ? Search.SUMMARY : Search.NONE,
    above: [{ title: 'All types', url: reference.index }, ...others],
  };
}

function listOf(reference: Reference, references: readonly Reference[]): Page {
  const { title, source, index, types } = reference;
  const kinds = [...new Set(types.map(({ kind }) => kind))];
  return {
    url: index,
    title: `API in ${title}`,
    source,
    markdown: `# API in ${title}\n\n${kinds.map((kind) => (
      `## ${kind}\n\n${types.filter((type) => type.kind === kind).map((type) => (
        `- [${type.name}](${relativeLink(index, urlOf(reference, type))}) ${summaryOf(type)}`
      )).join('\n')}\n`
    )).join('\n')}`,
    search: Search.NONE,
    above: references.map((other) => ({ title: other.title, url: other.index, current: other === reference })),
  };
}

/** Returns the first sentence of the description of a type, or nothing if it has none. */
function summaryOf({ markdown }: ApiType): string {
  const introduction = markdown.split(/^####/m, 1)[0]!.split('\n\n').slice(1);
  const description = introduction.find((paragraph) => !/^(?:[-#>`*|]|\s*$)/.test(paragraph)) ?? '';
  return (/^[^]*?\.(?=\s|$)/.exec(description)?.[0] ?? description).replace(/\s+/g, ' ');
}
