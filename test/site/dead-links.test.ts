import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLinks } from '../../site/content/dead-links';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-site-'));
  mkdirSync(join(folder, 'guides'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the dead links of a page beside another one, which has a section. */
function deadOn(html: string): string[] {
  writeFileSync(join(folder, 'index.html'), '<h2 id="here">Here</h2>');
  writeFileSync(join(folder, 'guides', 'page.html'), html);
  return deadLinks(folder);
}

describe('a link of the built site', () => {
  it.each(['../index.html', '../index.html#here', '#own', 'https://example.com/anything'])('is alive: %s', (link) => {
    expect(deadOn(`<p id="own"><a href="${link}">link</a></p>`)).toEqual([]);
  });

  it.each(['../missing.html', '../index.html#missing', '#missing', '/index.html', '../', 'file:///index.html'])('is dead: %s', (link) => {
    expect(deadOn(`<a class="x" href="${link}">link</a>`)).toEqual([`guides/page.html: ${link}`]);
  });

  it.each(['<img src="https://example.com/a.svg">', '<script src="https://example.com/a.svg"></script>', '<source srcset="https://example.com/a.svg">'])(
    'must not load anything from another site: %s', (html) => {
      expect(deadOn(html)).toEqual(['guides/page.html: https://example.com/a.svg']);
    });
});
