import fs, { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFolder } from '../../../lib/formats/output/replace-folder';
import { folderIn, writeFileAt, writeFiles, writeFilesAt } from '../../../lib/formats/output/write-files';

let home: string;
let out: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'output-')));
  out = join(home, 'out');
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(home, { recursive: true });
});

/** Returns the files below a folder with their contents, and links and empty folders; files that are not in their place yet are left out. */
function contentOf(folder: string): { [path: string]: string } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ parentPath, name }) => !join(parentPath, name).includes('/.'));
  return Object.fromEntries(entries.map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '->' : readFileSync(path, 'utf8')];
  }).filter(([, content]) => content !== '/').sort());
}

const everything = (): string[] => readdirSync(home, { recursive: true, encoding: 'utf8' }).sort();

describe('writing files', () => {
  test('creates folders, replaces files with their access rights, and deletes others with their folders', () => {
    writeFiles(out, new Map([['a/b/c', 'old'], ['d/e', 'gone'], ['keep', 'kept']]));
    chmodSync(join(out, 'a/b/c'), 0o750);
    writeFiles(out, new Map<string, string | Uint8Array>([['a/b/c', 'new'], ['f', Buffer.from([0, 255])]]), { deleted: ['d/e'] });
    expect(everything()).toEqual(['out', 'out/a', 'out/a/b', 'out/a/b/c', 'out/f', 'out/keep']);
    expect([readFileSync(join(out, 'a/b/c'), 'utf8'), [...readFileSync(join(out, 'f'))]]).toEqual(['new', [0, 255]]);
    expect(statSync(join(out, 'a/b/c')).mode & 0o777).toBe(0o750);
  });

  test.each<[string, string, string]>([
    ['a name that differs only in case', 'Chart.yaml', 'chart.yaml'],
    ['a folder', 'chart', 'chart/a.yaml'],
    ['a file', 'chart/a.yaml', 'chart'],
  ])('replaces a file by %s', (_, before, after) => {
    writeFiles(out, new Map([[before, 'old']]));
    writeFiles(out, new Map([[after, 'new']]), { deleted: [before] });
    expect(contentOf(out)).toEqual({ [after]: 'new' });
  });

  test('follows a link that the user specifies, and none below it', () => {
    mkdirSync(join(home, 'real'));
    symlinkSync('real', out);
    writeFiles(out, new Map([['a', '1']]));
    expect(contentOf(join(home, 'real'))).toEqual({ a: '1' });
    writeFileSync(join(home, 'file'), 'old');
    symlinkSync('file', join(home, 'link'));
    writeFileAt(join(home, 'link'), 'new');
    expect([lstatSync(join(home, 'link')).isSymbolicLink(), readFileSync(join(home, 'file'), 'utf8')]).toEqual([true, 'new']);
  });

  test.each<[string, () => void]>([
    ['a file as the folder of one', () => writeFileSync(join(home, 'two'), 'mine')],
    ['a folder as one', () => mkdirSync(join(home, 'two/b'), { recursive: true })],
  ])('in several folders writes none with %s', (_, prepare) => {
    mkdirSync(join(home, 'one'));
    writeFileSync(join(home, 'one/a'), 'old');
    prepare();
    const before = everything();
    const files = ['one/a', 'new/c', 'one/d', 'two/b'].map((path): [string, string] => [join(home, path), 'new']);
    expect(() => writeFilesAt(new Map(files))).toThrow(/two/);
    expect(() => writeFilesAt(new Map([...files].reverse()))).toThrow(/two/);
    expect([everything(), readFileSync(join(home, 'one/a'), 'utf8')]).toEqual([before, 'old']);
  });

  test('in several folders writes all', () => {
    const files = ['one/a', 'new/c', 'one/d'].map((path): [string, string] => [join(home, path), 'new']);
    writeFilesAt(new Map(files));
    expect(contentOf(home)).toEqual({ 'one/a': 'new', 'new/c': 'new', 'one/d': 'new' });
  });

  test.each<[string, () => void, RegExp]>([
    ['a link as a folder', () => symlinkSync(join(home, 'outside'), join(out, 'a')), /out\/a: a folder is needed here, and there is a symbolic link; nothing was written/],
    ['a link as a file', () => {
      mkdirSync(join(out, 'a'));
      symlinkSync(join(home, 'outside/x'), join(out, 'a/b'));
    }, /out\/a\/b: a file is needed here, and there is a symbolic link/],
    ['a file as a folder', () => writeFileSync(join(out, 'a'), 'mine'), /out\/a: a folder is needed here, and there is a file/],
    ['a folder as a file', () => mkdirSync(join(out, 'a/b'), { recursive: true }), /out\/a\/b: a file is needed here, and there is a folder/],
    ['a link as a folder of a file to delete', () => symlinkSync(join(home, 'outside'), join(out, 'd')), /out\/d: a folder is needed here/],
    ['a link as the record', () => symlinkSync(join(home, 'outside/x'), join(out, 'record')), /out\/record: a file is needed here/],
  ])('refuses %s', (_, prepare, message) => {
    mkdirSync(join(home, 'outside'));
    writeFileSync(join(home, 'outside/x'), 'theirs');
    mkdirSync(out);
    prepare();
    const before = everything();
    const record = { path: 'record', during: 'd', after: 'a' };
    expect(() => writeFiles(out, new Map([['a/b', '1'], ['c', '2']]), { deleted: ['d/x'], record })).toThrow(message);
    expect(everything()).toEqual(before);
    expect(readFileSync(join(home, 'outside/x'), 'utf8')).toBe('theirs');
  });

  test('refuses a file or a link to nothing as the folder', () => {
    writeFileSync(join(home, 'file'), '');
    symlinkSync('nothing', join(home, 'link'));
    expect(() => writeFiles(join(home, 'file'), new Map([['a', '']]))).toThrow('file: this is a file, not a folder; nothing was written');
    expect(() => writeFiles(join(home, 'link'), new Map([['a', '']]))).toThrow('link: this is a link to nothing, not a folder; nothing was written');
  });

  test('returns a folder below another one, unless the path leads out of it', () => {
    mkdirSync(join(out, 'images'), { recursive: true });
    expect(folderIn(out, 'images/a')).toBe(join(out, 'images/a'));
    symlinkSync(home, join(out, 'images/b'));
    expect(() => folderIn(out, 'images/b')).toThrow('images/b: a folder is needed here, and there is a symbolic link');
    expect(() => folderIn(out, 'images/../..')).toThrow('leads out of the folder');
  });
});

