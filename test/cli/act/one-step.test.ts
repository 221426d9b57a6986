import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { FakeCluster, type FakeObject } from '../../pulumi/fake-cluster';
import { runInCluster } from './cluster-command';
import { clusterWithOlm, installs, offer, ran } from './one-step-cluster';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

const OLM = '/apis/operators.coreos.com';

let cluster: FakeCluster;
let leave: () => void;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  cluster = clusterWithOlm();
  leave = enterCommandFolder();
});
afterEach(() => {
  jest.useRealTimers();
  leave();
});

/** Kinds and names of what was applied, in order. */
const applied = (): string[] => cluster.changes.filter((change) => change.startsWith('APPLY /')).map((change) => change.split('/').slice(-2).join('/'));
const onOneLine = (output: string): string => output.replace(/\s+/g, ' ').trim();

describe('run', () => {
  test('applies what synth writes, and waits until the operator runs', async () => {
    void installs(cluster, 'hello-operator', 'hello-operator', 'hello-operator.v0.1.0');
    const { exitCode, stdout, stderr } = await runInCluster(cluster, ['run', 'bundle', '--out', 'out']);
    expect({ exitCode, stdout: onOneLine(stdout).replace(/ready \d+ s/g, 'ready N s') }).toEqual({
      exitCode: ExitCode.SUCCESS,
      stdout: 'WHAT STATE TIME catalog hello-operator/hello-operator-catalog ready N s OLM is connected to it operator hello-operator/hello-operator ready N s hello-operator.v0.1.0',
    });
    expect(stderr).toMatch(/^applied 8 objects: 8 created$/m);
    await runCommandLine(['synth', 'bundle', '--olm', 'existing', '--out', 'synthesized']);
    expect(readFileSync('out/operator.k8s.yaml', 'utf8')).toBe(readFileSync('synthesized/operator.k8s.yaml', 'utf8'));
    expect(applied()).toEqual([
      'namespaces/hello-operator', 'operatorgroups/hello-operator', expect.stringMatching(/^configmaps\//) as string, 'networkpolicies/hello-operator-catalog',
      'deployments/hello-operator-catalog', 'services/hello-operator-catalog', 'catalogsources/hello-operator-catalog', 'subscriptions/hello-operator',
    ]);
  });

  test('approves the pinned version, and reports everything as JSON', async () => {
    void installs(cluster, 'team', 'hello-operator', 'hello-operator.v0.1.0');
    const { exitCode, stdout } = await runInCluster(cluster, ['run', 'bundle', '-n', 'team', '--approval', 'manual', '-o', 'json']);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(JSON.parse(stdout)).toMatchObject({
      applied: expect.arrayContaining([{ object: { apiVersion: 'v1', kind: 'Namespace', name: 'team' }, state: 'created', changes: [] }]) as object,
      results: [{ state: 'ready' }, { name: 'hello-operator', state: 'ready', detail: 'hello-operator.v0.1.0' }],
      actions: [{ action: 'approve', name: 'install-1', result: 'done' }],
    });
  });

  test('upgrades with the newer bundle, in the install mode that the operator has', async () => {
    void installs(cluster, 'hello-operator', 'hello-operator', 'hello-operator.v0.1.0');
    await runInCluster(cluster, ['run', 'bundle', '--install-mode', 'all']);
    cluster.changes.length = 0;
    void installs(cluster, 'hello-operator', 'hello-operator', 'hello-operator.v0.2.0').then(() => cluster.remove('hello-operator.v0.1.0'));
    const { exitCode, stdout, stderr } = await runInCluster(cluster, ['run', 'bundle-next']);
    expect(onOneLine(stdout)).toMatch(/operator hello-operator\/hello-operator ready \d+ s hello-operator\.v0\.2\.0/);
    expect({ exitCode, group: cluster.object('OperatorGroup', 'hello-operator')?.['spec'] }).toEqual({ exitCode: ExitCode.SUCCESS, group: { upgradeStrategy: 'Default' } });
    expect(stderr).toMatch(/^applied 8 objects: .*unchanged/m);
  });

  test('prints what it would change, and changes nothing', async () => {
    const { exitCode, stdout } = await runInCluster(cluster, ['run', 'bundle', '--dry-run', '--out', 'out']);
    expect({ exitCode, applied: applied(), out: existsSync('out') }).toEqual({ exitCode: ExitCode.SUCCESS, applied: [], out: false });
    expect(stdout).toContain('7 objects are not checked by the API server: Namespace hello-operator does not exist yet\n');
    expect(stdout).toMatch(/^nothing was changed; an apply would give: 8 objects: 8 created$/m);
  });

  test('prints what is applied and what is not when the API server rejects an object', async () => {
    cluster.forbid('PATCH');
    const { exitCode, stdout } = await runInCluster(cluster, ['run', 'bundle']);
    expect(exitCode).toBe(ExitCode.ERROR);
    expect(onOneLine(stdout)).toMatch(/Namespace hello-operator failed .* needs get, create and patch on namespaces/);
    expect(onOneLine(stdout)).toContain('Subscription hello-operator/hello-operator skipped Namespace hello-operator failed');
    expect(stdout).toMatch(/^applied 8 objects: 1 failed, 7 skipped; nothing else was changed$/m);
  });

  test('needs no OLM with the engine plain', async () => {
    cluster = new FakeCluster('blue');
    const { exitCode } = await runInCluster(cluster, ['run', 'bundle', '--engine', 'plain', '--apply-only']);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(applied().slice(0, 2)).toEqual(['namespaces/hello-operator', 'customresourcedefinitions/greetings.hello.example.com']);
  });

  const refusals: [string, () => void, string[], RegExp][] = [
    ['without OLM', () => cluster = new FakeCluster('blue'), [], /no OLM is installed in the cluster; install it with `olm-constructs install olm`/],
    ['with another Subscription to the package', () => subscribed('mine', 'hello-operator'), [], /has Subscription 'mine' for package 'hello-operator'.*olm-constructs upgrade mine -n hello-operator/],
    ['with a Subscription of its name', () => subscribed('hello-operator', 'another'), [], /for another package, 'another'/],
    ['with two OperatorGroups', () => ['one', 'two'].forEach((name) => grouped(name, [])), [], /2 OperatorGroups: 'one', 'two'/],
    ['with an OperatorGroup of another install mode', () => grouped('one', ['elsewhere']), ['--install-mode', 'own'], /does not fit OperatorGroup 'one'.*elsewhere/],
    ['with a newer version', () => installed('hello-operator.v9.0.0', '9.0.0'), [], /hello-operator\.v9\.0\.0 is installed, which is newer.*never downgrades/],
    ['with a version from which OLM does not upgrade', () => installed('hello-operator.v0.0.1', '0.0.1'), [], /OLM would not upgrade from it to hello-operator\.v0\.1\.0: name it in spec\.replaces/],
  ];

  test.each(refusals)('%s, it applies nothing and says what to do', async (_, prepare, args, message) => {
    prepare();
    const { exitCode, stderr } = await runInCluster(cluster, ['run', 'bundle', ...args]);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, changes: [] });
    expect(stderr).toMatch(message);
  });

  test('uses the OperatorGroup that the namespace has', async () => {
    grouped('shared', []);
    await runInCluster(cluster, ['run', 'bundle', '--dry-run']);
    expect(cluster.changes.filter((change) => /operatorgroups|\/namespaces\/[^/]+$/.test(change))).toEqual([]);
  });

  test.each([
    [['bundle', '--engine', 'plain', '--approval', 'manual'], /--approval is for the engine olm-v0/],
    [['bundle', '--engine', 'olm-v1'], /--engine must be one of olm-v0, rukpak, plain/],
    [['bundle', '--engine', 'plain', '--slim'], /--slim is for the engine olm-v0/],
    [['bundle', '--engine', 'rukpak', '--pull-secret', 'secret'], /--pull-secret is for the engine olm-v0/],
    [['bundle', '--engine', 'plain', '--registry-image', 'r.example.com/opm:v1'], /--registry-image is for the engine olm-v0/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runInCluster(cluster, ['run', ...args]);
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.USAGE, stderr: expect.stringMatching(message) as string });
  });
});

