import { apiPages } from './api-pages';
import { documentPages } from './documents';
import { examplePages } from './example-pages';
import { Page } from './page';

/** Returns all pages of the site. */
export function allPages(): Page[] {
  return [...documentPages(), ...examplePages(), ...apiPages()];
}
