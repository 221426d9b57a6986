import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

/** A temporary home folder for programs such as crane and opm, with the signature policy that containers/image requires. */
export class ImageHome {
  public readonly folder = mkdtempSync(path.join(tmpdir(), 'image-home-'));

  public constructor() {
    mkdirSync(path.join(this.folder, '.config/containers'), { recursive: true });
    writeFileSync(path.join(this.folder, '.config/containers/policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}');
  }

  /** Runs a program, and returns its output. */
  public run(program: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, HOME: this.folder } });
    if (status !== 0) {
      throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}: ${stderr}`);
    }
    return stdout.trim();
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
