import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { stagePackage } from '../../scripts/package/stage-package';

const ROOT = path.resolve(__dirname, '../..');
const PEERS = ['@pulumi', 'cdk8s', 'constructs'];

/** The folder of a user: the package as it is published, its peers, and programs beside each other. It takes a build. */
export class UserProject {
  public static async make(): Promise<UserProject> {
    const root = mkdtempSync(path.join(tmpdir(), 'olm-constructs-project-'));
    const modules = path.join(root, 'node_modules');
    mkdirSync(modules);
    await stagePackage(ROOT, path.join(modules, 'olm-constructs'));
    PEERS.forEach(peer => symlinkSync(path.join(ROOT, 'node_modules', peer), path.join(modules, peer)));
    return new UserProject(root);
  }

  private constructor(private readonly root: string) {}

  /** A copy of a folder of this repository, under its own name. */
  public copied(folder: string): string {
    const copy = path.join(this.root, path.basename(folder));
    cpSync(path.join(ROOT, folder), copy, { recursive: true });
    return copy;
  }

  /** A new, empty folder. */
  public folder(name: string): string {
    const folder = path.join(this.root, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  public close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
