import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import type { ClusterStatus } from '../../../lib/cluster/inspection/cluster-status';
import { statusMetrics } from '../../../lib/cluster/inspection/metrics';
import type { KubernetesObject } from '../../../lib/cluster/waiting/view/kubernetes-object';
import { toYaml } from '../../../lib/formats/yaml/write';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../../lib/olm/v0/olm-release';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { catalog, clusterObject, conditions, csv, event, object, plan, planned, readyNamespace, subscription } from '../../cluster/waiting/objects';
import { catalogAt, extensionAt, installedExtension, operatorCrd, operatorDeployment, servedCatalog } from '../../cluster/waiting/olm-v1/objects';
import { server, serverDeployment } from '../../cluster/waiting/olm/packageserver';
import type { ClusterEvent } from '../../cluster/waiting/simulated-cluster';
import { dumpFile } from './dump-file';

const later = (minutes: number): ClusterEvent => event(minutes * 60_000, 'events', object('later', { type: 'Normal' }));

/** Returns the object in another namespace. */
const inNamespace = (namespace: string, { metadata, ...rest }: KubernetesObject): KubernetesObject => (
  { ...rest, metadata: { ...metadata, namespace } }
);

const CLUSTER: readonly ClusterEvent[] = [
  ...readyNamespace(),
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
  event(0, 'subscriptions', inNamespace('shop', { ...subscription({}, { source: 'old', sourceNamespace: 'shop' }, 'broken') })),
  event(0, 'subscriptions', inNamespace('shop', subscription(
    planned('install-b', 'plain.v0.3.0', 'plain.v0.2.0'), { installPlanApproval: 'Manual' }, 'manual',
  ))),
  event(0, 'clusterserviceversions', inNamespace('shop', csv('plain.v0.2.0', 'Succeeded'))),
  event(0, 'installplans', inNamespace('shop', plan('install-b', ['plain.v0.3.0'], 'RequiresApproval', { owner: 'manual' }))),
  event(0, 'operatorgroups', inNamespace('shop', object('shop'))),
  event(0, 'catalogsources', inNamespace('shop', catalog('TRANSIENT_FAILURE', { name: 'old' }))),
  event(0, 'namespaces', clusterObject('shop', { status: { phase: 'Active' } })),
  later(30),
];

function status(objects: readonly ClusterEvent[], args: readonly string[] = [], columns = 80): Promise<CommandLineResult> {
  return runCommandLine(['status', ...args, '--from', dumpFile(objects)], { columns, env: { NO_COLOR: '1' } });
}

/** Returns the lines about kinds that a dump lacks. */
const notDumped = (kinds: string, ...note: readonly string[]): string[] => [
  ...(note.length > 0 ? note : ['note: these kinds are not in the dump, so their objects are not known; this', 'command dumps them:']), `  kubectl get ${kinds} -A -o yaml`, '',
];

/** Lines about the kinds that the dump of the cluster lacks. */
const LACKED = 'apiservices.apiregistration.k8s.io,customresourcedefinitions.apiextensions.k8s.io,deployments.apps,'
  + 'jobs.batch,packagemanifests.packages.operators.coreos.com,pods';
const LACKS = notDumped(LACKED);

/** The note on a wide terminal. */
const ON_ONE_LINE = 'note: these kinds are not in the dump, so their objects are not known; this command dumps them:';

