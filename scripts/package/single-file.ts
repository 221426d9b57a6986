import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { transformSync } from '@swc/core';
import { build, type Plugin } from 'esbuild';
import { edited } from './edits';
import { lazifyToBundle } from './lazify';
import { ENTRIES, licensesOf } from './slim-dependency';

const ROOT = resolve(__dirname, '../..');

/** The parts of node-tar that the library uses. */
const withoutUnusedTar: Plugin = {
  name: 'without-unused-tar',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^tar$/ }, () => ({ path: 'tar', namespace: 'tar-parts' }));
    bundler.onLoad({ filter: /.*/, namespace: 'tar-parts' }, () => ({
      contents: ENTRIES['tar']!, resolveDir: ROOT, loader: 'js',
    }));
  },
};

/** Replaces the module that finds fzstd among the installed packages: worker threads get its code. */
function withDecoder(code: string): Plugin {
  return {
    name: 'with-decoder',
    setup: (bundler) => {
      bundler.onResolve({ filter: /\/zstd-decoder$/ }, ({ path }) => ({ path, namespace: 'zstd-decoder' }));
      bundler.onLoad({ filter: /.*/, namespace: 'zstd-decoder' }, () => ({
        contents: `export const zstdDecoder = () => ${JSON.stringify(code)};`, loader: 'js',
      }));
    },
  };
}

/** As in the package, a module runs when one of its names is first used: a command needs a part of them. */
const withLazyModules: Plugin = {
  name: 'with-lazy-modules',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const { code } = transformSync(readFileSync(path, 'utf8'), {
        filename: path, swcrc: false, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' },
      });
      return { contents: edited(code, lazifyToBundle(code, () => undefined)), loader: 'js' };
    });
  },
};

/** Returns fzstd as a JavaScript expression, and what it is made of. */
async function decoder(): Promise<{ readonly code: string; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export { Decompress } from 'fzstd';", resolveDir: ROOT, loader: 'js' },
    bundle: true, minify: true, metafile: true, write: false, format: 'iife', globalName: 'fzstd', platform: 'node', target: 'node20', charset: 'ascii',
    legalComments: 'none', absWorkingDir: ROOT, logLevel: 'error',
  });
  return { code: `(() => { ${outputFiles[0]!.text.trim()} return fzstd; })()`, inputs: Object.keys(metafile.inputs) };
}

/** What a single file is made of. */
export interface SingleFile {
  /** Size in bytes. */
  readonly bytes: number;

  readonly version: string;

  /** Source files and files of packages, relative to the checkout. */
  readonly inputs: readonly string[];
}

/**
 * Bundles the command line and everything it needs as one file for Node.js, for machines without npm, and for clusters, where a Job mounts it from a
 * ConfigMap. It has all commands. A file with the licenses is written next to it. The same sources give the same bytes.
 */
export async function buildSingleFile(outfile: string): Promise<SingleFile> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  mkdirSync(dirname(outfile), { recursive: true });
  const zstd = await decoder();
  const { metafile } = await build({
    entryPoints: [join(ROOT, 'lib', 'cli', 'single-file.ts')],
    outfile,
    bundle: true,
    minify: true,
    // An uncaught error prints the line that threw it.
    lineLimit: 400,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'ascii',
    legalComments: 'none',
    define: { OLM_CONSTRUCTS_VERSION: JSON.stringify(version) },
    tsconfig: join(ROOT, 'tsconfig.json'),
    plugins: [withoutUnusedTar, withDecoder(zstd.code), withLazyModules],
    absWorkingDir: ROOT,
    logLevel: 'error',
  });
  chmodSync(outfile, 0o755);
  const inputs = [...Object.keys(metafile.inputs), ...zstd.inputs];
  await writeFile(`${outfile}.LICENSES.txt`, await licensesOf(ROOT, inputs));
  return { bytes: Object.values(metafile.outputs)[0]!.bytes, version, inputs };
}
