import { menu } from '../../site/content/navigation';
import { documents, readDocument } from './documents';

const FOLDERS = /^docs\/(?:coming-from|explanations|project)\//;

const LONGEST = 1_200;

const entries = menu().flatMap(({ pages }) => pages);
const pages = documents().filter((file) => FOLDERS.test(file)).map((file) => ({ file, text: readDocument(file) }));

describe.each(pages)('the page $file', ({ file, text }) => {
  it('has the same name in the menu as in its title', () => {
    expect(entries.filter(({ source }) => source === file).map(({ title }) => title)).toEqual([/^# (.*)$/m.exec(text)![1]]);
  });

  it('begins with what it is for', () => {
    expect(text).toMatch(/^# .*\n\n[A-Z][^\n|]*\./);
  });

  it('ends with what comes next', () => {
    const [last = ''] = text.trimEnd().split('\n\n').slice(-1);
    expect(last).toMatch(/^Next: /);
    expect([2, 3, 4]).toContain([...last.matchAll(/\]\(/g)].length);
  });

  it('is short', () => {
    expect(text.replace(/```[^]*?```/g, '').split(/\s+/).length).toBeLessThanOrEqual(LONGEST);
  });
});
