import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ImportableCrd } from './importable-crds';
import { CliError } from '../frame/cli-error';
import { stringField } from '../../formats/json/json-value';

/** The program `cdk8s`. */
export interface Cdk8sCli {
  readonly path: string;
  readonly version: string;
}

/** Output of the program for a CRD: a module, or the reason why there is none. */
export type GeneratedModule = { readonly crd: ImportableCrd } & ({ readonly source: string } | { readonly reason: string });

/**
 * Finds the program `cdk8s` of the project in the current folder, or the one beside this package.
 *
 * @throws CliError if cdk8s-cli is not installed
 */
export function findCdk8sCli(): Cdk8sCli {
  for (const start of [resolve('package.json'), __filename]) {
    const file = manifestOfCli(start);
    if (file !== undefined) {
      return { path: join(dirname(file), 'bin', 'cdk8s'), version: stringField(JSON.parse(readFileSync(file, 'utf8')), 'version') ?? '' };
    }
  }
  throw new CliError('cdk8s-cli, which generates the classes, is not installed; run `npm install --save-dev cdk8s-cli` in the folder of the app');
}

function manifestOfCli(start: string): string | undefined {
  try {
    return createRequire(start).resolve('cdk8s-cli/package.json');
  } catch {
    return undefined;
  }
}

/**
 * Runs `cdk8s import` on each CRD separately, so that a CRD that it refuses does not stop the others. All CRDs are imported in one process, since
 * starting it takes a second; after each refusal, another process imports the remaining CRDs.
 *
 * It runs in a temporary folder with only the search path in its environment, so that no cdk8s.yaml and no `CDK8S_…` variable changes the result,
 * and without the check for newer versions, so that it needs no network.
 */
export async function cdk8sImport(cli: Cdk8sCli, crds: readonly ImportableCrd[], signal: AbortSignal): Promise<GeneratedModule[]> {
  const modules: GeneratedModule[] = [];
  while (modules.length < crds.length) {
    const rest = crds.slice(modules.length);
    const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-import-'));
    try {
      rest.forEach(({ manifest }, index) => writeFileSync(join(folder, `${index}.yaml`), JSON.stringify(manifest)));
      writeFileSync(join(folder, 'cdk8s.yaml'), JSON.stringify({ imports: rest.map((_, index) => `m${index}:=${index}.yaml`) }));
      const failure = await run(cli, folder, signal);
      const sources = rest.map(({ group }, index) => join(folder, 'imports', `m${index}-${group}.ts`));
      const failed = sources.findIndex((source) => !existsSync(source));
      rest.slice(0, failed < 0 ? rest.length : failed).forEach((crd, index) => modules.push({ crd, source: readFileSync(sources[index]!, 'utf8') }));
      if (failed >= 0) {
        modules.push({ crd: rest[failed]!, reason: `cdk8s import fails: ${failure ?? 'it writes no module'}` });
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return modules;
}

/** Returns the reason why the program failed, or undefined if it did not. */
function run({ path }: Cdk8sCli, cwd: string, signal: AbortSignal): Promise<string | undefined> {
  const args = [path, '--no-check-upgrade', 'import', '--no-save', '--language', 'typescript', '--output', 'imports'];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  return new Promise((done, reject) => {
    execFile(process.execPath, args, { cwd, env, signal, maxBuffer: 100_000_000 }, (error, _, stderr) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
      } else {
        done(error === null ? undefined : /^(?:\w*Error): (.+)$/m.exec(stderr)?.[1] ?? error.message);
      }
    });
  });
}
