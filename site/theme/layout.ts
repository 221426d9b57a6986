import { relativeLink } from '../content/addresses';
import { descriptionOf } from '../content/description';
import { neighborsOf, placeOf, sections } from '../content/navigation';
import { Page, PageLink } from '../content/page';
import { footer, header, neighbors, pathTo, sideMenu } from './navigation-html';
import { escaped, linkHtml, PageView } from './page-view';
import { sourceLink } from './source-link';

const SECTIONS = sections();

/** Address of the published site, such as `https://docs.example.com/`. Previews of links need whole addresses. @default - the addresses stay relative */
const SITE_URL = process.env['SITE_URL'];

/** A heading of a rendered page. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  /** Its fragment. */
  readonly id: string;
}

/**
 * Returns the document of a rendered page. All links are relative, and all scripts are classic, so that browsers open it from a folder. IDs of the
 * layout begin with a capital letter, which fragments of headings never have.
 */
export function layout(page: Page, body: string, headings: readonly Heading[]): string {
  const to = (url: string): string => relativeLink(page.url, url);
  const isStart = page.url === 'index.html';
  const view: PageView = { page, to, sections: SECTIONS, place: placeOf(page.url, SECTIONS) };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script>${THEME}</script>
${metadata(page, isStart, to)}
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('style.css')}">
<link rel="stylesheet" href="${to('search.css')}">
<script src="${to('search.js')}" defer></script>
<script src="${to('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#Content">Skip to the content</a>
${header(view)}${isStart ? startBody(view, body) : pageBody(view, body, headings)}${footer(view)}</body>
</html>
`;
}

/** Sets the chosen theme before anything is painted. Browsers may refuse to store anything for a folder. */
const THEME = 'document.documentElement.className="scripted";try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';

/** The start page has its menu in the drawer of a phone only. */
function startBody(view: PageView, body: string): string {
  return `<div class="start">
${sideMenu(view)}<main id="Content">
${body}</main>
</div>
`;
}

function pageBody(view: PageView, body: string, headings: readonly Heading[]): string {
  const { page, to } = view;
  return `<div class="columns">
${sideMenu(view)}<main id="Content">
${pathTo(view)}${contents(page, headings)}<article>
${above(page.above ?? [], to)}${body}${sourceLink(page)}${neighbors(view, neighborsOf(page.url, SECTIONS))}</article>
</main>
</div>
`;
}

/** Returns what search engines and previews of links show. */
function metadata(page: Page, isStart: boolean, to: (url: string) => string): string {
  const title = escaped(isStart ? `${page.title}: Kubernetes operators from code` : `${page.title} · olm-constructs`);
  const description = escaped(descriptionOf(page.markdown));
  const whole = (url: string): string => (SITE_URL === undefined ? to(url) : new URL(url, SITE_URL).href);
  return [
    `<title>${title}</title>`,
    ...(description === '' ? [] : [`<meta name="description" content="${description}">`, `<meta property="og:description" content="${description}">`]),
    `<meta property="og:title" content="${title}">`,
    '<meta property="og:site_name" content="olm-constructs">',
    '<meta property="og:type" content="website">',
    `<meta property="og:image" content="${whole('preview.png')}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...(SITE_URL === undefined ? [] : [`<meta property="og:url" content="${whole(page.url)}">`, `<link rel="canonical" href="${whole(page.url)}">`]),
  ].join('\n');
}

function above(links: readonly PageLink[], to: (url: string) => string): string {
  return links.length === 0 ? '' : `<nav class="above" aria-label="Languages">${links.map(({ title, url, current }) => linkHtml(to(url), title, current === true)).join(' ')}</nav>\n`;
}

/** Returns the list of sections, of pages that have several. The pages of the API have tables of the members of a type. */
function contents({ url }: Page, headings: readonly Heading[]): string {
  const listed = headings.filter(({ level }) => level === 2 || (level === 3 && !url.startsWith('api/')));
  return listed.length < 3 ? '' : `<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul>${listed.map(({ level, title, id }) => (
    `<li class="level-${level}"><a href="#${id}">${escaped(title)}</a></li>`
  )).join('')}</ul></details></nav>\n`;
}
