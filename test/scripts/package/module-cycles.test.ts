import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { moduleCycles } from '../../../scripts/package/module-cycles';

describe('moduleCycles', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-cycles-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function cyclesOf(files: { readonly [name: string]: string }): string[][] {
    for (const [name, code] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), code);
    }
    return moduleCycles(folder);
  }

  it('finds none if modules require others one way', () => {
    expect(cyclesOf({
      'index.js': '__exportStar(require("./lib/a"), exports);\n__exportStar(require("./lib/b"), exports);',
      'lib/a.js': 'const b_1 = require("./b");\nconst fs = require("node:fs");\nconst yaml = require("yaml");',
      'lib/b.js': 'exports.b = 1;',
    })).toEqual([]);
  });

  it('names the files of a cycle', () => {
    expect(cyclesOf({
      'a.js': 'const b_1 = require("./lib/b");',
      'lib/b.js': 'const c_1 = require("./c");',
      'lib/c.js': 'const b_1 = require("./b");',
    })).toEqual([['lib/b.js', 'lib/c.js', 'lib/b.js']]);
  });

  it.each([
    ['a re-export', '__exportStar(require("./b"), exports);'],
    ['the index of a folder', 'const b_1 = require("./folder");'],
    ['an import that the build has changed', 'const b_1 = __lazy(() => require("./b"));'],
    ['a require in a function', 'exports.load = () => require("./b").b;'],
    ['an import for its side effects', 'require("./b");'],
  ])('finds one through %s', (_, code) => {
    expect(cyclesOf({ 'a.js': code, 'b.js': 'const a_1 = require("./a");', 'folder/index.js': 'const a_1 = require("../b");' })).not.toEqual([]);
  });

  it('finds a module that requires itself', () => {
    expect(cyclesOf({ 'a.js': 'const a_1 = require("./a");' })).toEqual([['a.js', 'a.js']]);
  });

  it('finds each of several', () => {
    const require = (...names: string[]): string => names.map(name => `require("./${name}");`).join('\n');
    expect(cyclesOf({ 'a.js': require('b', 'c'), 'b.js': require('a'), 'c.js': require('d'), 'd.js': require('c') }))
      .toEqual([['a.js', 'b.js', 'a.js'], ['c.js', 'd.js', 'c.js']]);
  });
});
