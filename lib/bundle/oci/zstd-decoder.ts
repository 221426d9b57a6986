import { createRequire } from 'node:module';

/**
 * Returns the JavaScript expression with which a worker thread loads fzstd. In the single file of the command line, which has no packages beside it,
 * a build step replaces this module by one that returns the code of fzstd.
 */
export function zstdDecoder(): string {
  return `require(${JSON.stringify(createRequire(__filename).resolve('fzstd'))})`;
}
