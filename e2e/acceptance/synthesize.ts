import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { App } from 'cdk8s';

/** YAML files of cdk8s apps, each in a temporary folder. */
export class Synthesizer {
  private readonly folders: string[] = [];

  /** Creates a temporary folder. */
  public folder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-app-'));
    this.folders.push(folder);
    return folder;
  }

  /** Synthesizes an app and returns its files in the order to apply them. */
  public synthesize(build: (app: App) => void): string[] {
    const app = new App({ outdir: this.folder() });
    build(app);
    app.synth();
    return readdirSync(app.outdir).sort().map(name => path.join(app.outdir, name));
  }

  /** Removes everything that was synthesized. */
  public close(): void {
    for (const folder of this.folders) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
