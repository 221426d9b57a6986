import { posix } from 'node:path';
import { addressOf, relativeLink } from './addresses';
import { exampleOf, guideOf } from './api-guides';
import { headingOf, Page, PageLink, Search } from './page';
import { isInRepository, readFile } from './repository';

/** A language with a generated API reference. */
interface ApiLanguage {
  readonly title: string;
  /** Path of the reference: API.md, or a file that is generated for the site, see `site/references.ts`. */
  readonly source: string;
  /** Path of the file with its submodules. @default - the same file has them */
  readonly submodules?: string;
}

const LANGUAGES: readonly ApiLanguage[] = [
  { title: 'TypeScript', source: 'API.md', submodules: 'site/reference/typescript.md' },
  { title: 'Python', source: 'site/reference/python.md' },
  { title: 'Java', source: 'site/reference/java.md' },
  { title: 'Go', source: 'site/reference/go.md' },
  { title: 'C#', source: 'site/reference/csharp.md' },
];

/** A class, struct, protocol or enum of the reference. */
interface ApiType {
  /** Name with that of the package and of the submodule, which is its fragment in each language. */
  readonly id: string;
  readonly name: string;
  /** Submodule, or undefined for the root. */
  readonly submodule: string | undefined;
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
  const references = LANGUAGES.filter(({ source }) => isInRepository(source)).map((language): Reference => {
    const files = [language.source, ...(language.submodules !== undefined && isInRepository(language.submodules) ? [language.submodules] : [])];
    return { ...language, index: addressOf(language.source), types: files.flatMap((file) => apiTypes(readFile(file))) };
  });
  return references.flatMap((reference) => [listOf(reference, references), ...reference.types.map((type) => pageOf(type, reference, references))]);
}

/** Splits a reference as jsii-docgen writes it at the headings of its types. */
export function apiTypes(markdown: string): ApiType[] {
  return markdown.split(/^## /m).slice(1).flatMap((section) => {
    const kind = /^\w+/.exec(section)?.[0] ?? '';
    return section.split(/^### /m).slice(1).map((type) => {
      const id = / id="([^"]*)"/.exec(type)?.[1] ?? '';
      return { id, name: /^\w+/.exec(type)?.[0] ?? '', submodule: /\.(\w+)\./.exec(id)?.[1], kind, markdown: `# ${type}` };
    });
  });
}

/** Returns the addresses of what links within a reference point to, by their fragment. */
export function apiTargets(pages: readonly Page[]): ReadonlyMap<string, string> {
  return new Map(pages.flatMap(({ url, source, markdown }) => (
    [...markdown.matchAll(/ id="([^"]+)"/g)].map(([, id]): [string, string] => [`${source}#${id!}`, `${url}#${id!}`])
  )));
}

function urlOf({ index }: Reference, { name, submodule }: ApiType): string {
  return index.replace('index.html', `${submodule === undefined ? '' : `${submodule}/`}${name}.html`);
}

function pageOf(type: ApiType, reference: Reference, references: readonly Reference[]): Page {
  const others = references.flatMap((other): PageLink[] => {
    const same = other.types.find(({ id }) => id === type.id);
    return same === undefined ? [] : [{ title: other.title, url: urlOf(other, same), current: other === reference }];
  });
  return {
    url: urlOf(reference, type),
    title: type.name,
    source: reference.source,
    markdown: withGuide(asPage(withLinks(type.markdown, reference.types)), type, reference),
    search: reference.source === 'API.md' ? Search.API : Search.NONE,
    above: [{ title: 'All types', url: reference.index }, ...others],
  };
}

/** Makes the headings of a type those of a page, without a level left out below its title. */
function asPage(markdown: string): string {
  return markdown.replace(/^##(##+ )/gm, '$1');
}

/** Returns the page of a type with a program that uses it, and a link to its guide, above its members. */
function withGuide(markdown: string, { id, name }: ApiType, reference: Reference): string {
  const type = id.replace(/^olm-constructs\./, '');
  const guide = guideOf(type);
  const example = exampleOf(type);
  const to = (source: string): string => posix.relative(posix.dirname(reference.source), source);
  const links = guide === undefined ? [] : [`Guide: [${headingOf(readFile(guide))!}](${to(guide)})`];
  if (example === undefined) {
    return above(markdown, links);
  }
  const isOther = example.source !== guide && example.source.endsWith('.md');
  const from = isOther ? [`More of the program: [${headingOf(readFile(example.source))!}](${to(example.source)})`] : [];
  if (reference.source === 'API.md' || reference.source === reference.submodules) {
    return above(markdown, ['## Example', `\`\`\`ts\n${example.code}\n\`\`\``, ...links, ...from]);
  }
  return above(markdown, [...links, `[An example of \`${name}\` in TypeScript](${to('API.md')}#${id}); [names in other languages](${to('docs/guides/languages.md')})`]);
}

/** Inserts paragraphs above the first subheading. */
function above(markdown: string, paragraphs: readonly string[]): string {
  const at = markdown.search(/^## /m);
  return [markdown.slice(0, at < 0 ? undefined : at).trimEnd(), ...paragraphs, at < 0 ? '' : markdown.slice(at)].join('\n\n');
}

/** Returns markdown with links to types of submodules, for which jsii-docgen writes only names such as `OlmConstructs.Bundles.Bundle`. */
export function withLinks(markdown: string, types: readonly ApiType[]): string {
  // `bundle` is `Bundles` in C#.
  const keyOf = (submodule: string, name: string): string => `${submodule.toLowerCase().replace(/s$/, '')}.${name}`;
  const ids = new Map(types.flatMap(({ id, name, submodule }) => (submodule === undefined ? [] : [[keyOf(submodule, name), id] as const])));
  return markdown.replace(/^(?:\||- \*Type:\*).*$/gm, (line) => (
    line.replace(/(?<![#\w])[\w./-]*olm[-_]?constructs\.(\w+)\.(\w+)/gi, (whole, submodule: string, name: string) => {
      const id = ids.get(keyOf(submodule, name));
      return id === undefined ? whole : `<a href="#${id}">${whole}</a>`;
    })
  ));
}

function listOf(reference: Reference, references: readonly Reference[]): Page {
  const { title, source, index, types } = reference;
  const submodules = [...new Set(types.map(({ submodule }) => submodule))];
  const kinds = [...new Set(types.map(({ kind }) => kind))];
  const listed = (of: readonly ApiType[]): string => of.map((type) => `- [${type.name}](${relativeLink(index, urlOf(reference, type))}) ${summaryOf(type)}`).join('\n');
  return {
    url: index,
    title: `API in ${title}`,
    source,
    markdown: `# API in ${title}\n\n${submodules.flatMap((submodule) => kinds.map((kind) => {
      const own = types.filter((type) => type.submodule === submodule && type.kind === kind);
      return own.length === 0 ? '' : `## ${submodule === undefined ? '' : `\`${submodule}\`: `}${kind}\n\n${listed(own)}\n\n`;
    })).join('')}`,
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
