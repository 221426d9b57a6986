import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CatalogRef, Cluster, OperatorLock, OperatorServiceAccount, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { Bundle, InstallModeType } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { LOCK_COMMAND_VARIABLE } from '../../lib/constructs/model/lock-command';
import { bundleOf } from '../builders/bundle-of';

/** Requirements of a version of an operator. */
interface Needs {
  readonly minKubeVersion?: string;
  readonly modes?: readonly InstallModeType[];
  readonly requires?: string;
  readonly clusterWide?: boolean;
}

const OWN = [InstallModeType.OWN_NAMESPACE, InstallModeType.ALL_NAMESPACES];

function version(name: string, number: string, replaces: string | undefined, needs: Needs = {}): Bundle {
  const { minKubeVersion, modes = OWN, requires, clusterWide = false } = needs;
  const rules = [{ serviceAccountName: name, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }];
  return bundleOf({
    package: name, version: number, ...(replaces === undefined ? {} : { replaces: `${name}.v${replaces}` }),
    spec: {
      ...(minKubeVersion === undefined ? {} : { minKubeVersion }),
      installModes: Object.values(InstallModeType).map(type => ({ type, supported: modes.includes(type) })),
      ...(clusterWide ? { install: { strategy: 'deployment', spec: { deployments: [], clusterPermissions: rules } } } : {}),
    },
    ...(requires === undefined ? {} : {
      files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: requires, version: '>=1.0.0' } }] } },
    }),
  });
}

let folder: string;
beforeEach(() => folder = mkdtempSync(join(tmpdir(), 'olm-lock-suitable-')));
afterEach(() => {
  delete process.env[LOCK_COMMAND_VARIABLE];
  rmSync(folder, { recursive: true });
});

const FIRST = version('shop', '1.0.0', undefined);

/** An app for a cluster with Kubernetes 1.30 and a Subscription to the shop. */
function appOf(bundles: Bundle[], props: Partial<OperatorSubscriptionProps> = {}): { readonly app: App; readonly lock: OperatorLock } {
  const app = new App({ outdir: join(folder, 'dist') });
  const chart = new Chart(new Cluster(app, 'staging', { kubernetesVersion: '1.30' }), 'chart');
  const lock = new OperatorLock(chart, 'lock', { path: join(folder, 'olm.lock.yaml') });
  new OperatorSubscription(chart, 'shop', { catalog: CatalogRef.named('hub', 'olm', { content: Catalog.fromBundles(bundles) }), packageName: 'shop', ...props });
  return { app, lock };
}

/** Locks to the first version, in a catalog with all versions. */
function lockToFirst(bundles: Bundle[], props: Partial<OperatorSubscriptionProps> = {}): void {
  writeFileSync(join(folder, 'olm.lock.yaml'), appOf([FIRST], props).lock.resolve().toYaml());
  writeFileSync(join(folder, 'olm.lock.yaml'), appOf(bundles, props).lock.resolve().toYaml());
}

interface Answer {
  readonly problems: string[];
  readonly content: string;
}

/** Returns what the command `lock` receives from the app. */
function answerOf(bundles: Bundle[], update: string[] = [], props: Partial<OperatorSubscriptionProps> = {}): Answer {
  process.env[LOCK_COMMAND_VARIABLE] = JSON.stringify({ folder: join(folder, 'answers'), update });
  appOf(bundles, props).app.synth();
  const [name] = readdirSync(join(folder, 'answers')) as [string];
  return JSON.parse(readFileSync(join(folder, 'answers', name), 'utf8')) as Answer;
}

const PROPS_FOR_ACCOUNT = { serviceAccount: OperatorServiceAccount.create() };
const MULTI = [InstallModeType.MULTI_NAMESPACE];

describe('a Subscription whose version a lock chooses', () => {
  describe.each<[string, Needs, Partial<OperatorSubscriptionProps>?]>([
    ['a later Kubernetes', { minKubeVersion: '1.40.0' }],
    ['several namespaces to watch', { modes: MULTI }],
    ['all namespaces, and no other', { modes: [InstallModeType.ALL_NAMESPACES] }],
    ['rights in the whole cluster', { clusterWide: true }, PROPS_FOR_ACCOUNT],
  ])('is not checked for the head of the channel, which needs %s,', (_, needs, props = {}) => {
    const bundles = [FIRST, version('shop', '2.0.0', '1.0.0', needs)];

    it('when it is synthesized', () => {
      lockToFirst(bundles, props);
      expect(() => appOf(bundles, props).app.synth()).not.toThrow();
    });

    it('when the command makes the lock', () => {
      lockToFirst(bundles, props);
      expect(answerOf(bundles, [], props)).toMatchObject({ problems: [], content: expect.stringContaining('csv: shop.v1.0.0') as string });
    });
  });

  it('is not locked to a version that needs a later Kubernetes', () => {
    const bundles = [FIRST, version('shop', '2.0.0', '1.0.0', { minKubeVersion: '1.40.0' })];
    lockToFirst(bundles);
    const problem = "[staging/chart/shop] bundle 'shop.v2.0.0' requires Kubernetes 1.40.0 or later, and cluster 'staging' has 1.30; use an earlier version of the bundle, or "
      + 'upgrade the cluster and change its `kubernetesVersion`';
    expect(answerOf(bundles, ['shop']).problems).toEqual([problem]);
    delete process.env[LOCK_COMMAND_VARIABLE];
    expect(() => appOf(bundles).lock.resolve({ update: ['shop'] })).toThrow(problem);
    expect(appOf(bundles, { versionRange: '<2.0.0' }).lock.resolve({ update: ['shop'] }).operators.map(({ csv }) => csv)).toEqual(['shop.v1.0.0']);
  });

  it('is not locked to a version that cannot watch what it should', () => {
    const bundles = [FIRST, version('shop', '2.0.0', '1.0.0', { modes: MULTI })];
    lockToFirst(bundles);
    expect(answerOf(bundles, ['shop']).problems).toEqual([
      "[staging/chart/shop] bundle 'shop.v2.0.0' supports only 'MultiNamespace', for which namespaces are required; set 'installMode', for example to "
        + "InstallMode.singleNamespace('my-namespace')",
    ]);
  });

  it('is not locked to a version whose dependency the cluster cannot run', () => {
    const bundles = [
      FIRST, version('shop', '2.0.0', '1.0.0', { requires: 'cache' }), version('cache', '1.0.0', undefined, { minKubeVersion: '1.40.0' }),
    ];
    lockToFirst(bundles);
    expect(answerOf(bundles, ['shop']).problems).toEqual([expect.stringContaining("[staging/chart/shop] bundle 'cache.v1.0.0' requires Kubernetes 1.40.0 or later")]);
  });

  it('reports a version that the cluster cannot run once, if the lock no longer fits', () => {
    const problemsOf = (bundles: Bundle[]): string[] => appOf(bundles).app.node.findAll().flatMap(({ node }) => node.validate());
    const unsuitable = expect.stringContaining("bundle 'shop.v1.0.0' requires Kubernetes 1.40.0 or later") as string;
    const bundles = [version('shop', '1.0.0', undefined, { minKubeVersion: '1.40.0' })];
    writeFileSync(join(folder, 'olm.lock.yaml'), appOf([FIRST]).lock.resolve().toYaml());
    expect(problemsOf(bundles)).toEqual([expect.stringContaining('does not match the app'), unsuitable]);
  });
});
