import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { CrdGroup } from './imported-crds';

/** Types that `cdk8s import` generates for an API group. */
export interface ImportedGroup {
  /** API group, which is the name of the module. */
  readonly group: string;
  /** Source of the TypeScript module. */
  readonly source: string;
  /** Kinds whose objects are in no namespace. */
  readonly clusterScoped: readonly string[];
}

/**
 * Runs the project's `cdk8s import` on CRDs, once for all groups, because the program takes a second to start.
 *
 * It runs in a temporary folder with only the search path in its environment, so that no cdk8s.yaml and no `CDK8S_…` variable affects the result, and
 * without the check for newer versions, so that it needs no network.
 *
 * @returns a module for each group, in the same order
 */
export async function cdk8sImport(groups: readonly CrdGroup[]): Promise<ImportedGroup[]> {
  const directory = await mkdtemp(join(tmpdir(), 'olm-constructs-import-'));
  try {
    await writeFile(join(directory, 'crds.yaml'), documents(groups.flatMap(({ crds }) => crds)));
    const args = ['--no-check-upgrade', 'import', 'crds.yaml', '--no-save', '--language', 'typescript', '--output', 'imports'];
    await promisify(execFile)(process.execPath, [commandLineInterface(), ...args], {
      cwd: directory,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    return await Promise.all(groups.map(async ({ group, crds }) => ({
      group, source: await readFile(join(directory, 'imports', `${group}.ts`), 'utf8'), clusterScoped: clusterScopedKinds(crds),
    })));
  } finally {
    await rm(directory, { recursive: true });
  }
}

function clusterScopedKinds(crds: CrdGroup['crds']): string[] {
  const specs = crds.map((crd) => (crd as unknown as { readonly spec: { readonly scope: string; readonly names: { readonly kind: string } } }).spec);
  return [...new Set(specs.filter(({ scope }) => scope === 'Cluster').map(({ names: { kind } }) => kind))];
}

/** Returns objects as YAML documents; JSON is YAML. */
function documents(crds: readonly object[]): string {
  return crds.map((crd) => `---\n${JSON.stringify(crd)}\n`).join('');
}

function commandLineInterface(): string {
  const { resolve } = createRequire(__filename);
  return join(dirname(resolve('cdk8s-cli/package.json')), 'bin', 'cdk8s');
}
