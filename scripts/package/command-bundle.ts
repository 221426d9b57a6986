import { rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

const ROOT = resolve(__dirname, '../..');

/** Modules that exist once in the program: it compares the classes of errors, and the others create no object whose class is compared. */
const SHARED = ['cli-error', 'command', 'exit-code', 'message-table', 'option', 'table'].map((name) => `lib/cli/frame/${name}`);

/** Modules that are loaded when they are first used, and work with what the bundle has created: they compare its classes, too. */
const LOADED_LATER = ['lib/cli/inspect/status-watch'];

/** Keeps what the program has already, and what is loaded when it is first used, out of the bundle. */
function withoutShared(command: string): Plugin {
  const folder = dirname(join(ROOT, 'lib', 'cli', command));
  return {
    name: 'without-shared-modules',
    setup: (bundler) => {
      bundler.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
        const module = join(resolveDir, path);
        const name = relative(ROOT, module).split(sep).join('/');
        const isShared = (kind === 'require-call' && !LOADED_LATER.includes(name)) || SHARED.includes(name);
        return isShared ? { path: relative(folder, module).split(sep).join('/'), external: true } : undefined;
      });
    },
  };
}

/**
 * Bundles the module of a command with everything that it loads at once, in place of what the compiler made of it: Node.js takes longer to load 190
 * modules than to judge 100 operators.
 *
 * @param module the module in `lib/cli`, without its extension
 * @param folder folder of the compiled files
 * @returns what the bundle requires
 */
export async function bundleCommand(module: string, folder = join(ROOT, 'build')): Promise<string[]> {
  const outfile = join(folder, 'lib', 'cli', `${module}.js`);
  const { metafile } = await build({
    entryPoints: [join(ROOT, 'lib', 'cli', `${module}.ts`)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
    packages: 'external',
    tsconfig: join(ROOT, 'tsconfig.json'),
    metafile: true,
    plugins: [withoutShared(module)],
    absWorkingDir: ROOT,
    logLevel: 'error',
  });
  await rm(`${outfile}.map`, { force: true });
  return Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
}
