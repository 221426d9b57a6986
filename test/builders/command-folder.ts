import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Bundle, Catalog } from '../../lib';

const EXAMPLES = resolve(__dirname, '../../examples');

const LOCKED = `lockVersion: 1
catalogs:
  - name: registry
    namespace: olm
operators:
  - namespace: hello
    package: hello-operator
    version: 0.1.0
    csv: hello-operator.v0.1.0
    channel: candidate-v0
    catalog: registry
    catalogNamespace: olm
    subscription: hello-operator
`;

const DUMP = `apiVersion: v1
kind: List
items:
- apiVersion: operators.coreos.com/v1alpha1
  kind: Subscription
  metadata: {name: hello-operator, namespace: hello}
  spec: {name: hello-operator, channel: candidate-v0, source: registry, sourceNamespace: olm, startingCSV: hello-operator.v0.1.0, installPlanApproval: Manual}
  status: {currentCSV: hello-operator.v0.1.0, installedCSV: hello-operator.v0.1.0}
- apiVersion: operators.coreos.com/v1alpha1
  kind: ClusterServiceVersion
  metadata: {name: hello-operator.v0.1.0, namespace: hello}
  spec: {version: 0.1.0}
  status: {phase: Succeeded}
- {apiVersion: operators.coreos.com/v1alpha1, kind: CatalogSource, metadata: {name: registry, namespace: olm}, spec: {image: example.test/registry:1}}
- apiVersion: operators.coreos.com/v1alpha1
  kind: InstallPlan
  metadata: {name: install-a, namespace: hello}
  spec: {approved: true, clusterServiceVersionNames: [hello-operator.v0.1.0]}
  status: {phase: Complete}
`;

/** Responds like an OperatorLock, without the time that a real app takes. */
const LOCKED_APP = `const { mkdirSync, writeFileSync } = require('node:fs');
const { folder } = JSON.parse(process.env.OLM_CONSTRUCTS_LOCK);
mkdirSync(folder, { recursive: true });
writeFileSync(folder + '/lock.json', JSON.stringify({ path: 'olm.lock.yaml', construct: 'lock', problems: [], plan: [], content: ${JSON.stringify(LOCKED)} }));
`;

/**
 * Makes the current folder of this process one with the files that the examples of offline commands name: the bundles `bundle` and `bundle-next`,
 * their catalogs `catalog` and `catalog-next`, `template.yaml`, manifests, and an app whose locks `old.lock.yaml` and `olm.lock.yaml`
 * have one operator, which is installed in `dump.yaml`.
 *
 * @returns a function that removes it
 */
export function enterCommandFolder(): () => void {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-command-'));
  process.chdir(folder);
  cpSync(join(EXAMPLES, 'quickstart/bundle'), 'bundle', { recursive: true });
  cpSync(join(EXAMPLES, 'bundle-upgrade/bundle-0.2.0'), 'bundle-next', { recursive: true });
  Catalog.fromBundles([Bundle.fromPath('bundle')]).writeDirectory('catalog');
  Catalog.fromBundles([Bundle.fromPath('bundle'), Bundle.fromPath('bundle-next')]).writeDirectory('catalog-next');
  writeFileSync('template.yaml', 'schema: olm.semver\ngenerateMajorChannels: true\nstable:\n  bundles:\n  - image: quay.io/example/hello-bundle:v0.1.0\n');
  mkdirSync('manifests');
  writeFileSync('manifests/pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: web\n    image: quay.io/example/web:1.0\n');
  writeFileSync('cdk8s.yaml', `app: '"${process.execPath}" app.cjs'\n`);
  writeFileSync('app.cjs', LOCKED_APP);
  writeFileSync('dump.yaml', DUMP);
  writeFileSync('old.lock.yaml', LOCKED);
  writeFileSync('olm.lock.yaml', LOCKED);
  return () => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  };
}

