import { rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = resolve(__dirname, '../..');

/**
 * Modules that must exist only once in the program, because it compares the classes of errors. Other modules create no objects whose class is
 * compared.
 */
const SHARED = ['cli-error', 'command', 'option', 'table'].map((name) => `lib/cli/frame/${name}`);

/** Excludes from the bundle what the program has already loaded, and what is loaded on first use. */
function withoutShared(command: string): Plugin {
  const folder = dirname(join(ROOT, 'lib', 'cli', command));
  return {
    name: 'without-shared-modules',
    setup: (bundler) => {
      bundler.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
        const module = join(resolveDir, path);
        const name = relative(ROOT, module).split(sep).join('/');
        const isShared = kind === 'require-call' || SHARED.includes(name);
        return isShared ? { path: relative(folder, module).split(sep).join('/'), external: true } : undefined;
      });
    },
  };
}

/**
 * Replaces the compiled module of a command with a bundle that contains everything that it loads at startup, because Node.js takes longer to load 190
 * modules than to evaluate 100 operators.
 *
 * @param module the module in `lib/cli`, without its extension
 * @param folder folder of the compiled files
 * @returns the modules that the bundle requires
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
