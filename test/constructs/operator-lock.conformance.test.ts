import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { ImageCatalog, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog, ChannelPlan } from 'olm-constructs/catalog';
import { OperatorLockFile, OperatorUpgradePlan } from 'olm-constructs/resolve';
import { Manifest } from '../../lib/bundle/model/manifest';
import { SAMPLES } from '../catalog/sample-bundles';
import { describeWith } from '../needed';
import { realBundle } from '../remembered/real-bundle';

/** Ten real operators: two versions of each, or one, which is bumped. */
const OPERATORS: { readonly [packageName: string]: readonly [string, string?] } = {
  'authorino-operator': ['0.15.1', '0.16.0'],
  'dns-operator': ['0.2.0', '0.6.0'],
  'etcd': ['0.9.2-clusterwide', '0.9.4-clusterwide'],
  'external-secrets-operator': ['0.9.12'],
  'grafana-operator': ['5.22.0', '5.22.2'],
  'infinispan': ['2.5.3'],
  'limitador-operator': ['0.10.0', '0.11.0'],
  'prometheus': ['0.47.0', '0.56.3'],
  'rabbitmq-cluster-operator': ['2.22.2', '2.22.3'],
  'rabbitmq-messaging-topology-operator': ['1.19.2', '1.19.3'],
};
const PACKAGES = Object.keys(OPERATORS);
const METADATA_ONLY = 'infinispan';

/** Returns the same operator as its next patch version. */
function bumped(bundle: Bundle): Bundle {
  const { mediaType, annotations, manifests, dependencies, properties, packageName, version } = bundle;
  const next = version.replace(/\d+$/, patch => String(Number(patch) + 1));
  return Bundle._of(`${packageName} ${next}`, {
    mediaType, annotations, dependencies, properties,
    manifests: manifests.map(({ file, kind, content }) => Manifest._of(file, kind !== 'ClusterServiceVersion' ? content : {
      ...content,
      metadata: { ...content['metadata'] as object, name: `${packageName}.v${next}` },
      spec: { ...content['spec'] as object, version: next },
    })),
  });
}

/** Returns a catalog of all of them that lacks the manifests of one. */
function catalogOf(bundles: readonly Bundle[]): Catalog {
  const made = (found: readonly Bundle[], images: { [name: string]: string }): Catalog => (
    Catalog.fromBundles([...found], { channels: ChannelPlan.inOrder(), images })
  );
  const byImage = bundles.filter(({ packageName }) => packageName === METADATA_ONLY);
  const metadata = made(byImage, Object.fromEntries(byImage.map(({ name }) => [name, `registry.example.com/${name}`])));
  // A catalog that is made of bundles knows their manifests; one that is read knows what is in it.
  return Catalog.merge([made(bundles.filter(bundle => !byImage.includes(bundle)), {}), Catalog.fromString(metadata.toJsonLines())]);
}

describeWith(SAMPLES)('a lock of ten real operators', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'operator-lock-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The lock of an app with them; `content` is the present lock file. */
  const lockOf = (catalog: Catalog, content?: string): OperatorLock => {
    const path = join(folder, 'olm.lock.yaml');
    if (content !== undefined) {
      writeFileSync(path, content);
    }
    const chart = new Chart(new App(), 'platform');
    const lock = new OperatorLock(chart, 'lock', { path });
    const source = new ImageCatalog(chart, 'catalog', { name: 'hub', image: 'registry.example.com/hub:1', content: catalog });
    PACKAGES.forEach(packageName => new OperatorSubscription(chart, packageName, { catalog: source, packageName }));
    return lock;
  };

  it('upgrades each by a version, with the waivers of the refusal, and lists what is not checked', () => {
    const steps = Object.entries(OPERATORS).map(([name, versions]) => {
      const [first, second] = versions.map(version => realBundle(`${name}@${version}`));
      return [first!, second ?? bumped(first!)] as const;
    });
    const catalog = catalogOf(steps.flat());
    const before = lockOf(catalogOf(steps.map(([first]) => first))).resolve();
    expect(csvsOf(before)).toEqual(csvsWithDependency(steps.map(([first]) => first)));

    const refusal = messageOf(() => lockOf(catalog, before.toYaml()).resolve({ updateAll: true }));
    const after = lockOf(catalog, accepted(before.toYaml(), refusal)).resolve({ updateAll: true });
    expect(csvsOf(after)).toEqual(csvsWithDependency(steps.map(([, second]) => second)));

    const plan = OperatorUpgradePlan.between(before, after, { catalogs: { 'olm/hub': catalog } });
    const approved = plan.operators.map(({ after: csv, approvals, problems }) => [csv, approvals, problems]);
    expect(approved).toEqual(csvsOf(after).map(csv => [csv, [csv], []]));
    expect(refusal.match(/^ {2}- .*$/gm)).toEqual(plan.operators.flatMap(({ findings }) => findings)
      .map(({ rule, field, before: earlier, after: later, message }) => `  - ${rule} ${field} (${earlier} -> ${later}): ${message}`));
    expect(plan.operators.filter(({ findings }) => findings.length > 0).map(({ packageName }) => packageName))
      .toEqual(['authorino-operator', 'dns-operator', 'grafana-operator', 'prometheus']);
    expect(plan.operators.filter(({ unchecked }) => unchecked.length > 0).map(({ packageName, unchecked }) => [packageName, unchecked.length]))
      .toEqual([[METADATA_ONLY, 2]]);
    expect([plan.isSafe, plan.isChecked]).toEqual([true, false]);
  });
});

function csvsOf({ operators }: OperatorLockFile): string[] {
  return operators.map(({ csv }) => csv);
}

/** Locked operators, sorted by namespace and package. The topology operator also requires the cluster operator, in its own namespace. */
function csvsWithDependency(bundles: readonly Bundle[]): string[] {
  const names = bundles.map(({ name }) => name);
  return [...names.slice(0, -1), names.at(-2)!, names.at(-1)!];
}

function messageOf(action: () => void): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing is refused');
}

/** Adds the waivers of a refusal to a lock file, with a reason. */
function accepted(lock: string, refusal: string): string {
  return [...refusal.matchAll(/add this to the block of '([^/]+)\/([^']+)' in .*\n((?: {4}.*\n?)+)/g)].reduce((text, [, namespace, name, waivers]) => text.replace(
    new RegExp(`( {2}- namespace: ${namespace}\n {4}package: ${name}\n(?: {4}.*\n)*)`),
    (block: string) => block + waivers!.replaceAll('reason: ""', 'reason: tried in staging').replace(/\n?$/, '\n'),
  ), lock);
}