describe('olm-constructs status', () => {
  it('fits on 80 columns, with messages below the rows', async () => {
    const { stdout, exitCode } = await status(CLUSTER);
    expect(stdout.split('\n')).toEqual([
      'Catalogs',
      'NAMESPACE  NAME  STATE              AGE',
      'demo       cat   READY              30m',
      'shop       old   TRANSIENT_FAILURE  30m',
      '    CatalogSource shop/old does not answer: OLM has no connection to',
      '    old.demo.svc:50051 (TRANSIENT_FAILURE)',
      '',
      'Subscriptions',
      'NAMESPACE  NAME    VERSION         STATE   AGE',
      'demo       plain   0.2.0           ready   30m',
      'shop       broken  -               failed  30m',
      '    CatalogSource shop/old does not answer: OLM has no connection to',
      '    old.demo.svc:50051 (TRANSIENT_FAILURE)',
      'shop       manual  0.2.0 -> 0.3.0  ready   30m',
      '    an upgrade to plain.v0.3.0 requires approval of InstallPlan shop/install-b',
      '',
      ...LACKS,
    ]);
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('has messages in a column on a wide terminal', async () => {
    const { stdout } = await status(CLUSTER, ['-n', 'shop', '-o', 'wide'], 200);
    expect(stdout.split('\n')).toEqual([
      'Catalogs',
      'NAME  STATE              AGE  SOURCE              MESSAGE',
      'old   TRANSIENT_FAILURE  30m  old.demo.svc:50051  CatalogSource shop/old does not answer: OLM has no connection to old.demo.svc:50051 (TRANSIENT_FAILURE)',
      '',
      'Subscriptions',
      'NAME    VERSION         STATE   AGE  PACKAGE  CHANNEL  CATALOG   MESSAGE',
      'broken  -               failed  30m  plain    alpha    shop/old  CatalogSource shop/old does not answer: OLM has no connection to old.demo.svc:50051 (TRANSIENT_FAILURE)',
      'manual  0.2.0 -> 0.3.0  ready   30m  plain    alpha    demo/cat  an upgrade to plain.v0.3.0 requires approval of InstallPlan shop/install-b',
      '',
      ...notDumped(LACKED, ON_ONE_LINE),
    ]);
  });

  it('prints what an operator waits for, and that nothing has failed yet', async () => {
    const { stdout, exitCode } = await status([
      ...readyNamespace(),
      event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
      event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Installing', { approved: true })),
      later(1),
    ]);
    expect(stdout).toContain([
      'NAMESPACE  NAME   VERSION     STATE       AGE',
      'demo       plain  - -> 0.2.0  installing  1m',
      '    waiting for InstallPlan demo/install-a to install plain.v0.2.0',
    ].join('\n'));
    expect(exitCode).toBe(ExitCode.PROGRESSING);
  });

  it('recognizes the release of OLM', async () => {
    const release = OlmRelease.of({ version: OlmVersion.V0_46_0 })._manifests
      .filter(({ kind }) => ['CustomResourceDefinition', 'Deployment', 'Namespace'].includes(kind))
      .map((manifest) => ({ ...manifest, status: manifest.kind === 'Deployment' ? { availableReplicas: 1, updatedReplicas: 1, replicas: 1 }
        : { conditions: conditions({ type: 'Established' }, { type: 'NamesAccepted' }) } }));
    const path = dumpFile([
      server(0, 'Succeeded'), serverDeployment(0), event(0, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
        status: { conditions: conditions({ type: 'Available' }) },
      })),
    ], release);
    const { stdout, stderr, exitCode } = await runCommandLine(['status', '--from', path], { columns: 120, env: { NO_COLOR: '1' } });
    expect(stdout.split('\n')).toEqual([
      'OLM 0.46.0 in namespace olm: ready',
      'CRDS  PACKAGESERVER     DEPLOYMENTS',
      '8/8   0.46.0 Succeeded  olm-operator 1/1, catalog-operator 1/1, packageserver 1/1',
      '',
      ...notDumped('catalogsources.operators.coreos.com,installplans.operators.coreos.com,operatorgroups.operators.coreos.com,subscriptions.operators.coreos.com', ON_ONE_LINE),
    ]);
    expect(stderr).toBe('the dump has no Subscription and no ClusterExtension: what is installed is not known from it; `explain csv/NAME` explains a ClusterServiceVersion alone\n');
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  it('lists the objects of the release of OLM with -o wide, and tells those that a dump lacks from those that are missing', async () => {
    const { _manifests: manifests } = OlmRelease.of({ version: OlmVersion.V0_46_0 });
    const objects = manifests.filter(({ kind }) => ['Deployment', 'Namespace', 'ClusterRoleBinding'].includes(kind));
    const changed = objects.map((object) => (object.kind === 'ClusterRoleBinding' ? { ...object, subjects: [] } : object));
    const { stdout } = await runCommandLine(['status', '-o', 'wide', '--from', dumpFile([server(0, 'Succeeded')], changed)], { columns: 160, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('\nObjects of OLM 0.46.0\nKIND ');
    const [, table = ''] = stdout.split('\nObjects of OLM 0.46.0\n');
    const row = (text: string): string => table.split('\n').find((line) => line.includes(text))!.replace(/ +/g, ' ');
    expect(row('Namespace olm'.replace(' ', '                 '))).toBe('Namespace olm found');
    expect(row('ClusterRoleBinding')).toContain('ClusterRoleBinding olm-operator-binding-olm differs: does not bind ClusterRole system:controller:');
    expect(row('ServiceAccount ')).toBe('ServiceAccount olm/olm-operator-serviceaccount unknown');
  });

  it('prints objects of OLM v1', async () => {
    const { stdout, exitCode } = await status([
      extensionAt(0, installedExtension()), catalogAt(0, servedCatalog()), event(0, 'deployments', operatorDeployment(1)),
      event(0, 'customresourcedefinitions', operatorCrd()), later(3),
    ]);
    expect(stdout.split('\n')).toEqual([
      'ClusterCatalogs', 'NAME  STATE  AGE', 'cat   ready  3m', '',
      'ClusterExtensions', 'NAME   VERSION  STATE  AGE', 'plain  0.2.0    ready  3m', '',
      ...notDumped('apiservices.apiregistration.k8s.io,catalogsources.operators.coreos.com,clusterserviceversions.operators.coreos.com,installplans.operators.coreos.com,'
        + 'operatorgroups.operators.coreos.com,subscriptions.operators.coreos.com'),
    ]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  it('prints JSON and YAML for programs', async () => {
    const { stdout } = await status(CLUSTER, ['-n', 'demo', '-o', 'json']);
    expect(JSON.parse(stdout)).toEqual({
      apiVersion: 'olm-constructs/v1', kind: 'ClusterStatus', unclaimed: [],
      notDumped: {
        kinds: ['apiservices.apiregistration.k8s.io', 'customresourcedefinitions.apiextensions.k8s.io', 'deployments.apps'],
        command: 'kubectl get apiservices.apiregistration.k8s.io,customresourcedefinitions.apiextensions.k8s.io,deployments.apps -A -o yaml',
      },
      hasOlmV1: false, notes: [], clusterCatalogs: [], clusterExtensions: [],
      catalogs: [{ namespace: 'demo', name: 'cat', source: 'cat.demo.svc:50051', state: 'READY', verdict: 'healthy', ageSeconds: 1800 }],
      subscriptions: [{
        namespace: 'demo', name: 'plain', package: 'plain', channel: 'alpha', catalog: 'demo/cat', installed: '0.2.0', state: 'ready', verdict: 'healthy',
        ageSeconds: 1800, notes: [],
      }],
    });
    expect((await status(CLUSTER, ['-n', 'demo', '-o', 'yaml'])).stdout).toContain('subscriptions:\n  - namespace: demo\n    name: plain\n');
  });

  it('reports that it ends soon', async () => {
    const endsSoon = jest.fn();
    await runCommandLine(['status', '-A', '--from', dumpFile(CLUSTER)], { endsSoon });
    expect(endsSoon).toHaveBeenCalledTimes(1);
  });

  it('selects by labels', async () => {
    const labelled = subscription({}, {}, 'other');
    const { stdout } = await status([
      ...CLUSTER, event(0, 'subscriptions', { ...labelled, metadata: { ...labelled.metadata, labels: { team: 'a', tier: 'web' } } }),
    ], ['-l', 'team in (a, b),tier!=db', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ subscriptions: [{ name: 'other' }], catalogs: [] });
  });

  it('does not conclude from a dump without Subscriptions that no OLM is installed', async () => {
    expect(await status([later(0)])).toEqual({
      stdout: expect.stringContaining('subscriptions.operators.coreos.com -A -o yaml') as string, exitCode: ExitCode.SUCCESS,
      stderr: 'the dump has no Subscription and no ClusterExtension: what is installed is not known from it; `explain csv/NAME` explains a ClusterServiceVersion alone\n',
    });
  });

  it.each([
    [['-l', 'a b'], '--selector \'a b\' is invalid'],
    [['-l', Array.from({ length: 1_001 }, (_, index) => `a${index}`).join(',')], '--selector: the label selector has 1001 requirements, and the maximum is 1000'],
    [['--watch'], '--watch needs a cluster'],
    [['-A', '-n', 'demo'], '--namespace and --all-namespaces contradict each other'],
    [['--kubeconfig', 'x'], '--from reads files instead of a cluster'],
  ])('refuses %s', async (args, message) => {
    const { stderr, exitCode } = await status(CLUSTER, args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(ExitCode.USAGE);
  });
});

describe('a dump', () => {
  const folder = mkdtempSync(join(tmpdir(), 'must-gather-'));
  const run = (path: string, stdin = ''): Promise<CommandLineResult> => (
    runCommandLine(['status', '--from', path], { columns: 80, env: { NO_COLOR: '1' }, stdin })
  );

  it('may be a folder as must-gather writes it, whose files without relevant objects or valid YAML are skipped', async () => {
    const inner = join(folder, 'quay-io', 'namespaces', 'demo', 'operators.coreos.com');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'subscriptions.yaml'), toYaml({
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'SubscriptionList', items: [{ metadata: { name: 'plain', namespace: 'demo' }, spec: { name: 'plain' } }],
    }));
    writeFileSync(join(inner, 'catalogsources.yaml'), 'kind: CatalogSource\n  - broken: [');
    writeFileSync(join(folder, 'secret.yaml'), 'kind: Secret\n  - not even YAML: [');
    writeFileSync(join(folder, 'pod.log'), 'kind: Pod');
    const { stdout, stderr } = await run(folder);
    expect(stdout).toContain('demo       plain  -        failed       waiting for an InstallPlan\n');
    expect(stderr.split('\n')[0]).toBe(`warning: skipped ${join(inner, 'catalogsources.yaml')}:2: this is not YAML: bad indentation of a mapping entry`);
  });

  it('may come from standard input, as documents or JSON', async () => {
    const documents = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: demo}\n---\napiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\n'
      + 'metadata: {name: plain, namespace: demo}\nspec: {name: plain}\n';
    expect((await run('-', documents)).stdout).toContain('demo       plain');
    expect((await run('-', '{"apiVersion":"operators.coreos.com/v1alpha1","kind":"Subscription","metadata":{"name":"plain","namespace":"demo"}}')).stdout)
      .toContain('demo       plain');
  });

  it('must exist, be readable, be YAML, and have objects', async () => {
    const file = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const refused = async (path: string): Promise<string> => {
      const { stderr, exitCode } = await run(path);
      expect(exitCode).toBe(ExitCode.ERROR);
      return stderr.replaceAll(folder, '');
    };
    expect(await refused(join(folder, 'gone'))).toBe('error: /gone: file or folder not found; check the path\n');
    expect(await refused(file('broken.txt', 'a: [1'))).toMatch(/^error: \/broken\.txt:\d+: this is not YAML: /);
    expect(await refused(file('notes.txt', 'just: notes'))).toBe(
      'error: /notes.txt: no Kubernetes object found; give a file written with `kubectl get … -o yaml`, or a folder or an archive of `oc adm must-gather` or `oc adm inspect`\n',
    );
    expect(await refused(file('empty.txt', ''))).toContain('no Kubernetes object found');
  });
});

describe('olm-constructs status without a Subscription', () => {
  const failedCsv = csv('plain.v0.2.0', 'Failed', { status: { reason: 'InstallCheckFailed', message: 'the deployment is broken' } });
  const failedPlan = plan('install-a', ['plain.v0.2.0'], 'Failed', { status: { conditions: [{ type: 'Installed', status: 'False', message: 'the plan is broken' }] } });
  const laterPlan = { ...failedPlan, metadata: { name: 'install-b', namespace: 'demo' }, spec: { ...(failedPlan.spec as object), generation: 2 }, status: { phase: 'Complete' } };
  test.each<[string, readonly ClusterEvent[], string]>([
    ['ClusterServiceVersion', [event(0, 'clusterserviceversions', failedCsv), later(60)], 'the deployment is broken'],
    ['InstallPlan', [event(0, 'installplans', failedPlan), later(60)], 'the plan is broken'],
  ])('reports a %s that failed, with its message', async (kind, objects, message) => {
    const { stdout, exitCode } = await status([...readyNamespace(), ...objects]);
    expect([exitCode, stdout.replace(/\s+/g, ' ')]).toEqual([ExitCode.FINDINGS, expect.stringMatching(new RegExp(`Not ready, without a Subscription .*${kind} .* failed .*${message}`))]);
    const { unclaimed } = JSON.parse((await status([...readyNamespace(), ...objects], ['-o', 'json'])).stdout) as { unclaimed: object[] };
    expect(unclaimed).toEqual([expect.objectContaining({ kind, namespace: 'demo', verdict: 'failed' })]);
  });

  test.each<[string, readonly ClusterEvent[]]>([
    ['that failed', [event(0, 'clusterserviceversions', failedCsv), later(60)]],
    ['that is being installed', [event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Installing')), later(1)]],
    ['whose plan failed', [event(0, 'installplans', failedPlan), later(60)]],
    ['with a Subscription to something else', [event(0, 'clusterserviceversions', failedCsv), event(0, 'subscriptions', subscription({}, {})), later(60)]],
  ])('agrees with `list operators` and with the metrics about an operator %s', async (_, objects) => {
    const file = dumpFile([...readyNamespace(), ...objects]);
    const found = JSON.parse((await runCommandLine(['status', '--from', file, '-o', 'json'])).stdout) as ClusterStatus;
    const listed = await runCommandLine(['list', 'operators', '--from', file, '-o', 'json']);
    expect(found.unclaimed).toHaveLength(1);
    const csvs = found.unclaimed.filter(({ kind }) => kind === 'ClusterServiceVersion');
    expect((JSON.parse(listed.stdout) as { items: object[] }).items).toEqual([
      ...found.subscriptions.map((each) => ({ kind: 'Subscription', ...each })), ...csvs,
    ]);
    const samples = statusMetrics([found]).filter(({ name }) => name === 'olm_unclaimed_failed').flatMap((metric) => metric.samples);
    expect(samples).toEqual(found.unclaimed.map(({ kind, namespace, name, verdict }) => ({ labels: { kind, namespace, name }, value: verdict === 'failed' ? 1 : 0 })));
  });

  test.each<[string, readonly ClusterEvent[]]>([
    ['a copy', [event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Failed', { metadata: { labels: { 'olm.copiedFrom': 'olm' } }, status: { reason: 'Copied' } }))]],
    ['a plan whose version is installed', [event(0, 'installplans', failedPlan), event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded'))]],
    ['a plan with a later one', [event(0, 'installplans', failedPlan), event(0, 'installplans', laterPlan)]],
  ])('leaves out %s', async (_, objects) => {
    const { stdout, exitCode } = await status([...readyNamespace(), ...objects, later(60)]);
    expect([exitCode, stdout]).toEqual([ExitCode.SUCCESS, expect.not.stringContaining('Not ready')]);
  });

  it('names the kinds that only help to explain, if something is not ready', async () => {
    const [ready, failed] = [await status([event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded'))]), await status([event(0, 'clusterserviceversions', failedCsv)])];
    expect([ready, failed].map(({ stdout }) => /events,.*pods/.test(stdout))).toEqual([false, true]);
    expect(failed.stdout).not.toContain('clusterextensions');
  });
});
