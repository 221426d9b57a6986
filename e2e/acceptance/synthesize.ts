import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import * as path from 'node:path';
import { App } from 'cdk8s';
import { runFolder } from '../package/run-folder';

/** YAML files of cdk8s apps, each in a folder of the run, which is removed in the end also where all tests of a suite are skipped. */
export class Synthesizer {
  private readonly folders: string[] = [];

  /** Creates a temporary folder. */
  public folder(): string {
    const folder = mkdtempSync(path.join(runFolder(), 'app-'));
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
