import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ENTRIES } from './entries';
import { makePublishable } from './publishable-code';
import { sbomOf } from './sbom';
import { slimDependency } from './slim-dependency';

/** Fields of package.json to publish. */
const PUBLISHED_FIELDS = [
  'name', 'version', 'description', 'keywords', 'license', 'author', 'repository', 'engines', 'main', 'bin', 'types', 'stability', 'jsii',
  'peerDependencies', 'dependencies', 'bundledDependencies', 'publishConfig',
];

/**
 * Entry points of the package, as `exports` in package.json. For tools that do not support `exports`, folders with the names of the other entry
 * points are added. jsii's tools need `build/`.
 */
const ENTRY_POINTS = {
  '.': { types: './build/lib/index.d.ts', default: './build/lib/index.js' },
  ...Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [`./${name}`, { types: `./build/${file}.d.ts`, default: `./build/${file}.js` }])),
  './build/*': './build/*',
  './package.json': './package.json',
};

/** Peer dependencies that jsii rejects because they are not jsii modules. */
const OPTIONAL_PEERS = ['@pulumi/kubernetes', '@pulumi/pulumi'];

/** File of the package with its software bill of materials. */
export const SBOM = 'sbom.cdx.json';

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/**
 * Writes the package to publish: compiled files, jsii assembly, documents, and each dependency that is not a jsii module as a single file.
 *
 * @param root checkout, after `npm run build`
 * @param folder folder to write; existing content is deleted
 * @returns the folder
 */
export async function stagePackage(root: string, folder: string): Promise<string> {
  if (!existsSync(join(root, '.jsii'))) {
    throw new Error('no build found; run `npm run build` first');
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true, filter: path => isPublished(relative(root, path)) });
  await makePublishable(join(folder, 'build'), Object.values(ENTRY_POINTS).flatMap((entry) => (typeof entry === 'string' ? [] : [join(folder, entry.types)])));
  for (const file of [...DOCUMENTS, '.jsii', '.jsii.gz']) {
    await cp(join(root, file), join(folder, file));
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { [field: string]: unknown };
  await writeJson(join(folder, 'package.json'), publishedManifest(manifest));
  for (const [entry, file] of Object.entries(ENTRIES)) {
    const built = `${entry.replace(/[^/]+/g, '..')}/build/${file}`;
    await mkdir(join(folder, entry), { recursive: true });
    await writeJson(join(folder, entry, 'package.json'), { main: `${built}.js`, types: `${built}.d.ts` });
  }
  await writePulumiPlugin(join(folder, 'pulumi-plugin'), manifest);
  const bundled: string[] = [];
  for (const dependency of manifest['bundledDependencies'] as string[]) {
    bundled.push(...await slimDependency(root, dependency, join(folder, 'node_modules', dependency)));
  }
  const { name, version } = manifest as { readonly name: string; readonly version: string };
  await writeFile(join(folder, SBOM), sbomOf(root, { name, version, type: 'library', inputs: bundled }));
  return folder;
}

/** Writes a folder whose path Pulumi takes as a plugin: it runs the main file of a folder with a `PulumiPlugin.yaml` in Node.js. */
async function writePulumiPlugin(folder: string, { name, version }: { readonly [field: string]: unknown }): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'PulumiPlugin.yaml'), 'runtime: nodejs\n');
  await writeJson(join(folder, 'package.json'), { name, version, main: '../build/lib/pulumi/resource-plugin.js' });
}

function publishedManifest(manifest: { readonly [field: string]: unknown }): object {
  const development = manifest['devDependencies'] as { readonly [name: string]: string };
  return {
    ...Object.fromEntries(PUBLISHED_FIELDS.filter(field => field in manifest).map(field => [field, manifest[field]])),
    exports: ENTRY_POINTS,
    peerDependencies: {
      ...manifest['peerDependencies'] as object,
      ...Object.fromEntries(OPTIONAL_PEERS.map(name => [name, development[name]])),
    },
    peerDependenciesMeta: Object.fromEntries(OPTIONAL_PEERS.map(name => [name, { optional: true }])),
  };
}

async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

function isPublished(path: string): boolean {
  return !path.endsWith('.tsbuildinfo') && !path.endsWith('.d.ts.map');
}
