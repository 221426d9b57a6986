import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OLM_GROUP } from '../../../lib/olm/model/olm-names';
import { releaseManifests } from '../../../lib/olm/release/release';
import { cdk8sImport } from '../../../scripts/crd-imports/cdk8s-import';
import { splitConversions } from '../../../scripts/crd-imports/split-conversions';

const ROOT = resolve(__dirname, '..', '..', '..');

test('imports/ is the output of `cdk8s import` for our CRDs, with the conversions in files of their own, and no other file is written', async () => {
  const files = splitConversions(await cdk8sImport(releaseManifests().crds, OLM_GROUP), OLM_GROUP);
  // Compares as a list of paths: a diff of a megabyte is useless.
  const differing = files.filter(({ path, content }) => content !== readFileSync(resolve(ROOT, 'imports', path), 'utf8'));
  expect(differing.map(({ path }) => path)).toEqual([]);
  const present = readdirSync(resolve(ROOT, 'imports'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  expect(present).toHaveLength(files.length);
  expect(existsSync(resolve(ROOT, 'cdk8s.yaml'))).toBe(false);
}, 60_000);
