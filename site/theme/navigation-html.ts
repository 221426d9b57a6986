import { addressOf } from '../content/addresses';
import { Entry } from '../content/navigation';
import { manifest, publishedAddress, repositoryAddress } from '../content/repository';
import { escaped, linkHtml, PageView } from './page-view';

/** Documents that the footer links to, besides the sections. */
const IN_FOOTER: readonly Entry[] = [
  { title: 'All pages', source: 'docs/README.md' },
  { title: 'Changelog', source: 'CHANGELOG.md' },
  { title: 'Contributing', source: 'CONTRIBUTING.md' },
  { title: 'Security', source: 'SECURITY.md' },
];

const START = 'index.html';

/** The icon of the site, in the color of the text. */
const ICON = '<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path d="M16 4l10 5v13l-10 6-10-6V9zM6 9l10 6 10-6M16 15v13"/></svg>';

/** Returns the top of each page. The script turns the link to the menu into a button, and shows the button of the theme. */
export function header(view: PageView): string {
  const { page, to } = view;
  return `<header>
<a class="to-menu" href="#Menu">Menu</a>
<a class="name" href="${to('index.html')}"${page.url === START ? ' aria-current="page"' : ''}>${ICON}<span>olm-constructs</span></a>
<nav aria-label="Sections">${sectionLinks(view).join(' ')} <a href="${repositoryAddress()}">Repository</a></nav>
<form role="search"><input type="search" id="search" placeholder="Search" aria-label="Search" aria-controls="results" autocomplete="off"></form>
<div id="results" role="region" aria-label="Results" aria-live="polite" hidden></div>
<button class="theme" type="button" hidden></button>
</header>
`;
}

/** Returns links to the sections, of which the one that the page is in is marked; the start page is in none. */
function sectionLinks({ page, to, sections, place }: PageView): string[] {
  return sections.map((section) => {
    const current = section.url === page.url ? ' aria-current="page"' : section === place.section && page.url !== START ? ' aria-current="true"' : '';
    return `<a href="${to(section.url)}"${current}>${section.title}</a>`;
  });
}

/** Returns the menu of the section that the page is in. On a phone it is a drawer, which also has the links of the header. */
export function sideMenu(view: PageView): string {
  const { page, to, place } = view;
  const all = `<ul class="sections">${sectionLinks(view).map((section) => `<li>${section}</li>`).join('')}<li><a href="${repositoryAddress()}">Repository</a></li></ul>\n`;
  return `<nav id="Menu" aria-label="Pages">
${all}${place.section.groups.map((group) => `<p>${escaped(group.title)}</p>\n<ul>\n${group.pages.map((entry) => {
    const url = addressOf(entry.source);
    // The list that the page is in is marked, if the menu does not have the page itself.
    const current = url === page.url ? ' aria-current="page"' : entry === place.entry ? ' aria-current="true"' : '';
    return `<li><a href="${to(url)}"${current}>${escaped(entry.title)}</a></li>\n`;
  }).join('')}</ul>\n`).join('')}</nav>
`;
}

/** Returns the path to a page: its section, its group and the list that it is in. */
export function pathTo({ page, to, place: { section, group, entry } }: PageView): string {
  const parent = entry === undefined ? undefined : addressOf(entry.source);
  const steps = [
    ...(section.url === page.url ? [] : [linkHtml(to(section.url), section.title, false)]),
    ...(group === undefined || group.title === section.title ? [] : [`<span>${escaped(group.title)}</span>`]),
    ...(parent === undefined || parent === page.url ? [] : [linkHtml(to(parent), entry!.title, false)]),
  ];
  return steps.length === 0 ? '' : `<nav class="path" aria-label="Breadcrumb"><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></nav>\n`;
}

/** Returns the links to the pages before and after this one. */
export function neighbors({ to }: PageView, { previous, next }: { readonly previous?: Entry; readonly next?: Entry }): string {
  const neighbor = (entry: Entry | undefined, name: string, kind: string): string => (
    entry === undefined ? '' : `<a class="${kind}" rel="${kind}" href="${to(addressOf(entry.source))}"><small>${name}</small>${escaped(entry.title)}</a>`
  );
  return previous === undefined && next === undefined
    ? ''
    : `<nav class="neighbors" aria-label="Previous and next page">${neighbor(previous, 'Previous', 'prev')}${neighbor(next, 'Next', 'next')}</nav>\n`;
}

/** Returns the bottom of each page. */
export function footer({ page, to }: PageView): string {
  const { license, version } = manifest();
  // Nothing has this version: a release sets it.
  const released = version === '0.0.0' ? 'unreleased' : version;
  return `<footer>
<p>olm-constructs ${released} · <a href="${publishedAddress('LICENSE')}">${license}</a></p>
<ul>${IN_FOOTER.map(({ title, source }) => `<li>${linkHtml(to(addressOf(source)), title, addressOf(source) === page.url)}</li>`).join('')}<li><a href="${repositoryAddress()}">Repository</a></li></ul>
</footer>
`;
}
