import { menu } from '../../site/content/navigation';
import { documentPages, DocumentPage, introductionOf, isFollowed, nextStepsOf, pageLinks, pageOf, wordsOf } from './structure';

/** Most words of a guide: it is about one task, and what is looked up is in the reference. */
const MOST_WORDS = 1200;

/** Guides with more words, by their reasons. */
const LONGER: { readonly [file: string]: string } = {};

/** Guides that show a program or a command only below the heading of a section, by their reasons. */
const WITHOUT_BEGINNING: { readonly [file: string]: string } = {
  'docs/guides/terminal.md': 'all of it is a session, and its headings are the steps',
};

/** Most characters in a line of a command: more do not fit beside the menu of the site. */
const WIDEST_COMMAND = 84;

const pages = documentPages();
const guides = pages.filter(({ file }) => file.startsWith('docs/guides/'));
const titles = new Map(pages.map(({ file, title }) => [file, title]));
const entries = menu().flatMap((group) => group.pages);
const named = (chosen: readonly DocumentPage[]): [string, DocumentPage][] => chosen.map((page) => [page.file, page]);

/** Command lines of a page: those of its shell blocks, and those after a prompt. */
function commandLines({ blocks }: DocumentPage): string[] {
  return blocks.flatMap(({ info, code }) => {
    const lines = code.split('\n');
    return info === 'sh' ? lines : info === 'text' || info === 'console' ? lines.filter((line) => line.startsWith('$ ')) : [];
  });
}

describe('a guide', () => {
  it.each(named(guides))('has at most 1,200 words, or a reason for more: %s', (file, page) => {
    expect(LONGER[file] === undefined ? wordsOf(page) : 0).toBeLessThanOrEqual(MOST_WORDS);
  });

  it('has a reason for more words only if it has more', () => {
    expect(Object.keys(LONGER).filter((file) => !guides.some((page) => page.file === file && wordsOf(page) > MOST_WORDS))).toEqual([]);
  });

  it.each(named(guides.filter(({ file }) => WITHOUT_BEGINNING[file] === undefined)))('shows a program or a command before its first section: %s', (_file, { markdown }) => {
    expect(markdown.split(/^## /m)[0]).toMatch(/^(?:```|~~~)/m);
  });
});

describe('a page that is followed', () => {
  const followed = named(pages.filter(isFollowed));

  it.each(followed)('begins with what it is for: %s', (_file, page) => {
    expect(introductionOf(page).length).toBeGreaterThan(40);
  });

  it.each(followed)('ends with two to four pages that come next: %s', (_file, page) => {
    const next = nextStepsOf(page);
    expect(next.length).toBeGreaterThanOrEqual(2);
    expect(next.length).toBeLessThanOrEqual(4);
  });
});

describe('a page', () => {
  it.each(named(pages))('has command lines of at most 84 characters: %s', (_file, page) => {
    expect(commandLines(page).filter((line) => line.length > WIDEST_COMMAND)).toEqual([]);
  });

  it('has a title that no other page has', () => {
    const all = [...titles.values()];
    expect([...titles].filter(([, title], index) => title === '' || all.indexOf(title) !== index)).toEqual([]);
  });

  it('has its title in the menu', () => {
    const inMenu = entries.filter(({ source }) => source.startsWith('docs/') && titles.has(source));
    expect(inMenu.filter(({ title, source }) => title !== titles.get(source)).map(({ title, source }) => `${source}: '${title}' in the menu, '${titles.get(source)!}' on the page`)).toEqual([]);
  });

  it('of docs/ is in the menu', () => {
    const listed = new Set(['docs/README.md', ...entries.map(({ source }) => source)]);
    expect(pages.map(({ file }) => file).filter((file) => file.startsWith('docs/') && !file.startsWith('docs/decisions/') && !listed.has(file))).toEqual([]);
  });

  // Decisions are named after modules, as are other things that links name.
  const owners = new Map([...titles].filter(([file]) => !file.startsWith('docs/decisions/')).map(([file, title]) => [title, file]));

  it.each(named(pages.filter(({ file }) => !file.startsWith('docs/decisions/'))))('names the pages that it links to as they are named: %s', (_file, page) => {
    const wrong = pageLinks(page).filter(({ to, text, section, isName }) => {
      const owner = owners.get(text);
      return titles.has(to) && (owner === undefined ? isName : owner !== to && section === '');
    });
    expect(wrong.map(({ text, to }) => `'${text}' is not the name of ${to}, which is '${titles.get(to)!}'`)).toEqual([]);
  });
});

describe('the parts of a page', () => {
  const page = pageOf('docs/guides/a.md', '# `a` and b\n\n<!-- x -->\n\nWhat it is\nfor.\n\n```sh\n# a comment\n[no](link.md)\n```\n\nNext: [C](c.md), [`d`](../reference/d.md#e) or\n[f](https://f.example/f.md).\n');

  it('are read', () => {
    expect(page.title).toBe('a and b');
    expect(introductionOf(page)).toBe('What it is\nfor.');
    expect(nextStepsOf(page).map(({ text, to, section }) => [text, to, section])).toEqual([['C', 'docs/guides/c.md', ''], ['d', 'docs/reference/d.md', '#e']]);
    const named = pageOf('docs/a.md', '# A\n\n[B](b.md) lists it. See [C](c.md), [The d](d.md) has it, `x` of [E](e.md), [`F`](f.md) lists it.\n');
    expect(pageLinks(named).filter(({ isName }) => isName).map(({ text }) => text)).toEqual(['B', 'C']);
    expect(commandLines(page)).toHaveLength(2);
    expect(nextStepsOf(pageOf('docs/a.md', '# A\n\nText.\n\n## What comes next\n\n- [B](b.md)\n- [C](c.md): more\n')).map(({ to }) => to)).toEqual(['docs/b.md', 'docs/c.md']);
  });

  it.each([['# T\n\n```ts\n```\n', ''], ['# T\n\n## S\n', ''], ['# T\n\n| a |\n', '']])('may be missing: %j', (markdown, introduction) => {
    expect(introductionOf(pageOf('a.md', markdown))).toBe(introduction);
    expect(nextStepsOf(pageOf('a.md', markdown))).toEqual([]);
  });
});
