import { createRequire } from 'node:module';

const load = createRequire(__filename);

/**
 * Compresses with gzip so that the bytes depend only on the content.
 *
 * The output of zlib differs between versions of Node.js and processor types; fflate is plain JavaScript. The header contains neither time nor
 * origin. fflate is loaded on first use.
 */
export function gzip(content: Uint8Array): Uint8Array {
  const fflate = load('fflate') as typeof import('fflate');
  return fflate.gzipSync(content, { level: 9, mtime: 0 });
}