describe('install', () => {
  test('installs a package in its default channel, and waits until it runs', async () => {
    void installs(cluster, 'hello', 'hello', 'hello.v2.0.0');
    const { exitCode, stdout } = await runInCluster(cluster, ['install', 'hello']);
    expect({ exitCode, applied: applied() }).toEqual({ exitCode: ExitCode.SUCCESS, applied: ['namespaces/hello', 'operatorgroups/hello', 'subscriptions/hello'] });
    expect(onOneLine(stdout)).toMatch(/operator hello\/hello ready \d+ s hello\.v2\.0\.0 \(whatever the channel offers now\)/);
    expect(cluster.object('Subscription', 'hello')?.['spec']).toEqual({ name: 'hello', channel: 'stable', source: 'community', sourceNamespace: 'olm', installPlanApproval: 'Automatic' });
  });

  test('pins a version, and approves it', async () => {
    void installs(cluster, 'hello', 'hello', 'hello.v1.0.0');
    const { exitCode } = await runInCluster(cluster, ['install', 'hello', '--catalog', 'olm/community', '--channel', 'stable', '--version', '1.0.0']);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(cluster.object('Subscription', 'hello')?.['spec']).toMatchObject({ startingCSV: 'hello.v1.0.0', installPlanApproval: 'Manual' });
    expect(cluster.changes.at(-1)).toBe(`PATCH ${OLM}/v1alpha1/namespaces/hello/installplans/install-1`);
  });

  const refusals: [string, () => void, string[], RegExp][] = [
    ['an unknown package', () => undefined, ['helo'], /package 'helo' not found; packages: 'hello'/],
    ['an unknown catalog', () => undefined, ['hello', '--catalog', 'olm/other'], /CatalogSource 'olm\/other' offers no packages; those that do: 'olm\/community'/],
    ['an unknown channel', () => undefined, ['hello', '--channel', 'alpha'], /channel 'alpha' not found in package 'hello'; available: 'stable', 'beta'/],
    ['an unknown version', () => undefined, ['hello', '--version', '7.0.0'], /version '7\.0\.0' not found in channel 'stable' of package 'hello'; available: /],
    ['a version of another channel', () => undefined, ['hello', '--version', '3.0.0'], /it is in channel beta: set --channel/],
    ['a package of two catalogs', () => offer(cluster, 'olm/other', []), ['hello'], /offered by olm\/community and olm\/other; select one with --catalog/],
    ['a catalog of another namespace', () => offer(cluster, 'shop/own', []), ['hello', '--catalog', 'shop/own'], /visible in namespace shop only.*-n shop/],
    ['an install mode that is not supported', () => undefined, ['hello', '--install-mode', 'one,two'], /does not support the install mode MultiNamespace; it supports OwnNamespace, AllNamespaces/],
  ];

  test.each(refusals)('refuses %s, and applies nothing', async (_, prepare, args, message) => {
    prepare();
    const { exitCode, stderr } = await runInCluster(cluster, ['install', ...args]);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, changes: [] });
    expect(onOneLine(stderr)).toMatch(message);
  });

  test.each([
    [['hello', '--operator-hub'], /--operator-hub is an option of `install olm`/],
    [['olm', '--channel', 'stable'], /omit the options for packages/],
    [['olm', '--version', '1.0'], /--version must be a release of OLM: unknown OLM version "1\.0"/],
    [['hello', '--catalog', 'community'], /must be the namespace and the name/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runInCluster(cluster, ['install', ...args]);
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.USAGE, stderr: expect.stringMatching(message) as string });
  });
});

