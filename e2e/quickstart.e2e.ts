import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { applyServerSide } from './acceptance/apply-file';
import { Synthesizer } from './acceptance/synthesize';
import { Cluster } from './cluster/cluster';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..');

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Runs `npm start` with an output folder and returns what it prints. */
async function npmStart(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['start', '--silent', '--', '--out', folder], { cwd: ROOT });
  return stdout;
}

/** Names of the manifests in a folder. */
function manifestsIn(folder: string): string[] {
  return readdirSync(folder).filter(name => name.endsWith('.yaml')).sort();
}

describe('npm start', () => {
  it('prints a command that installs OLM and the operator', async () => {
    const folder = synthesizer.folder();
    const printed = await npmStart(folder);
    const command = printed.slice(printed.indexOf('  kubectl'));
    const cluster = await Cluster.open();
    try {
      manifestsIn(folder).forEach(file => cluster.deleteAtEnd(path.join(folder, file)));
      expect(await cluster.kubectl.shell(command)).toEqual({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/subscription\S* created/) as string });
    } finally {
      await cluster.close();
    }
  }, 20 * 60_000);

  it('writes files that a server accepts with strict validation and without a warning', async () => {
    const folder = synthesizer.folder();
    await npmStart(folder);
    const cluster = await Cluster.open();
    try {
      for (const file of manifestsIn(folder)) {
        expect(await applyServerSide(cluster, path.join(folder, file))).toEqual([]);
      }
    } finally {
      await cluster.close();
    }
  }, 20 * 60_000);
});
