import { existsSync, readdirSync, renameSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import * as path from 'node:path';
import { newBuild } from './new-build';
import { withLockFile } from '../programs/lock-file';
import { runFolder } from './run-folder';
import { packed } from '../../scripts/package/packed-file';
import { stagePackage } from '../../scripts/package/stage-package';

const ROOT = path.resolve(__dirname, '../..');

/**
 * Installs the published package into the `node_modules` of a project. It is laid out once for all suites of a run.
 *
 * @param project folder of the project
 * @returns folder of the package
 * @throws if the build is older than the sources
 */
export async function installPackage(project: string): Promise<string> {
  const staged = await stagedPackage();
  const folder = path.join(project, 'node_modules', 'olm-constructs');
  await cp(staged, folder, { recursive: true });
  return folder;
}

/**
 * Packs the published package, once for all suites of a run.
 *
 * @returns path of the file that `npm run pack` writes
 * @throws if the build is older than the sources
 */
export async function packPackage(): Promise<string> {
  const staged = await stagedPackage();
  const folder = path.join(runFolder(), 'packed');
  return withLockFile(`${folder}.lock`, () => {
    if (!existsSync(folder)) {
      packed(staged, `${folder}.unfinished`);
      renameSync(`${folder}.unfinished`, folder);
    }
    return Promise.resolve(path.join(folder, readdirSync(folder)[0]!));
  });
}

function stagedPackage(): Promise<string> {
  const staged = path.join(runFolder(), 'package');
  return withLockFile(`${staged}.lock`, async () => {
    if (!existsSync(staged)) {
      newBuild();
      renameSync(await stagePackage(ROOT, `${staged}.unfinished`), staged);
    }
    return staged;
  });
}
