import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { applyServerSide } from './acceptance/apply-file';
import { Cluster } from './cluster/cluster';
import { stagedForLanguages } from '../languages/packages/package-files';
import { Python } from '../languages/toolchains/python';
import { installed, runProgram } from '../languages/toolchains/toolchain';
import { describeWith } from '../test/needed';

const EXAMPLE = path.resolve(__dirname, '../examples/python');

const python = new Python();

describeWith(installed(python))('the first program in Python', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'olm-constructs-languages-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes files that a server accepts with strict validation and without a warning', async () => {
    await python.install(await stagedForLanguages(path.join(folder, 'run')));
    const outdir = path.join(folder, 'manifests');
    const { status, stderr } = await runProgram(python, EXAMPLE, 'main', outdir);
    expect({ status, error: status === 0 ? '' : stderr }).toEqual({ status: 0, error: '' });
    const files = readdirSync(outdir).sort();
    expect(files).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
    const cluster = await Cluster.open();
    try {
      for (const file of files) {
        expect(await applyServerSide(cluster, path.join(outdir, file))).toEqual([]);
      }
    } finally {
      await cluster.close();
    }
  }, 20 * 60_000);
});
