import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs the project's own `cdk8s import` on CRDs of one API group.
 *
 * It works in a folder of its own and with no environment but the search path, so that neither a cdk8s.yaml nor a
 * `CDK8S_…` variable changes the result, and with the look for newer versions turned off, so that it needs no network.
 *
 * @param crds the CRDs.
 * @param group their API group, which names the module that comes out.
 * @returns the TypeScript module.
 */
export async function cdk8sImport(crds: readonly object[], group: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'olm-constructs-import-'));
  try {
    await writeFile(join(directory, 'crds.yaml'), documents(crds));
    const args = ['--no-check-upgrade', 'import', 'crds.yaml', '--no-save', '--language', 'typescript', '--output', 'imports'];
    await promisify(execFile)(process.execPath, [commandLineInterface(), ...args], {
      cwd: directory,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    return await readFile(join(directory, 'imports', `${group}.ts`), 'utf8');
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** JSON is YAML too. */
function documents(crds: readonly object[]): string {
  return crds.map((crd) => `---\n${JSON.stringify(crd)}\n`).join('');
}

function commandLineInterface(): string {
  const { resolve } = createRequire(__filename);
  return join(dirname(resolve('cdk8s-cli/package.json')), 'bin', 'cdk8s');
}
