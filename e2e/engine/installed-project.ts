import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
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
   * @param beside folders that are copied beside the project, for programs that refer to them
   */
  public static async create(program: string, beside: readonly string[] = []): Promise<InstalledProject> {
    const root = mkdtempSync(path.join(tmpdir(), 'olm-constructs-project-'));
    const folder = beside.length === 0 ? root : path.join(root, path.basename(program));
    beside.forEach(other => cpSync(other, path.join(root, path.basename(other)), { recursive: true }));
    cpSync(program, folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: path.basename(program) }));
    const modules = path.join(folder, 'node_modules');
    mkdirSync(modules);
    BESIDE.forEach(name => symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name)));
    await installPackage(folder);
    return new InstalledProject(folder, root);
  }

  private constructor(public readonly folder: string, private readonly root: string) {}

  /** Runs a command in it, or in a folder of it. */
  public async run(command: string, args: readonly string[], folder = '.'): Promise<void> {
    await promisify(execFile)(command, [...args], { cwd: path.join(this.folder, folder) });
  }

  /** Removes it. */
  public remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
