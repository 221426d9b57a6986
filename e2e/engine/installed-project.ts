import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { installPackage } from '../package/installed-package';

const ROOT = path.resolve(__dirname, '../..');
/** Packages that the guides tell users to install beside this one. */
const BESIDE = ['@pulumi', 'cdk8s', 'constructs', 'typescript', '@types'];

/** A user's project: a folder with a program, and the published package in its node_modules. */
export class InstalledProject {
  /**
   * Creates one.
   *
   * @param program folder of a program, which is copied
   */
  public static async create(program: string): Promise<InstalledProject> {
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-project-'));
    cpSync(program, folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: path.basename(program) }));
    const modules = path.join(folder, 'node_modules');
    mkdirSync(modules);
    BESIDE.forEach(name => symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name)));
    await installPackage(folder);
    return new InstalledProject(folder);
  }

  private constructor(public readonly folder: string) {}

  /** Removes it. */
  public remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
