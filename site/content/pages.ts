import { apiPages } from './api-pages';
import { documentPages } from './documents';
import { examplePages } from './example-pages';
import { Page } from './page';
import { sectionPages } from './section-pages';
import { startPage } from './start-page';

/** Returns all pages of the site. */
export function allPages(): Page[] {
  const documents = [...documentPages(), ...examplePages()];
  return [startPage(documents), ...documents, ...apiPages(), ...sectionPages(documents)];
}
