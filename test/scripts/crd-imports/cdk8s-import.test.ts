import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OLM_GROUP } from '../../../lib/olm/model/olm-names';
import { releaseManifests } from '../../../lib/olm/release/release';
import { cdk8sImport } from '../../../scripts/crd-imports/cdk8s-import';

const ROOT = resolve(__dirname, '..', '..', '..');

test('imports/ is the output of `cdk8s import` for our CRDs, and no other file is written', async () => {
  const source = await cdk8sImport(releaseManifests().crds, OLM_GROUP);
  // Compares as a boolean: a diff of a megabyte is useless.
  expect(source === readFileSync(resolve(ROOT, 'imports', `${OLM_GROUP}.ts`), 'utf8')).toBe(true);
  expect(existsSync(resolve(ROOT, 'cdk8s.yaml'))).toBe(false);
}, 60_000);
