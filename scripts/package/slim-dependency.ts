import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** Code of entry points other than the default one. The library only uses these parts of tar. */
export const ENTRIES: { readonly [name: string]: string } = {
  tar: "export { Parser } from 'tar/parse'; export { Header } from 'tar/header'; export { Pax } from 'tar/pax';",
};

/** Packages that compare the names of their classes. */
const KEEP_NAMES = ['@marcbachmann/cel-js'];

const LICENSE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENSE-MIT', 'LICENCE', 'license'];

/**
 * Bundles a dependency and its own dependencies into one file, with the licenses of all of them. Most files in the published packages (other
 * module systems, source maps, browser builds) are never loaded.
 *
 * @param root checkout with its node_modules
 * @param name package name of the dependency
 * @param folder folder to write
 * @returns files that it was bundled from, relative to the checkout
 */
export async function slimDependency(root: string, name: string, folder: string): Promise<string[]> {
  const manifest = await manifestOf(join(root, 'node_modules', name));
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    stdin: { contents: ENTRIES[name] ?? `module.exports = require(${JSON.stringify(name)});`, resolveDir: root, loader: 'js' },
    outfile: join(folder, 'index.js'),
    bundle: true,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: !KEEP_NAMES.includes(name),
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    lineLimit: 80,
    absWorkingDir: root,
    logLevel: 'error',
  });
  const inputs = Object.keys(metafile.inputs);
  await writeFile(join(folder, 'LICENSE'), await licensesOf(root, inputs));
  const published = { name: manifest.name, version: manifest.version, license: manifest.license, main: 'index.js' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
  return inputs;
}

/** Returns the licenses of all packages in a bundle. */
export async function licensesOf(root: string, inputs: readonly string[]): Promise<string> {
  return (await Promise.all(packageFolders(inputs).map(path => licenseText(join(root, path))))).join('\n');
}

/** Returns the folders of the packages that files of a bundle belong to, sorted. */
export function packageFolders(inputs: readonly string[]): string[] {
  return [...new Set(inputs.filter(file => file.includes('node_modules/')).map(packageFolder))].sort();
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Returns the package folder of a file, such as node_modules/@isaacs/fs-minipass. */
function packageFolder(file: string): string {
  const at = file.lastIndexOf('node_modules/') + 'node_modules/'.length;
  const [first, second] = file.slice(at).split('/');
  return file.slice(0, at) + (first!.startsWith('@') ? `${first}/${second}` : first!);
}

async function licenseText(folder: string): Promise<string> {
  const { name, version, license } = await manifestOf(folder);
  const file = LICENSE_FILES.map(candidate => join(folder, candidate)).find(existsSync);
  if (file === undefined) {
    throw new Error(`${dirname(folder)}: ${name} has no license file, so it cannot be bundled; add the name of its license file to LICENSE_FILES`);
  }
  return `${name} ${version} (${license})\n\n${await readFile(file, 'utf8')}`;
}
