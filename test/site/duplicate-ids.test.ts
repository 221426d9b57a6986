import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplicateIds } from '../../site/content/duplicate-ids';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-site-'));
  mkdirSync(join(folder, 'guides'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['<h2 id="a">A</h2><main class="x" id="a">', ['guides/page.html: a']],
  ['<a id="a"></a><a id="a"></a><a id="a"></a><p id="b">', ['guides/page.html: a']],
  ['<h2 id="a">A</h2><h2 id="A">A</h2><p data-id="a">id="a"</p>', []],
])('a page with %s has the duplicate IDs %j', (html, expected) => {
  writeFileSync(join(folder, 'guides', 'page.html'), html);
  writeFileSync(join(folder, 'other.html'), '<p id="a">');
  expect(duplicateIds(folder)).toEqual(expected);
});
