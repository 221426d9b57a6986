import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that only this user can access, for programs that need files. Its user removes it. */
export class TemporaryFolder {
  /** Absolute path. */
  public readonly path = mkdtempSync(join(tmpdir(), 'olm-constructs-'));

  /** Removes the folder with its files. */
  public remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
