import { Place, Section } from '../content/navigation';
import { Page } from '../content/page';

/** What the parts of the layout know of a page. */
export interface PageView {
  readonly page: Page;
  /** Returns the relative link to a page of the site. */
  readonly to: (url: string) => string;
  readonly sections: readonly Section[];
  readonly place: Place;
}

/** Returns a link. */
export function linkHtml(url: string, title: string, current: boolean): string {
  return `<a href="${url}"${current ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;
}

/** Returns a string as HTML, also for an attribute. */
export function escaped(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
