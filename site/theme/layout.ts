import { addressOf, relativeLink } from '../content/addresses';
import { header, menu } from '../content/navigation';
import { Page, PageLink } from '../content/page';

const HEADER = header();
const MENU = menu();

/** A heading of a rendered page. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  /** Its fragment. */
  readonly id: string;
}

/** Returns the document of a rendered page. All links are relative, and all scripts are classic, so that browsers open it from a folder. */
export function layout(page: Page, body: string, headings: readonly Heading[]): string {
  const to = (url: string): string => relativeLink(page.url, url);
  const isStart = page.url === 'index.html';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${isStart ? page.title : `${escaped(page.title)} · olm-constructs`}</title>
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('style.css')}">
<link rel="stylesheet" href="${to('search.css')}">
<script src="${to('search.js')}" defer></script>
<script src="${to('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#Content">Skip to the content</a>
<header>
<a class="name" href="${to('index.html')}">olm-constructs</a>
<nav aria-label="Reference">${HEADER.map(({ title, source }) => link(to(addressOf(source)), title, addressOf(source) === page.url)).join(' ')}</nav>
<form role="search"><input type="search" id="search" placeholder="Search" aria-label="Search" aria-controls="results" autocomplete="off"></form>
<a class="to-menu" href="#menu">Menu</a>
</header>
<div id="results" role="region" aria-label="Results" aria-live="polite" hidden></div>
<div class="columns">
<main id="Content" class="${isStart ? 'start' : ''}">
${contents(headings)}<article>
${above(page.above ?? [], to)}${body}</article>
</main>
<nav id="menu" aria-label="Pages">
${menuOf(page, to)}</nav>
</div>
</body>
</html>
`;
}

function link(url: string, title: string, current: boolean): string {
  return `<a href="${url}"${current ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;
}

function above(links: readonly PageLink[], to: (url: string) => string): string {
  return links.length === 0 ? '' : `<nav class="above" aria-label="Languages">${links.map(({ title, url, current }) => link(to(url), title, current === true)).join(' ')}</nav>\n`;
}

/** Returns the list of sections, of pages that have several. */
function contents(headings: readonly Heading[]): string {
  const sections = headings.filter(({ level }) => level === 2 || level === 3);
  return sections.length < 3 ? '' : `<details class="contents"><summary>On this page</summary><ul>${sections.map(({ level, title, id }) => (
    `<li class="level-${level}"><a href="#${id}">${escaped(title)}</a></li>`
  )).join('')}</ul></details>\n`;
}

function menuOf(page: Page, to: (url: string) => string): string {
  return MENU.map(({ title, pages }) => `<h2>${title}</h2>\n<ul>\n${pages.map((entry) => {
    const url = addressOf(entry.source);
    return `<li>${link(to(url), entry.title, url === page.url)}</li>\n`;
  }).join('')}</ul>\n`).join('');
}

function escaped(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
