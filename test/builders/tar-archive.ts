import { Header } from 'tar';

/** An entry of a tar archive. */
export interface Entry {
  readonly path: string;
  readonly content?: string | Buffer;
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'BlockDevice' | 'FIFO';
  readonly linkpath?: string;
}

const BLOCK = 512;

/** Returns a tar archive of the entries, valid or not, that ends with two empty blocks. */
export function tarOf(entries: readonly Entry[]): Buffer {
  return Buffer.concat([...entries.flatMap(({ content = '', ...entry }) => [headerOf(entry, Buffer.byteLength(content)), padded(content)]), Buffer.alloc(2 * BLOCK)]);
}

/** Returns a tar archive of files. */
export function tarOfFiles(files: { readonly [path: string]: string | Buffer }, prefix = ''): Buffer {
  return tarOf(Object.entries(files).map(([path, content]) => ({ path: prefix + path, content })));
}

function headerOf({ type = 'File', ...entry }: Omit<Entry, 'content'>, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  new Header({ ...entry, type, size, mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) }).encode(block, 0);
  return block;
}

function padded(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}
