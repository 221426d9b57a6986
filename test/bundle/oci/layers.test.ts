import fc from 'fast-check';
import { Budget, readLimits } from '../../../lib/bundle/files/read-options';
import { ImageFiles } from '../../../lib/bundle/oci/image-files';
import { type Entry, tarOf } from '../../builders/tar-archive';
import { errorOf } from '../read/message';

type Layers = readonly (readonly Entry[])[];

/** Files left after applying layers on top of each other; folders have a slash at the end. */
function filesOf(layers: Layers, folders: readonly string[] = ['m', 'n/o']): { [path: string]: string } {
  const files = new ImageFiles('SOURCE', folders, new Budget('SOURCE', readLimits()), readLimits());
  layers.forEach((layer, index) => files.apply(files.read(`layer ${index}`, tarOf(layer))));
  const entries = files.entries().map(({ path, content }): [string, string] => (
    content === undefined ? [`${path}/`, ''] : [path, content.toString()]
  ));
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function file(path: string, content = path): Entry {
  return { path, content };
}

const folder = (path: string): Entry => ({ path, type: 'Directory' });
const link = (path: string, linkpath: string): Entry => ({ path, type: 'SymbolicLink', linkpath });
const hardLink = (path: string, linkpath: string): Entry => ({ path, type: 'Link', linkpath });

describe('layers of an image', () => {
  it.each<[string, Layers, { [path: string]: string }]>([
    ['files of several layers are combined', [[file('m/a')], [file('m/b')]], { 'm/': '', 'm/a': 'm/a', 'm/b': 'm/b' }],
    ['a file of a higher layer replaces one of a lower layer', [[file('m/a')], [file('m/a', 'new')]], { 'm/': '', 'm/a': 'new' }],
    ['the last of two entries of a layer wins', [[file('m/a'), file('m/a', 'new')]], { 'm/': '', 'm/a': 'new' }],
    ['paths may begin with a slash or ./', [[file('/m/a'), file('./m//b')]], { 'm/': '', 'm/a': '/m/a', 'm/b': './m//b' }],
    ['files outside the requested folders are skipped', [[file('x'), file('mm/a'), file('n/a'), file('n/o/a')]], { 'n/o/': '', 'n/o/a': 'n/o/a' }],

    ['a whiteout hides a file', [[file('m/a'), file('m/b')], [file('m/.wh.a')]], { 'm/': '', 'm/b': 'm/b' }],
    ['a whiteout hides a folder with its content', [[file('m/a/b'), file('m/ab')], [file('m/.wh.a')]], { 'm/': '', 'm/ab': 'm/ab' }],
    ['a whiteout hides a parent folder', [[file('n/o/a')], [file('.wh.n')]], {}],
    ['a whiteout hides a file of any lower layer', [[file('m/a')], [file('m/b')], [file('m/.wh.a')]], { 'm/': '', 'm/b': 'm/b' }],
    ['a whiteout hides no earlier entry of its own layer', [[file('m/a', 'old')], [file('m/a'), file('m/.wh.a')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a whiteout hides no later entry of its own layer', [[file('m/a', 'old')], [file('m/.wh.a'), file('m/a')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a whiteout hides no entry of higher layers', [[file('m/.wh.a')], [file('m/a')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a whiteout of a missing file has no effect', [[file('m/a')], [file('m/.wh.b'), file('x/.wh.y')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a whiteout hides a file whose name begins with a dot', [[file('m/.a'), file('m/a')], [file('m/.wh..a')]], { 'm/': '', 'm/a': 'm/a' }],

    ['an opaque folder hides its content in lower layers', [[file('m/a'), file('m/b/c')], [file('m/d'), file('m/.wh..wh..opq')]], { 'm/': '', 'm/d': 'm/d' }],
    ['an opaque folder hides no later entry of its own layer', [[file('m/a')], [file('m/.wh..wh..opq'), file('m/d')]], { 'm/': '', 'm/d': 'm/d' }],
    ['an opaque folder itself is kept', [[folder('m'), file('m/a')], [file('m/.wh..wh..opq')]], { 'm/': '' }],
    ['an opaque folder hides nothing outside it', [[file('m/a'), file('m/b/c')], [file('m/b/.wh..wh..opq')]], { 'm/': '', 'm/a': 'm/a', 'm/b/': '' }],
    ['an opaque root hides everything', [[file('m/a'), file('n/o/a')], [file('.wh..wh..opq'), file('m/b')]], { 'm/': '', 'm/b': 'm/b' }],
    ['AUFS metadata hides nothing', [[file('m/a')], [file('m/.wh..wh.plnk'), file('m/.wh..wh.aufs')]], { 'm/': '', 'm/a': 'm/a' }],

    ['a file replaces a folder', [[file('m/a/b')], [file('m/a')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a folder replaces a file', [[file('m/a')], [folder('m/a'), file('m/a/b')]], { 'm/': '', 'm/a/': '', 'm/a/b': 'm/a/b' }],
    ['a folder replaces a link', [[link('m', 'elsewhere')], [folder('m'), file('m/a')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a repeated folder keeps its content', [[file('m/a')], [folder('m')]], { 'm/': '', 'm/a': 'm/a' }],
    ['a hidden link is not an error', [[link('m/a', '/etc/passwd')], [file('m/.wh.a')]], { 'm/': '' }],
    ['a hard link to a requested file is that file', [[file('m/a'), hardLink('m/b', 'm/a')]], { 'm/': '', 'm/a': 'm/a', 'm/b': 'm/a' }],
    ['a hard link may refer to a lower layer', [[file('m/a')], [hardLink('m/b', '/m/a')]], { 'm/': '', 'm/a': 'm/a', 'm/b': 'm/a' }],
  ])('%s', (_, layers, expected) => {
    const folders = Object.fromEntries(Object.entries(filesOf(layers)).filter(([path]) => path !== 'n/'));
    expect(folders).toEqual(expected);
  });

  it('everything is read if the folder is the root', () => {
    expect(filesOf([[file('a/b'), file('c')], [file('.wh.c')]], [''])).toEqual({ 'a/': '', 'a/b': 'a/b' });
  });
});

describe('an image is rejected', () => {
  it.each<[string, Layers, string]>([
    ['with a link among the files', [[link('m/a', 'b')]], 'm/a: this is a symbolic link; a bundle may contain only regular files and folders'],
    ['with a link in place of the folder', [[link('m', 'x')]], 'm: this is a symbolic link'],
    ['with a link as a parent folder', [[link('n', 'x')], [file('n/o/a')]], 'n: the image adds entries below this path, which is a symbolic link and not a folder'],
    ['with a file in a file', [[file('m/a')], [file('m/a/b')]], 'm/a: the image adds entries below this path, which is a file and not a folder'],
    ['with a hard link to a file outside the requested folders', [[file('x'), hardLink('m/a', 'x')]], 'm/a: this is a hard link'],
    ['with a hard link to a later file', [[hardLink('m/a', 'm/b'), file('m/b')]], 'm/a: this is a hard link'],
    ['with a device', [[{ path: 'm/a', type: 'CharacterDevice' }]], 'm/a: this is a device'],
    ['with a named pipe', [[{ path: 'm/a', type: 'FIFO' }]], 'm/a: this is a named pipe'],
    ['with a path that leads out of it', [[file('../a')]], 'the path "../a" in layer 0 leads outside the image; do not trust this image'],
    ['with a path outside the requested folders that leads out of it', [[file('x/../../m/a')]], 'the path "x/../../m/a" in layer 0 leads outside the image'],
    ['with a hard link that leads out of it', [[hardLink('m/a', '../a')]], 'the path "../a" in layer 0 leads outside the image'],
    ['with a whiteout of the parent folder', [[file('m/.wh...')]], 'the whiteout "m/.wh..." in layer 0 names no file; do not trust this image'],
    ['with a whiteout of the folder itself', [[file('m/.wh..')]], 'the whiteout "m/.wh.." in layer 0 names no file'],
    ['with a whiteout of nothing', [[file('m/.wh.')]], 'the whiteout "m/.wh." in layer 0 names no file'],
    ['with a backslash in a path', [[file('m/a\\b')]], 'the path "m/a\\\\b" in the image is not a plain path; rename the file'],
  ])('%s', (_, layers, reason) => {
    expect(errorOf(() => filesOf(layers)).message).toContain(`SOURCE: ${reason}`);
  });
});

describe('layers applied on top of each other', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const entry = fc.tuple(fc.constantFrom('file', 'whiteout', 'opaque'), name, name).map(([kind, outer, inner]) => ({ kind, outer, inner }));
  const layers = fc.array(fc.array(entry, { maxLength: 6 }), { minLength: 1, maxLength: 5 });

  it('have the same result as in a simple model of the rules', () => {
    fc.assert(
      fc.property(layers, (made) => {
        const tars = made.map((entries, index) => entries.map(({ kind, outer, inner }) => {
          const names = { file: inner, whiteout: `.wh.${inner}`, opaque: '.wh..wh..opq' };
          return file(`m/${outer}/${names[kind]}`, String(index));
        }));
        const left = new Map<string, string>();
        made.forEach((entries, index) => {
          for (const { outer, inner } of entries.filter(({ kind }) => kind === 'whiteout')) {
            left.delete(`m/${outer}/${inner}`);
          }
          for (const { outer } of entries.filter(({ kind }) => kind === 'opaque')) {
            ['a', 'b', 'c'].forEach((each) => left.delete(`m/${outer}/${each}`));
          }
          for (const { outer, inner } of entries.filter(({ kind }) => kind === 'file')) {
            left.set(`m/${outer}/${inner}`, String(index));
          }
        });
        const found = Object.entries(filesOf(tars.filter((tar) => tar.length > 0))).filter(([path]) => !path.endsWith('/'));
        expect(found).toEqual([...left].sort());
      }),
      { seed: 7, numRuns: 150 },
    );
  });
});
