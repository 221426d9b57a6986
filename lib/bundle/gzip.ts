import { createRequire } from 'node:module';

const load = createRequire(__filename);

/**
 * gzip whose bytes depend on nothing but the content.
 *
 * zlib promises the same content back, but compresses differently from one version of Node.js and one kind of processor to the next;
 * fflate is plain JavaScript. The header says neither when nor where it was made. fflate is loaded when something is packed.
 */
export function gzip(content: Uint8Array): Uint8Array {
  const fflate = load('fflate') as typeof import('fflate');
  return fflate.gzipSync(content, { level: 9, mtime: 0 });
}
