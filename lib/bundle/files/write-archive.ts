import { gzipSync } from 'fflate';
import { Header, Pax } from 'tar';
import { compareUtf8 } from '../../formats/json/go-json';

/** Size of a block: headers and contents are padded to it. */
const BLOCK = 512;

/**
 * Writes a tar archive whose bytes depend only on the files: sorted by path, with their parent folders, and without owners or times.
 *
 * @param files contents by path, with `/` between folders
 */
export function writeTar(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const folders = new Set([...files.keys()].flatMap(foldersOf));
  const paths = [...folders, ...files.keys()].sort(compareUtf8);
  const blocks = paths.flatMap((path) => {
    const content = files.get(path);
    return content === undefined ? [headerOf(path, 'Directory', 0)] : [headerOf(path, 'File', content.length), content, padding(content.length)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** Returns the parent folders of a file, with a slash at the end, outermost first. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

/** Returns the header of an entry, preceded by an extended header if the path is too long or not ASCII. */
function headerOf(path: string, type: 'File' | 'Directory', size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const isExtended = new Header({ path, type, size, mode: type === 'File' ? 0o644 : 0o755, uid: 0, gid: 0, mtime: new Date(0) }).encode(block, 0);
  return isExtended ? Buffer.concat([new Pax({ path }).encode(), block]) : block;
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/**
 * Compresses with gzip so that the bytes depend only on the content.
 *
 * The output of zlib differs between versions of Node.js and processor types; fflate is plain JavaScript. The header contains neither time nor
 * origin.
 */
export function gzip(content: Uint8Array): Uint8Array {
  return gzipSync(content, { level: 9, mtime: 0 });
}
