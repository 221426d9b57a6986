import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes from the staged npm package what packages for other languages cannot contain: the entry for Pulumi, whose SDKs are not jsii modules. jsii's
 * tools reject a package with such peer dependencies.
 *
 * @param folder the staged package
 */
export async function withoutPulumi(folder: string): Promise<void> {
  const manifestFile = join(folder, 'package.json');
  const { peerDependenciesMeta, ...manifest } = JSON.parse(await readFile(manifestFile, 'utf8')) as {
    readonly peerDependencies: { readonly [name: string]: string };
    readonly peerDependenciesMeta: { readonly [name: string]: object };
  };
  const peerDependencies = Object.fromEntries(Object.entries(manifest.peerDependencies).filter(([name]) => !(name in peerDependenciesMeta)));
  await writeFile(manifestFile, JSON.stringify({ ...manifest, peerDependencies }, undefined, 2));
  await rm(join(folder, 'pulumi'), { recursive: true });
  await rm(join(folder, 'build', 'lib', 'pulumi'), { recursive: true });
}
