import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { App } from 'cdk8s';

/** The YAML files of cdk8s apps, in a temporary folder each. */
export class Synthesizer {
  private readonly folders: string[] = [];

  /** A new temporary folder. */
  public folder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-app-'));
    this.folders.push(folder);
    return folder;
  }

  /** Synthesizes an app and gives its files, in the order in which they are to be applied. */
  public synthesize(build: (app: App) => void): string[] {
    const app = new App({ outdir: this.folder() });
    build(app);
    app.synth();
    return readdirSync(app.outdir).sort().map(name => path.join(app.outdir, name));
  }

  /** Removes all that was synthesized. */
  public close(): void {
    for (const folder of this.folders) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