describe('a folder in which none can be created, as /proc', () => {
  // With `recursive`, mkdir of Node.js never ends there.
  beforeEach(() => {
    mkdirSync(out);
    const original = fs.mkdirSync;
    jest.spyOn(fs, 'mkdirSync').mockImplementation(((path: string, options?: unknown): unknown => {
      if (typeof options === 'object') {
        throw new Error('this would not end');
      }
      return path.startsWith(`${out}/`) ? fail('ENOENT', `mkdir '${path}'`) : original(path, options as number);
    }) as typeof fs.mkdirSync);
    jest.spyOn(fs, 'mkdtempSync').mockImplementation((prefix) => fail('ENOENT', `mkdtemp '${prefix}XXXXXX'`));
  });
  const fail = (code: string, what: string): never => {
    throw Object.assign(new Error(`${code}: ${what}`), { code });
  };

  test.each<[string, (path: string) => void]>([
    ['writeFiles', (path) => writeFiles(path, new Map([['a/b', '1']]))],
    ['writeFileAt', (path) => writeFileAt(join(path, 'a'), '1')],
    ['writeFiles of a cache', (path) => writeFiles(path, new Map([['a/b', '1']]), { isCache: true })],
    ['replaceFolder', (path) => replaceFolder(join(path, 'layout'), new Map([['a/b', '1']]), () => undefined)],
  ])('is an error of %s, with its path', (_, write) => {
    expect(() => write(join(out, 'x/y'))).toThrow(`no folder can be created in "${out}"; specify another folder`);
    expect(everything()).toEqual(['out']);
  });

  test.each<[string, () => void]>([
    ['writeFiles', () => writeFiles(out, new Map([['a', '1']]))],
    ['replaceFolder', () => replaceFolder(join(out, 'layout'), new Map([['a', '1']]), () => undefined)],
  ])('is an error of %s that needs no parent, too', (_, write) => {
    expect(write).toThrow(`no folder can be created in "${out}"; specify another folder`);
  });

  test('leaves the folders that another process creates meanwhile, and none of its own', () => {
    jest.restoreAllMocks();
    const original = fs.mkdirSync;
    jest.spyOn(fs, 'mkdirSync').mockImplementation(((path: string, mode?: number): unknown => {
      const made = path.endsWith('z') ? fail('EACCES', 'no') : original(path, mode);
      return path.endsWith('x') ? fail('EEXIST', 'made by another process') : made;
    }) as typeof fs.mkdirSync);
    expect(() => writeFiles(join(out, 'x/y/z'), new Map([['a', '1']]))).toThrow('permission denied');
    expect(everything()).toEqual(['out', 'out/x']);
  });
});

