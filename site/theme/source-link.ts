import { posix } from 'node:path';
import { Page } from '../content/page';
import { publishedAddress, repositoryAddress, trackedFiles } from '../content/repository';

/** Returns the link below a page to the file in the repository that it is made from, or nothing if the file is generated for the site only. */
export function sourceLink(page: Page): string {
  const { source, markdown } = page;
  const folder = posix.dirname(source);
  if (!trackedFiles(folder === '.' ? '' : folder).includes(source)) {
    // An example without a text is a folder of programs.
    return /^(?:examples|languages)\b/.test(source) ? edit(publishedAddress(folder), 'Source of this page') : '';
  }
  const isWritten = source !== 'API.md' && !/^<!-- (?:Generated|Made) by /m.test(markdown);
  return isWritten ? edit(`${repositoryAddress()}/edit/main/${source}`, 'Edit this page') : edit(publishedAddress(source), 'Source of this page');
}

function edit(url: string, title: string): string {
  return `<p class="source"><a href="${url}">${title}</a></p>\n`;
}