describe('install olm', () => {
  test('applies what synth writes for OLM alone', async () => {
    cluster = new FakeCluster('blue');
    const { exitCode, stderr } = await runInCluster(cluster, ['install', 'olm', '--version', '0.28.0', '--apply-only', '--out', 'out']);
    expect({ exitCode, stderr: onOneLine(stderr) }).toEqual({ exitCode: ExitCode.SUCCESS, stderr: expect.stringMatching(/^applied (\d+) objects: \1 created$/) as string });
    expect(applied().slice(0, 3)).toEqual(['namespaces/olm', 'namespaces/operators', 'customresourcedefinitions/catalogsources.operators.coreos.com']);
    await runCommandLine(['synth', '--olm', '0.28.0', '--out', 'synthesized']);
    for (const name of readdirSync('synthesized')) {
      expect(readFileSync(`out/${name}`, 'utf8')).toBe(readFileSync(`synthesized/${name}`, 'utf8'));
    }
  });

  const refusals: [string, () => void, RegExp][] = [
    ['an OLM in another namespace', () => {
      cluster.remove('olm-operator');
      cluster.add(controller('elsewhere'));
    }, /in namespace elsewhere.*it would be a second one in namespace olm/],
    ['that of OpenShift', () => {
      cluster.remove('olm-operator');
      cluster.add(controller('openshift-operator-lifecycle-manager'));
    }, /OpenShift manages it/],
    ['a newer one', () => release('0.40.0'), /has OLM 0\.40\.0.*0\.28\.0 is older/],
    ['one that Argo CD manages', () => release('0.27.0', { 'argocd.argoproj.io/tracking-id': 'x' }), /change its release with Argo CD/],
  ];

  test.each(refusals)('refuses to change %s', async (_, prepare, message) => {
    prepare();
    const { exitCode, stderr } = await runInCluster(cluster, ['install', 'olm', '--version', '0.28.0']);
    expect({ exitCode, changes: cluster.changes }).toEqual({ exitCode: ExitCode.FINDINGS, changes: [] });
    expect(onOneLine(stderr)).toMatch(message);
  });

  test('upgrades an older one, and says what to do first', async () => {
    release('0.20.0');
    const { exitCode, stderr } = await runInCluster(cluster, ['install', 'olm', '--version', '0.46.0', '--dry-run']);
    expect({ exitCode, applied: applied() }).toEqual({ exitCode: ExitCode.SUCCESS, applied: [] });
    expect(stderr).toMatch(/warning: Deployment olm-operator changes from RollingUpdate to Recreate: .*kubectl patch -n olm deployment olm-operator/);
  });
});

