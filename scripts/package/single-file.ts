import { mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { ENTRIES, licensesOf } from './slim-dependency';

const ROOT = resolve(__dirname, '../..');

/** Maximum size of the file in bytes, so that it fits into a ConfigMap with room for other files. */
export const MAX_BYTES = 1_000_000;

/** Modules of commands that are excluded, with the commands that each exports. They would take 790 kB, and are not needed in a cluster. */
const LEFT_OUT: { readonly [module: string]: { readonly [exported: string]: string } } = {
  './act/catalog-add': { catalogAddCommand: 'catalog add' },
  './act/install': { installCommand: 'install' },
  './act/run': { runCommand: 'run' },
  './act/upgrade': { upgradeCommand: 'upgrade' },
  './offline/catalog': {
    catalogRenderCommand: 'catalog render', catalogValidateCommand: 'catalog validate', catalogFilterCommand: 'catalog filter', catalogMergeCommand: 'catalog merge',
    catalogGraphCommand: 'catalog graph',
  },
  './offline/catalog-diff': { catalogDiffCommand: 'catalog diff' },
  './offline/catalog-template': { catalogTemplateCommand: 'catalog template' },
  './offline/images': { imagesCommand: 'images' },
  './offline/import': { importCommand: 'import' },
  './offline/init': { initCommand: 'init' },
  './offline/lock': { lockCommand: 'lock' },
  './offline/migrate': { migrateCommand: 'migrate' },
  './offline/plan': { planCommand: 'plan' },
  './offline/report': { reportCommand: 'report', diffCommand: 'diff' },
  './offline/resolve': { resolveCommand: 'resolve' },
  './offline/rights': { rightsCommand: 'rights' },
  './offline/synth': { synthCommand: 'synth' },
  './offline/tree': { treeWriteCommand: 'tree write', treeDiffCommand: 'tree diff' },
  './offline/validate': { validateCommand: 'validate' },
};

/** Replaces commands with ones that refer to the package. */
const withoutLargeCommands: Plugin = {
  name: 'without-large-commands',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^\.\/(?:act|offline)\// }, ({ path }) => path in LEFT_OUT ? { path, namespace: 'left-out' } : undefined);
    bundler.onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: replacement(LEFT_OUT[path]!), resolveDir: join(ROOT, 'lib', 'cli'), loader: 'ts',
    }));
  },
};

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

function replacement(commands: { readonly [exported: string]: string }): string {
  return `
import { CliError } from './frame/cli-error';
import { defineCommand } from './frame/command';
function leftOut(command) {
  const description = \`\${command} is not part of this file, which has the commands for clusters. Run \\\`npx olm-constructs \${command}\\\`.\`;
  return defineCommand({
    description, operands: [{ name: 'ARGUMENT', description: 'ignored', required: false, several: true }], options: {}, examples: [],
    run: () => { throw new CliError(description); },
  });
}
${Object.entries(commands).map(([exported, command]) => `export const ${exported} = leftOut('${command}');`).join('\n')}
`;
}

/**
 * Bundles the command line and everything it needs as one file for Node.js, for use in clusters, where a Job mounts it from a ConfigMap. A file with
 * the licenses is written next to it.
 *
 * @returns the size in bytes
 * @throws if the file is too large
 */
export async function buildSingleFile(outfile: string): Promise<number> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  mkdirSync(dirname(outfile), { recursive: true });
  const { metafile } = await build({
    entryPoints: [join(ROOT, 'lib', 'cli', 'main.ts')],
    outfile,
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // In a manifest, Go's YAML parsers would change U+0085 to a space.
    charset: 'ascii',
    legalComments: 'none',
    define: { OLM_CONSTRUCTS_VERSION: JSON.stringify(version) },
    tsconfig: join(ROOT, 'tsconfig.json'),
    plugins: [withoutLargeCommands, withoutUnusedTar],
    absWorkingDir: ROOT,
    logLevel: 'error',
  });
  await writeFile(`${outfile}.LICENSES.txt`, await licensesOf(ROOT, metafile));
  const [{ bytes } = { bytes: 0 }] = Object.values(metafile.outputs);
  if (bytes > MAX_BYTES) {
    throw new Error(`${outfile} has ${bytes} bytes, and may have ${MAX_BYTES}; add a command that needs no cluster to LEFT_OUT`);
  }
  return bytes;
}
