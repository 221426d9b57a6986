import { readFileSync, writeFileSync } from 'node:fs';
import { App, Chart } from 'cdk8s';
import { BundleDeployment, ImageCatalog, MigrationPlan, OperatorSubscription } from '../../lib';
import { Bundle } from '../../lib/bundle';
import { Catalog, CatalogDiff } from '../../lib/catalog';
import { AppChecks, ManifestTree, ManifestTreeDiff } from '../../lib/gitops';
import { BundleReport, CrdComparison, ImageList, InstallPermissions } from '../../lib/report';
import { OperatorLockFile, OperatorUpgradePlan } from '../../lib/resolve';
import { BundleValidation } from '../../lib/validation';
import { enterCommandFolder } from '../builders/command-folder';
import { InjectableFile, INJECTIONS } from './injection';
import { numbers } from './mutate';
import { commandProblems, textProblems } from './output-problems';
import { pick } from './random-command';

/** Number of texts for each file. */
const RUNS = 15;

const bundle = (): Bundle => Bundle.fromPath('bundle');
const catalog = (): Catalog => Catalog.fromDirectory('catalog');

/** Returns what an app prints when it is synthesized: warnings, and the error of cdk8s. */
function synthesized(app: App): string {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  let message = '';
  try {
    app.synthYaml();
  } catch (error) {
    ({ message } = error as Error);
  }
  const warnings = stderr.mock.calls.map(([content]) => String(content)).join('');
  stderr.mockRestore();
  return `${warnings}${message}`;
}

function appOfBundle(): App {
  const app = new App();
  new BundleDeployment(new Chart(app, 'chart'), 'hello', { bundle: bundle() });
  return app;
}

function appOfCatalog(): App {
  const chart = new Chart(new App(), 'chart');
  const content = catalog();
  const image = `quay.io/example/catalog@sha256:${'a'.repeat(64)}`;
  const source = new ImageCatalog(chart, 'catalog', { name: 'hello', image, content });
  new OperatorSubscription(chart, 'hello', { catalog: source, packageName: content.packageNames[0] ?? '', namespace: 'hello' });
  return chart.node.root as App;
}

const BUNDLE_TEXTS: readonly ((width: number) => string)[] = [
  (width) => BundleValidation.ofPath('bundle').toText({ width }),
  () => BundleReport.of(bundle()).toText(), () => BundleReport.compare(Bundle.fromPath('bundle-next'), bundle()).toText(),
  (width) => BundleReport.compare(bundle(), Bundle.fromPath('bundle-next'))._toText(width),
  (width) => InstallPermissions.of(bundle())._toText(width), () => InstallPermissions.compare(Bundle.fromPath('bundle-next'), bundle()).toText(),
  () => ImageList.ofBundle(bundle()).toText(), () => MigrationPlan.forBundle(bundle()).toText(),
  () => CatalogDiff.between(catalog(), Catalog.fromBundles([bundle()])).toText(),
  (width) => AppChecks.report(appOfBundle()).toText({ width }), () => synthesized(appOfBundle()), () => MigrationPlan.forApp(appOfBundle()).toText(),
  () => {
    const app = appOfBundle();
    AppChecks.add(app, { strict: true });
    return synthesized(app);
  },
  () => {
    const [crd, other] = [bundle(), Bundle.fromPath('bundle-next')].map(({ crds }) => crds[0]!.content);
    return CrdComparison.of(other!, crd!).toText();
  },
];

/** Files in which a stranger writes, and the texts of the library that show what is in them. */
const TEXTS: { readonly [file: string]: readonly ((width: number) => string)[] } = {
  'bundle/manifests/hello-operator.clusterserviceversion.yaml': BUNDLE_TEXTS,
  'bundle/manifests/hello.example.com_greetings.yaml': BUNDLE_TEXTS,
  'bundle/metadata/annotations.yaml': BUNDLE_TEXTS,
  'catalog/hello-operator/catalog.yaml': [
    () => CatalogDiff.between(Catalog.fromDirectory('catalog-next'), catalog()).toText(), () => ImageList.ofCatalog(catalog()).toText(),
    (width) => AppChecks.report(appOfCatalog()).toText({ width }), () => synthesized(appOfCatalog()),
  ],
  'olm.lock.yaml': [
    () => OperatorUpgradePlan.between(OperatorLockFile.fromFile('old.lock.yaml'), OperatorLockFile.fromFile('olm.lock.yaml'), { catalogs: { 'olm/registry': catalog() } }).toText(),
    () => OperatorUpgradePlan.between(OperatorLockFile.fromFile('olm.lock.yaml'), OperatorLockFile.fromFile('old.lock.yaml'), { catalogs: {} }).toText(),
  ],
  'manifests/pod.yaml': [
    () => ManifestTreeDiff.between('other', 'manifests').toText(), () => ManifestTreeDiff.between('manifests', 'other').toText(),
    () => Object.keys(ManifestTree.ofFolder('manifests').files).join(' '),
  ],
};

let leave: () => void;
beforeAll(() => {
  leave = enterCommandFolder();
});
afterAll(() => leave());

/** Returns a text, or the message of the error that a program gets instead. */
function textOf(text: () => string): string {
  try {
    return text();
  } catch (error) {
    return (error as Error).message;
  }
}

test.each(Object.keys(TEXTS))('no text of the library obeys a string of %s', (file) => {
  const below = numbers(17);
  const original = readFileSync(file, 'utf8');
  const injectable = new InjectableFile(original);
  const problems: string[] = [];
  for (let run = 0; run < RUNS; run++) {
    // A word of any length, so that what follows it is wrapped.
    const injection = `${' x'.repeat(below(2))}${'x'.repeat(below(90))}${pick(INJECTIONS, below)}`;
    const [index, isWhole, width] = [below(injectable.leaves), below(3) === 0, pick([20, 40, 80, 100, 120], below)];
    writeFileSync(file, injectable.with(index, (value) => (isWhole ? injection : value + injection)));
    TEXTS[file]!.forEach((text, at) => {
      const content = textOf(() => text(width));
      problems.push(...[...textProblems(content), ...commandProblems(content)].map((problem) => `text ${at}, string ${index}, ${JSON.stringify(injection)}: ${problem}`));
    });
  }
  writeFileSync(file, original);
  expect(problems.slice(0, 20).join('\n')).toBe('');
});