describe('upgrade', () => {
  beforeEach(() => {
    cluster.add({ path: '/api/v1/namespaces', name: 'team' });
    grouped('hello', ['team'], 'team');
  });

  const subscription = (spec: object): void => cluster.add({
    path: `${OLM}/v1alpha1/subscriptions`, name: 'hello', namespace: 'team', apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription',
    metadata: { labels: { team: 'one' }, annotations: { note: 'kept' } },
    spec: { name: 'hello', channel: 'stable', source: 'community', sourceNamespace: 'olm', ...spec },
    status: { state: 'AtLatestKnown', installedCSV: 'hello.v1.0.0', currentCSV: 'hello.v1.0.0' },
  });

  test('moves the pin to the head of the channel, and approves it', async () => {
    subscription({ installPlanApproval: 'Manual', startingCSV: 'hello.v1.0.0' });
    ran(cluster, { namespace: 'team', csv: 'hello.v1.0.0' });
    void installs(cluster, 'team', 'hello', 'hello.v2.0.0').then(() => cluster.remove('hello.v1.0.0'));
    const { exitCode, stdout } = await runInCluster(cluster, ['upgrade', 'hello', '-n', 'team']);
    expect(onOneLine(stdout)).toMatch(/operator team\/hello ready \d+ s hello\.v2\.0\.0/);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(cluster.object('Subscription', 'hello')).toMatchObject({
      metadata: { labels: { team: 'one' }, annotations: { 'note': 'kept', 'olm-constructs/wanted-csv': 'hello.v2.0.0' } }, spec: { startingCSV: 'hello.v2.0.0' },
    });
  });

  test('prints the fields that it would change', async () => {
    subscription({ installPlanApproval: 'Manual', startingCSV: 'hello.v1.0.0' });
    const { stdout } = await runInCluster(cluster, ['upgrade', 'hello', '-n', 'team', '--channel', 'beta', '--dry-run']);
    expect(onOneLine(stdout)).toContain('Subscription team/hello changed metadata.annotations.olm-constructs/wanted-csv, spec.channel, spec.startingCSV');
  });

  test('leaves the fields of another tool alone', async () => {
    subscription({ installPlanApproval: 'Manual', startingCSV: 'hello.v1.0.0' });
    cluster.manage('hello', 'spec.startingCSV');
    const { exitCode, stdout } = await runInCluster(cluster, ['upgrade', 'hello', '-n', 'team']);
    expect(exitCode).toBe(ExitCode.FINDINGS);
    expect(onOneLine(stdout)).toMatch(/conflict with "kubectl": \.spec\.startingCSV; .*--force-conflicts/);
  });

  test('refuses an older version than the head for automatic approval, and an unknown Subscription', async () => {
    subscription({ installPlanApproval: 'Automatic' });
    const { exitCode, stderr } = await runInCluster(cluster, ['upgrade', 'hello', '-n', 'team', '--version', '1.0.0']);
    expect({ exitCode, stderr: onOneLine(stderr) }).toEqual({ exitCode: ExitCode.FINDINGS, stderr: expect.stringContaining('automatic approval, so OLM upgrades to hello.v2.0.0') as string });
    expect((await runInCluster(cluster, ['upgrade', 'helo', '-n', 'team'])).stderr).toContain("Subscription 'helo' not found in namespace team; available: 'hello'");
  });
});

