import { posix } from 'node:path';
import { documents, readDocument } from './documents';
import { Block, markdownBlocks } from './markdown-snippets';

/** A page of the documents. */
export interface DocumentPage {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly title: string;
  readonly markdown: string;
  readonly blocks: readonly Block[];

  /** What is not code, with empty lines in its place. */
  readonly prose: string;
}

/** A link from one page to another one. */
export interface PageLink {
  readonly from: string;
  readonly text: string;

  /** Whether the text names the page: what is said of it is said of a page, such as that it lists something, and it is not code. */
  readonly isName: boolean;

  /** Path of the page from the root of the repository. */
  readonly to: string;

  /** Section of the page, with its `#`. */
  readonly section: string;
}

/** What is said of a page right behind its name. */
const OF_A_PAGE = /^\s+(?:has|have|lists?|describes?|shows?|explains?|contains?|begins?)\b/;

const ARTICLE = /^(?:A|An|The|Each|Every|All)\b/;

/** Folders of pages that a reader follows, and that lead on to others. */
const FOLLOWED = ['docs/start/', 'docs/guides/', 'docs/explanations/', 'docs/coming-from/'];

/** Returns the pages of the documents. */
export function documentPages(): DocumentPage[] {
  return documents().map((file) => pageOf(file, readDocument(file)));
}

/** Returns a page with its parts. */
export function pageOf(file: string, markdown: string): DocumentPage {
  const prose = withoutCode(markdown);
  return { file, title: plain(/^# (.*)$/m.exec(prose)?.[1] ?? ''), markdown, blocks: markdownBlocks(file, markdown).blocks, prose };
}

/** Whether a page is read from its beginning to its end, and is not looked up in. */
export function isFollowed({ file }: DocumentPage): boolean {
  return FOLLOWED.some((folder) => file.startsWith(folder));
}

/** Number of words of a page, with those of its code, as `wc -w` counts. */
export function wordsOf({ markdown }: DocumentPage): number {
  return markdown.split(/\s+/).filter((word) => word !== '').length;
}

/** The paragraph below the title, which is what a page is for. */
export function introductionOf({ prose }: DocumentPage): string {
  const [, ...blocks] = prose.replace(/<!--[^]*?-->/g, '').trim().split(/\n{2,}/);
  const [first = ''] = blocks;
  return /^(?:[#|<>\-*\d]|!\[)/.test(first) ? '' : first;
}

/** Links of the last paragraph of a page, which begins with `Next:`, or of the section `What comes next` or `Next steps`. */
export function nextStepsOf(page: DocumentPage): PageLink[] {
  const section = /\n## (?:What comes next|Next steps)\n([^]*)$/.exec(page.prose)?.[1];
  const last = page.prose.trim().split(/\n{2,}/).at(-1)!;
  return linksIn(page.file, section ?? (last.startsWith('Next:') ? last : ''));
}

/** Returns the links of a page to other pages of the documents. */
export function pageLinks({ file, prose }: DocumentPage): PageLink[] {
  return linksIn(file, prose);
}

function linksIn(file: string, prose: string): PageLink[] {
  const links = prose.matchAll(/(?<!!)\[([^[\]]+)\]\(([^()\s#]+\.md|(?:\.\.\/)+examples[^()\s#]*)(#[^()\s]*)?\)/g);
  return [...links].filter(([, , path]) => !path!.includes('://')).map(({ 0: link, 1: text, 2: path, 3: section = '', index }) => {
    const isNamed = OF_A_PAGE.test(prose.slice(index + link.length)) || /\b[Ss]ee\s+$/.test(prose.slice(0, index));
    return {
      from: file, text: plain(text!), section, to: posix.normalize(posix.join(posix.dirname(file), path!)),
      isName: isNamed && section === '' && /^[A-Z]/.test(text!) && !ARTICLE.test(text!),
    };
  });
}

/** Returns the text of a title or a link without the marks of Markdown, on one line. */
function plain(markdown: string): string {
  return markdown.replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
}

/** Returns a page with its code blocks replaced by empty lines. */
function withoutCode(markdown: string): string {
  return markdown.replace(/^([ ]*)(`{3,}|~{3,})[^]*?^\1\2[ ]*$/gm, (block) => block.replace(/[^\n]/g, ''));
}