/** Functions that change the file system. */
const CHANGES = ['mkdirSync', 'mkdtempSync', 'writeFileSync', 'renameSync', 'linkSync', 'chmodSync', 'rmSync', 'rmdirSync'] as const;

/** Calls a function before each change of the file system that a function makes, with the number of the change. */
function withEachChange(before: (change: number, name: string) => void): void {
  let change = 0;
  for (const name of CHANGES) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    jest.spyOn(fs, name as 'rmSync').mockImplementation(((...args: unknown[]): unknown => {
      before(change++, name);
      return original(...args);
    }));
  }
}

describe('all or nothing', () => {
  const OLD = { 'a/b': 'old', 'd/e': 'old', keep: 'mine', record: 'old' };
  const NEW = { 'a/b': 'new', 'c/x/y': 'new', keep: 'mine', record: 'new' };
  const write = (): void => writeFiles(out, new Map([['a/b', 'new'], ['c/x/y', 'new']]), { deleted: ['d/e'], record: { path: 'record', during: 'both', after: 'new' } });
  const prepare = (): void => {
    rmSync(out, { recursive: true, force: true });
    Object.entries(OLD).forEach(([path, content]) => {
      mkdirSync(join(out, path, '..'), { recursive: true });
      writeFileSync(join(out, path), content);
    });
  };

  test('a failure at any point leaves what was there, and nothing else', () => {
    const failed: string[] = [];
    let total = 0;
    prepare();
    withEachChange(() => total++);
    write();
    jest.restoreAllMocks();
    for (let at = 0; at < total; at++) {
      prepare();
      withEachChange((change, name) => {
        if (change === at) {
          failed.push(name);
          throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
        }
      });
      let message = '';
      try {
        write();
      } catch (error) {
        ({ message } = error as Error);
      }
      jest.restoreAllMocks();
      expect(message).toBe(['linkSync', 'rmdirSync', 'rmSync'].includes(failed.at(-1)!) ? '' : `${out} cannot be written: the disk is full; nothing was changed`);
      // The folder without its files, and what is beside it, may be left if it cannot be removed.
      const left = Object.fromEntries(Object.entries(contentOf(out)).filter(([path]) => !path.startsWith('.')));
      expect(left).toEqual(message === '' ? NEW : OLD);
      expect(readdirSync(out).filter((name) => name.startsWith('.')).length).toBeLessThanOrEqual(['rmSync', 'rmdirSync'].includes(failed.at(-1)!) ? 1 : 0);
    }
    expect(new Set(failed)).toEqual(new Set(CHANGES));
  });

  test('after a kill at any point, each file has its old or its new content, and the record covers it', () => {
    prepare();
    const seen: { [path: string]: string }[] = [];
    withEachChange(() => seen.push(contentOf(out)));
    write();
    jest.restoreAllMocks();
    expect(seen.length).toBeGreaterThan(15);
    for (const state of seen) {
      expect([OLD['a/b'], NEW['a/b']]).toContain(state['a/b']);
      expect([undefined, NEW['c/x/y']]).toContain(state['c/x/y']);
      expect(state['keep']).toBe('mine');
      const isChanging = state['a/b'] === 'new' || state['c/x/y'] !== undefined || state['d/e'] === undefined;
      const isDone = state['a/b'] === 'new' && state['c/x/y'] !== undefined && state['d/e'] === undefined;
      expect(isDone ? ['both', 'new'] : isChanging ? ['both'] : ['old', 'both']).toContain(state['record']);
    }
  });

  test('a folder is replaced, or is as it was if anything fails', () => {
    const next = (then: () => void): void => replaceFolder(out, new Map([['new', '1']]), then);
    expect(() => next(() => {
      expect(contentOf(out)).toEqual({ new: '1' });
      throw new Error('later');
    })).toThrow('later');
    expect(everything()).toEqual([]);
    prepare();
    expect(() => next(() => {
      throw new Error('later');
    })).toThrow('later');
    expect([contentOf(out), readdirSync(home)]).toEqual([OLD, ['out']]);
    next(() => undefined);
    expect([contentOf(out), readdirSync(home)]).toEqual([{ new: '1' }, ['out']]);
  });
});