describe('catalog add', () => {
  test('adds a global catalog, and waits until OLM is connected', async () => {
    setTimeout(() => cluster.add({
      path: `${OLM}/v1alpha1/catalogsources`, name: 'catalog', namespace: 'olm', apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource',
      spec: cluster.object('CatalogSource', 'catalog')!['spec'], status: { connectionState: { lastObservedState: 'READY' } },
    }, {
      path: '/api/v1/pods', name: 'catalog-a', namespace: 'olm', metadata: { labels: { 'olm.catalogSource': 'catalog' } },
      spec: { containers: [{ name: 'registry-server', image: 'quay.io/operatorhubio/catalog:latest' }] }, status: { conditions: [{ type: 'Ready', status: 'True' }] },
    }), 500);
    const { exitCode, stdout } = await runInCluster(cluster, ['catalog', 'add', 'quay.io/operatorhubio/catalog:latest', '--poll', '60']);
    expect(onOneLine(stdout)).toMatch(/catalog olm\/catalog ready \d+ s OLM is connected to it/);
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(cluster.object('CatalogSource', 'catalog')?.['spec']).toMatchObject({ image: 'quay.io/operatorhubio/catalog:latest', updateStrategy: { registryPoll: { interval: '1h' } } });
  });

  test.each([
    [['catalog'], /'catalog' is not an image with its registry and a tag or digest/],
    [[`quay.io/demo/catalog@sha256:${'0'.repeat(64)}`, '--poll', '5'], /--poll has no effect on an image with a digest/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await runInCluster(cluster, ['catalog', 'add', ...args]);
    expect({ exitCode, stderr: onOneLine(stderr) }).toEqual({ exitCode: ExitCode.USAGE, stderr: expect.stringMatching(message) as string });
  });
});

function subscribed(name: string, packageName: string): void {
  cluster.add({ path: `${OLM}/v1alpha1/subscriptions`, name, namespace: 'hello-operator', spec: { name: packageName, source: 'community', sourceNamespace: 'olm' }, status: {} });
}

function grouped(name: string, targetNamespaces: readonly string[], namespace = 'hello-operator'): void {
  cluster.add({ path: '/api/v1/namespaces', name: namespace });
  cluster.add({ path: `${OLM}/v1/operatorgroups`, name, namespace, apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', spec: { targetNamespaces }, status: { namespaces: targetNamespaces } });
}

function installed(csv: string, version: string): void {
  cluster.add({
    path: `${OLM}/v1alpha1/subscriptions`, name: 'hello-operator', namespace: 'hello-operator', spec: { name: 'hello-operator', source: 'community', sourceNamespace: 'olm' },
    status: { installedCSV: csv, currentCSV: csv },
  }, { path: `${OLM}/v1alpha1/clusterserviceversions`, name: csv, namespace: 'hello-operator', spec: { version }, status: { phase: 'Succeeded' } });
}

function controller(namespace: string, annotations: object = {}, version?: string): FakeObject {
  const image = version === undefined ? {} : { containers: [{ name: 'olm-operator', image: `quay.io/operator-framework/olm:v${version}` }] };
  return { path: '/apis/apps/v1/deployments', name: 'olm-operator', namespace, metadata: { annotations }, spec: { template: { spec: image } } };
}

/** Makes the OLM of the cluster one of a release. */
function release(version: string, annotations: object = {}): void {
  cluster.remove('olm-operator');
  cluster.add(controller('olm', annotations, version));
  cluster.add({ path: `${OLM}/v1alpha1/clusterserviceversions`, name: 'packageserver', namespace: 'olm', spec: { version }, status: { phase: 'Succeeded' } });
}
