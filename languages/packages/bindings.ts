import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import * as path from 'node:path';
import { succeed } from './command';
import type { PackageFiles } from './package-files';

const ROOT = path.resolve(__dirname, '../..');

/** A language for which jsii-pacmak writes packages. */
export type Target = 'python' | 'java' | 'go' | 'dotnet';

/**
 * Source code of the package in another language, as jsii-pacmak writes it.
 *
 * @returns its folder
 */
export function bindingsOf({ folder, cache }: PackageFiles, target: Target): Promise<string> {
  return generated(folder, path.join(cache, target, 'olm-constructs'), target);
}

/**
 * Source code of cdk8s or constructs in another language, made like ours of the installed npm package: Maven would resolve ranges of versions first,
 * which takes a minute, and some Go module proxies do not serve cdk8s.
 *
 * @returns its folder
 */
export function dependencyBindings({ dependencies }: PackageFiles, name: 'cdk8s' | 'constructs', target: Target): Promise<string> {
  return generated(path.join(ROOT, 'node_modules', name), path.join(dependencies, target, name), target);
}

async function generated(module: string, folder: string, target: Target): Promise<string> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${String(process.pid)}`;
    await rm(unfinished, { recursive: true, force: true });
    const pacmak = path.join(ROOT, 'node_modules', '.bin', 'jsii-pacmak');
    await succeed(pacmak, ['--code-only', '--targets', target, '--outdir', unfinished, module], { cwd: ROOT });
    await rename(unfinished, folder);
  }
  return path.join(folder, target);
}
