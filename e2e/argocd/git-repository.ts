import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import * as path from 'node:path';

/** Settings of the machine and its user do not matter. */
const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'e2e', GIT_AUTHOR_EMAIL: 'e2e@example.com', GIT_COMMITTER_NAME: 'e2e', GIT_COMMITTER_EMAIL: 'e2e@example.com',
};

/** A git repository in a folder, with the branch `main`. */
export class GitRepository {
  public constructor(private readonly git: string, private readonly folder: string) {
    this.run('init', '--quiet', '--initial-branch=main');
  }

  /** URL of the repository. */
  public get url(): string {
    return `file://${this.folder}`;
  }

  /** The last commit. */
  public get head(): string {
    return this.run('rev-parse', 'HEAD').trim();
  }

  /**
   * Commits files as the only content of a folder of the repository.
   *
   * @returns the commit
   */
  public commit(folder: string, files: readonly string[]): string {
    const target = path.join(this.folder, folder);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    files.forEach(file => copyFileSync(file, path.join(target, path.basename(file))));
    this.run('add', '--all');
    this.run('commit', '--quiet', '--allow-empty', '--message', 'Change manifests');
    return this.head;
  }

  private run(...args: readonly string[]): string {
    return execFileSync(this.git, args, { cwd: this.folder, encoding: 'utf8', env: { ...process.env, ...ENVIRONMENT } });
  }
}
