import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { transform } from 'esbuild';
import { slimDependency } from './slim-dependency';

/** What of package.json a user of the package needs. */
const PUBLISHED_FIELDS = [
  'name', 'version', 'description', 'keywords', 'license', 'author', 'repository', 'engines', 'main', 'types', 'stability', 'jsii',
  'peerDependencies', 'dependencies', 'bundledDependencies', 'publishConfig',
];

/**
 * The doors of the package. Tools that do not know `exports` find the second and third in folders of their names; `build/` stays open for
 * those of jsii.
 */
const DOORS = {
  '.': { types: './build/lib/index.d.ts', default: './build/lib/index.js' },
  './pulumi': { types: './build/lib/pulumi/index.d.ts', default: './build/lib/pulumi/index.js' },
  './pulumi/waiters': { types: './build/lib/pulumi/waiters/index.d.ts', default: './build/lib/pulumi/waiters/index.js' },
  './build/*': './build/*',
  './package.json': './package.json',
};

/** What jsii does not take as a peer: it is no jsii module. */
const OPTIONAL_PEERS = ['@pulumi/kubernetes', '@pulumi/pulumi'];

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE'];

/**
 * Lays out the package as it is published: the compiled files, the jsii assembly, the documents, and the dependencies that are no jsii
 * modules, each as a single file.
 *
 * @param root the checkout, after `npm run build`
 * @param folder where to lay it out; what stands there goes
 * @returns the folder
 */
export async function stagePackage(root: string, folder: string): Promise<string> {
  if (!existsSync(join(root, '.jsii'))) {
    throw new Error('there is nothing to pack; run `npm run build` first');
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true, filter: path => isPublished(relative(root, path)) });
  await dropComments(join(folder, 'build'));
  for (const file of [...DOCUMENTS, '.jsii', '.jsii.gz']) {
    await cp(join(root, file), join(folder, file));
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { [field: string]: unknown };
  await writeJson(join(folder, 'package.json'), publishedManifest(manifest));
  for (const [door, up] of [['pulumi', '..'], ['pulumi/waiters', '../..']] as const) {
    await mkdir(join(folder, door));
    await writeJson(join(folder, door, 'package.json'), { main: `${up}/build/lib/${door}/index.js`, types: `${up}/build/lib/${door}/index.d.ts` });
  }
  for (const name of manifest['bundledDependencies'] as string[]) {
    await slimDependency(root, name, join(folder, 'node_modules', name));
  }
  return folder;
}

function publishedManifest(manifest: { readonly [field: string]: unknown }): object {
  const development = manifest['devDependencies'] as { readonly [name: string]: string };
  return {
    ...Object.fromEntries(PUBLISHED_FIELDS.filter(field => field in manifest).map(field => [field, manifest[field]])),
    exports: DOORS,
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

/** Maps lead to sources, which are not in the package. */
function isPublished(path: string): boolean {
  return !path.endsWith('.tsbuildinfo') && !path.endsWith('.map');
}

/** Leaves the documentation to the declarations, where editors read it; in the code it would be there twice. */
async function dropComments(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (name.endsWith('.js')) {
      const file = join(folder, name);
      const { code } = await transform(await readFile(file, 'utf8'), { target: 'es2022', legalComments: 'none', charset: 'utf8' });
      await writeFile(file, code);
    }
  }
}
