import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** tar's own entry is one minified file that hides what is in it, and so whose licenses it needs. */
const ENTRIES: { readonly [name: string]: string } = { tar: 'tar/raw' };

const LICENSE_FILES = ['LICENSE', 'LICENSE.md', 'LICENSE-MIT', 'LICENCE', 'license'];

/**
 * Writes a dependency as one file with all that it needs, and the licenses of everything in it. Most of what the packages in the registry
 * hold (other module systems, maps, browser builds) is never loaded.
 *
 * @param root the checkout, with its node_modules
 * @param name the dependency
 * @param folder where it goes
 */
export async function slimDependency(root: string, name: string, folder: string): Promise<void> {
  const require = createRequire(join(root, 'package.json'));
  const manifest = await manifestOf(join(root, 'node_modules', name));
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: [require.resolve(ENTRIES[name] ?? name)],
    outfile: join(folder, 'index.js'),
    bundle: true,
    minify: true,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'inline',
    absWorkingDir: root,
    logLevel: 'error',
  });
  const packages = [...new Set(Object.keys(metafile.inputs).map(packageFolder))].sort();
  await writeFile(join(folder, 'LICENSE'), (await Promise.all(packages.map(path => licenseText(join(root, path))))).join('\n'));
  const published = { name: manifest.name, version: manifest.version, license: manifest.license, main: 'index.js' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The folder of the package that a file belongs to, such as node_modules/@isaacs/fs-minipass. */
function packageFolder(file: string): string {
  const at = file.lastIndexOf('node_modules/') + 'node_modules/'.length;
  const [first, second] = file.slice(at).split('/');
  return file.slice(0, at) + (first!.startsWith('@') ? `${first}/${second}` : first!);
}

async function licenseText(folder: string): Promise<string> {
  const { name, version, license } = await manifestOf(folder);
  const file = LICENSE_FILES.map(candidate => join(folder, candidate)).find(existsSync);
  if (file === undefined) {
    throw new Error(`${dirname(folder)}: ${name} has no license file; its code may not go into the package without one`);
  }
  return `${name} ${version} (${license})\n\n${await readFile(file, 'utf8')}`;
}
