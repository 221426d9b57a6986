import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OLM_GROUP } from '../../../lib/olm/olm-group';
import { releaseManifests } from '../../../lib/olm/release';
import { cdk8sImport } from '../../../scripts/crd-imports/cdk8s-import';

const ROOT = resolve(__dirname, '..', '..', '..');

test('imports/ is what `cdk8s import` makes of our own CRDs, and nothing else is written', async () => {
  const text = await cdk8sImport(releaseManifests().crds, OLM_GROUP);
  // A comparison as a whole, because a difference of a megabyte helps nobody.
  expect(text === readFileSync(resolve(ROOT, 'imports', `${OLM_GROUP}.ts`), 'utf8')).toBe(true);
  expect(existsSync(resolve(ROOT, 'cdk8s.yaml'))).toBe(false);
}, 60_000);
