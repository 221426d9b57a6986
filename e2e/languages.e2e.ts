import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { applyServerSide } from './acceptance/apply-file';
import { Cluster } from './cluster/cluster';
import { readYamlDocuments } from './cluster/yaml-documents';
import { stagedForLanguages } from '../languages/packages/package-files';
import { Python } from '../languages/toolchains/python';
import { installed, runProgram } from '../languages/toolchains/toolchain';
import { describeWith } from '../test/needed';

const EXAMPLE = path.resolve(__dirname, '../examples/python');

/** Splits a file, since a server accepts objects of a kind only some time after its CRD. */
function crdsFirst(file: string): string[] {
  const documents = readYamlDocuments(file);
  return [true, false].map((areCrds) => {
    const part = `${file}.${areCrds ? 'crds' : 'rest'}.yaml`;
    writeFileSync(part, documents.filter(({ object }) => (object.kind === 'CustomResourceDefinition') === areCrds).map(({ content }) => content).join('---'));
    return part;
  });
}

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
    expect(readdirSync(outdir)).toEqual(['platform.k8s.yaml']);
    const cluster = await Cluster.open();
    try {
      for (const file of crdsFirst(path.join(outdir, 'platform.k8s.yaml'))) {
        expect(await applyServerSide(cluster, file)).toEqual([]);
      }
    } finally {
      await cluster.close();
    }
  }, 20 * 60_000);
});
