import { posix } from 'node:path';
import { addressOf, relativeLink } from './addresses';
import { apiTargets } from './api-pages';
import { exampleTargets } from './example-pages';
import { Page } from './page';
import { isInRepository, publishedAddress } from './repository';

/** Turns links of documents, which refer to files of the repository, into links of the site. */
export class LinkMap {
  /** Addresses by path in the repository, and those of the API by path and fragment. */
  private readonly targets: ReadonlyMap<string, string>;

  /** Links that lead nowhere, as `file: link`. */
  public readonly problems: string[] = [];

  public constructor(pages: readonly Page[]) {
    this.targets = new Map([
      ...exampleTargets(pages.filter(({ source }) => /^(?:examples|languages\/programs)\//.test(source))),
      ...apiTargets(pages.filter(({ source }) => isReference(source))),
      // The page of a document; of a reference, its list of types, which comes first.
      ...[...pages].reverse().map(({ source, url }): [string, string] => [source, url]),
    ]);
  }

  /** Returns the link as it is on a page. */
  public resolve(page: Page, link: string): string {
    if (/^[a-z]+:/.test(link)) {
      return link;
    }
    const [path = '', fragment] = link.split('#', 2);
    if (path.endsWith('.html') || (path === '' && !isReference(page.source))) {
      return link;
    }
    const file = path === '' ? page.source : posix.normalize(posix.join(posix.dirname(page.source), path)).replace(/\/$/, '');
    const target = this.targets.get(isReference(file) && fragment !== undefined ? `${file}#${fragment}` : file);
    if (target !== undefined) {
      return relativeLink(page.url, target) + (fragment === undefined || target.includes('#') ? '' : `#${fragment}`);
    }
    if (isReference(file) && path === '') {
      return link;
    }
    if (isPicture(file)) {
      return relativeLink(page.url, addressOf(file));
    }
    if (!isInRepository(file) || isReference(file)) {
      this.problems.push(`${page.source}: ${link}`);
      return link;
    }
    return publishedAddress(file);
  }
}

function isReference(source: string): boolean {
  return source === 'API.md' || source.startsWith('site/reference/');
}

/** Whether a file of the repository is a picture of its documents, which the site contains. */
export function isPicture(file: string): boolean {
  return file.startsWith('docs/') && file.endsWith('.svg');
}
