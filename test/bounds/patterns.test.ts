import { IndexIgnore } from '../../lib/catalog/read/index-ignore';
import { expectLinear } from './growth';

/** Patterns of an .indexignore file that is as long as the catalog has files. */
const PATTERNS: { readonly [what: string]: (size: number) => string } = {
  'slashes': (size) => `${'/'.repeat(20 * size)}zzz`,
  'folders': (size) => `${'**/'.repeat(20 * size)}zzz`,
  'folders and slashes': (size) => `a/${'**//'.repeat(20 * size)}zzz`,
  'stars': (size) => `${'*'.repeat(20 * size)}zzz`,
  'two stars beside others': (size) => `/${'a'.repeat(20 * size)}**`,
  'ranges': (size) => `*[${'a-b'.repeat(20 * size)}]zzz`,
  'characters': (size) => `*${'?'.repeat(20 * size)}`,
};

it.each(Object.entries(PATTERNS))('files are compared in linear time with a pattern that has many %s', (_what, make) => {
  const input = (size: number): { readonly files: readonly string[]; readonly ignore: IndexIgnore } => {
    const ignore = new IndexIgnore();
    ignore.add('', make(size));
    return { files: Array.from({ length: size }, (_, index) => `a/f${index}.yaml`), ignore };
  };
  expectLinear(input, ({ files, ignore }) => files.forEach((file) => ignore.ignores(file)), 250);
});
