import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import {
  catalog, clusterObject, conditions, csv, deployment, event, object, packageManifest, plan, planned, pod, readyNamespace, subscription,
} from '../../cluster/waiting/objects';
import { catalogAt, clusterExtension, extensionAt, progressing, servedCatalog } from '../../cluster/waiting/olm-v1/objects';
import { configuration, endpoints, plainEvent } from '../../cluster/waiting/plain/objects';
import { establishedCrd } from '../../cluster/waiting/recorded-traces';
import type { ClusterEvent } from '../../cluster/waiting/simulated-cluster';
import { START } from '../../cluster/inspection/dumped-cluster';
import type { ObjectExplanation } from '../../../lib/cluster';
import { dumpFile } from './dump-file';

const CRASHING: readonly ClusterEvent[] = [
  ...readyNamespace(),
  event(0, 'operatorgroups', object('og', { status: { namespaces: ['demo'] } })),
  event(0, 'subscriptions', subscription(planned('install-a', 'plain.v0.2.0'))),
  event(0, 'installplans', plan('install-a', ['plain.v0.2.0'], 'Complete', { approved: true })),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Installing', { status: { reason: 'InstallWaiting' } })),
  event(0, 'deployments', deployment('plain-op', 0)),
  event(0, 'pods', pod('plain-op-1', 'plain-op', {
    phase: 'Running',
    containerStatuses: [{ name: 'manager', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'no such flag: --leader-elect' } } }],
  })),
];

/** A time of a simulation. */
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

/** Something that happened later, so that the dump has a later time. */
const later = (minutes: number): ClusterEvent => event(minutes * 60_000, 'events', object('later', { type: 'Normal' }));

const HEALTHY: readonly ClusterEvent[] = [
  ...readyNamespace(),
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' })),
  event(0, 'clusterserviceversions', csv('plain.v0.2.0', 'Succeeded')),
  event(0, 'deployments', deployment('plain-op', 1)),
  event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
];

function explainAt(columns: number, objects: readonly ClusterEvent[], ...args: string[]): Promise<CommandLineResult> {
  return runCommandLine(['explain', ...args, '--from', dumpFile(objects)], { columns, env: { NO_COLOR: '1' } });
}

function explain(objects: readonly ClusterEvent[], ...args: string[]): Promise<CommandLineResult> {
  return explainAt(80, objects, ...args);
}

/** Returns the lines about kinds that a dump lacks. */
const notDumped = (kinds: string): string[] => [
  'note: these kinds are not in the dump, so their objects are not known; this', 'command dumps them:', `  kubectl get ${kinds} -A -o yaml`, '',
];

describe('olm-constructs explain', () => {
  it('wraps states that do not fit', async () => {
    const { stdout } = await explainAt(62, [...CRASHING, later(20)], 'subscription/plain');
    expect(stdout.split('\n').slice(3, 12)).toEqual([
      '… Subscription demo/plain               UpgradePending',
      '├ ✓ CatalogSource cat                   READY',
      '├ ✓ OperatorGroup og                    targets demo',
      '├ ✓ InstallPlan install-a               Complete',
      '└ … ClusterServiceVersion plain.v0.2.0  Installing',
      '                                        (InstallWaiting)',
      '  └ ✗ Deployment plain-op               0 of 1 pods available',
      '    └ ✗ Pod plain-op-1                  Running',
      '                                        (CrashLoopBackOff)  <- here',
    ]);
  });

  it('prints the chain down to the pod, where it broke, and why', async () => {
    const { stdout, exitCode } = await explain([...CRASHING, later(20)], 'subscription/plain');
    expect(stdout.split('\n')).toEqual([
      'Subscription demo/plain: failed, starting for 20 min',
      'waiting for Deployment plain-op (0 of 1 pods available)',
      '',
      '… Subscription demo/plain               UpgradePending',
      '├ ✓ CatalogSource cat                   READY',
      '├ ✓ OperatorGroup og                    targets demo',
      '├ ✓ InstallPlan install-a               Complete',
      '└ … ClusterServiceVersion plain.v0.2.0  Installing (InstallWaiting)',
      '  └ ✗ Deployment plain-op               0 of 1 pods available',
      '    └ ✗ Pod plain-op-1                  Running (CrashLoopBackOff)  <- here',
      '',
      'Cause:',
      '  1.  container manager of pod demo/plain-op-1 keeps crashing with exit code 1:',
      '      no such flag: --leader-elect',
      '      remedy: check the log of the container (kubectl logs --previous); its',
      '      termination message, if any, is quoted above',
      '      see:',
      '      https://github.com/olm-constructs/olm-constructs/blob/main/docs/troubleshooting/causes.md#container-crash',
      '',
      ...notDumped('customresourcedefinitions.apiextensions.k8s.io,jobs.batch,packagemanifests.packages.operators.coreos.com'),
    ]);
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('reports that an object is still progressing, with the problem that may end as the cause of a failure', async () => {
    const { stdout, exitCode } = await explain([...CRASHING, later(3)], 'sub/plain');
    expect(stdout).toMatch(/^Subscription demo\/plain: progressing, starting for 3 min\n/);
    expect(stdout).toContain('keeps crashing');
    expect(exitCode).toBe(ExitCode.PROGRESSING);
  });

  it('prints a healthy object with its chain', async () => {
    const { stdout, exitCode } = await explain([...HEALTHY, later(20)], 'subs/plain', 'catsrc/cat', 'og/og', 'csv/plain.v0.2.0', 'ns/demo');
    expect(stdout.split('\n')).toEqual([
      'Subscription demo/plain: healthy',
      '',
      '✓ Subscription demo/plain               AtLatestKnown',
      '├ ✓ CatalogSource cat                   READY',
      '├ ✓ OperatorGroup og                    not processed yet',
      '└ ✓ ClusterServiceVersion plain.v0.2.0  Succeeded',
      '  └ ✓ Deployment plain-op               1 of 1 pods available',
      '',
      ...notDumped('installplans.operators.coreos.com'),
      'CatalogSource demo/cat: healthy',
      '',
      '✓ CatalogSource demo/cat  READY',
      '',
      'OperatorGroup demo/og: healthy',
      '',
      '✓ OperatorGroup demo/og  not processed yet',
      '',
      'ClusterServiceVersion demo/plain.v0.2.0: healthy',
      '',
      '✓ ClusterServiceVersion demo/plain.v0.2.0  Succeeded',
      '├ ✓ OperatorGroup og                       not processed yet',
      '└ ✓ Deployment plain-op                    1 of 1 pods available',
      '',
      ...notDumped('installplans.operators.coreos.com'),
      'Namespace demo: healthy',
      '',
      '✓ Namespace demo  Active',
      '',
    ]);
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  it('judges by the expected version', async () => {
    const { stdout, exitCode } = await explain([...HEALTHY, later(20)], 'sub/plain', '--expect', 'plain.v0.1.0');
    expect(stdout).toContain('plain.v0.2.0 is installed, which is newer than plain.v0.1.0');
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('names an upgrade that waits for approval', async () => {
    const { stdout, exitCode } = await explain([
      ...HEALTHY, later(20),
      event(0, 'subscriptions', subscription(planned('install-b', 'plain.v0.3.0', 'plain.v0.2.0'), { installPlanApproval: 'Manual' })),
      event(0, 'installplans', plan('install-b', ['plain.v0.3.0'], 'RequiresApproval')),
    ], 'sub/plain');
    expect(stdout).toContain('note: an upgrade to plain.v0.3.0 requires approval of InstallPlan demo/install-b\n');
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  describe('judges an operator that runs, but whose Subscription', () => {
    const RUNNING = { state: 'AtLatestKnown', currentCSV: 'plain.v0.2.0', installedCSV: 'plain.v0.2.0' };
    const unresolved = (message: string, more: object = {}): object => (
      { ...RUNNING, ...more, conditions: conditions({ type: 'ResolutionFailed', reason: 'ConstraintsNotSatisfiable', message: `constraints not satisfiable: ${message}` }) }
    );
    const NO_CHANNEL = 'no operators found in channel alfa of package plain in the catalog referenced by subscription plain, subscription plain exists';

    it.each<[title: string, cause: string, status: object, spec: object, more?: ClusterEvent[]]>([
      ['refers to a channel that does not exist', 'channel-unknown', unresolved(NO_CHANNEL), { channel: 'alfa' }],
      ['refers to a channel that does not exist, as the catalog lists', 'channel-unknown', unresolved(NO_CHANNEL), { channel: 'alfa' }, [
        event(0, 'packagemanifests', packageManifest('plain', { alpha: ['plain.v0.2.0'] })),
      ]],
      ['refers to a catalog that does not exist', 'catalog-missing', {
        ...RUNNING, conditions: conditions({ type: 'CatalogSourcesUnhealthy', reason: 'UnhealthyCatalogSourceFound', message: 'targeted catalogsource demo/gone missing' }),
      }, { source: 'gone' }],
      ['cannot be resolved because of another', 'package-unknown', unresolved('no operators found in package gone in the catalog referenced by subscription other'), {}],
      ['cannot be resolved for an unknown reason', 'constraints-not-satisfiable', unresolved('something else'), {}],
      ['has an upgrade that cannot be unpacked', 'unpack-failed', {
        ...RUNNING, conditions: conditions({ type: 'BundleUnpackFailed', reason: 'BundleUnpackFailed', message: 'bundle unpacking failed' }),
      }, {}],
    ])('%s as degraded', async (_, cause, of, spec, more = []) => {
      const objects = [...HEALTHY, event(0, 'subscriptions', subscription(of, spec)), ...more, later(20)];
      const { stdout, exitCode } = await explain(objects, 'sub/plain', '-o', 'json');
      const { items: [{ verdict, causes, chain, notes }] } = JSON.parse(stdout) as { readonly items: readonly [ObjectExplanation] };
      expect({ verdict, cause: causes[0]?.cause }).toEqual({ verdict: 'degraded', cause });
      expect(notes.join()).not.toContain('OLM installs no upgrades');
      // The dump may lack the catalog, so that its link is unknown.
      expect(JSON.stringify(chain)).toContain(cause === 'catalog-missing' ? '"mark":"unknown"' : '"mark":"failed"');
      expect(exitCode).toBe(ExitCode.FINDINGS);
      const { stdout: table, exitCode: code } = await runCommandLine(['status', '--from', dumpFile(objects)], { columns: 200, env: { NO_COLOR: '1' } });
      expect(table).toMatch(/^demo +plain +0\.2\.0 +degraded +20m +/m);
      expect(code).toBe(ExitCode.FINDINGS);
    });

    it('without any catalog as degraded only if OLM misses them', async () => {
      const verdictOf = async (of: object): Promise<string> => {
        const objects = [...HEALTHY.filter(({ resource }) => !resource.startsWith('catalogsources.')), event(0, 'subscriptions', subscription({ ...RUNNING, ...of })), later(20)];
        const { stdout } = await explain(objects, 'sub/plain', '-o', 'json');
        return (JSON.parse(stdout) as { readonly items: readonly [ObjectExplanation] }).items[0].verdict;
      };
      expect(await verdictOf({})).toBe('healthy');
      expect(await verdictOf({ conditions: conditions({ type: 'CatalogSourcesUnhealthy', reason: 'NoCatalogSourcesFound', message: 'dependency resolution requires at least one catalogsource' }) }))
        .toBe('degraded');
    });

    it('says so in words', async () => {
      const { stdout } = await explain([...HEALTHY, event(0, 'subscriptions', subscription(unresolved(NO_CHANNEL), { channel: 'alfa' })), later(20)], 'sub/plain');
      expect(stdout.split('\n').slice(0, 3)).toEqual(['Subscription demo/plain: degraded', '', '✗ Subscription demo/plain               cannot be resolved  <- here']);
      expect(stdout).toContain('1.  package plain has no channel alfa\n');
    });

    it('may not be resolved again since a version of another operator was replaced: a dump does not prove that it is gone', async () => {
      const outdated = unresolved('@existing/demo//other.v1 and @existing/demo//other.v2 originate from package other, clusterserviceversion other.v1 exists and is not '
        + 'referenced by a subscription, subscription other requires @existing/demo//other.v2');
      const { stdout } = await explain([...HEALTHY, event(0, 'subscriptions', subscription(outdated)), later(20)], 'sub/plain', '-o', 'json');
      const { items: [{ verdict, notes }] } = JSON.parse(stdout) as { readonly items: readonly [ObjectExplanation] };
      expect({ verdict, notes }).toEqual({ verdict: 'healthy', notes: [] });
    });

    it.each<[title: string, minutes: number, status: object, spec?: object]>([
      ['has an error that OLM reported seconds ago', 20, unresolved('something else', { lastUpdated: at(19.5) })],
      ['has an error that is no longer true', 20, unresolved('clusterserviceversion plain.v0.1.0 exists and is not referenced by a subscription')],
      ['was created seconds ago', 0.1, unresolved(NO_CHANNEL), { channel: 'alfa' }],
    ])('%s as healthy', async (_, minutes, of, spec = {}) => {
      const { stdout, exitCode } = await explain([...HEALTHY, event(0, 'subscriptions', subscription(of, spec)), later(minutes)], 'sub/plain');
      expect(stdout).toMatch(/^Subscription demo\/plain: healthy\n/);
      expect(stdout).toContain('note: OLM installs no upgrades: ');
      expect(exitCode).toBe(ExitCode.SUCCESS);
    });
  });

  it('explains an InstallPlan that failed', async () => {
    const failed = plan('install-a', ['plain.v0.2.0'], 'Failed', { approved: true, status: { message: 'error creating configmap: denied' } });
    const { stdout, exitCode } = await explain([...CRASHING, event(0, 'installplans', failed)], 'installplan/install-a');
    expect(stdout).toContain('✗ InstallPlan demo/install-a  Failed  <- here');
    expect(stdout).toContain('1.  InstallPlan demo/install-a failed: error creating configmap: denied');
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('explains a Namespace that is stuck in deletion', async () => {
    const stuck = clusterObject('old', {
      metadata: { deletionTimestamp: '2026-11-20T12:00:00Z' },
      status: { phase: 'Terminating', conditions: conditions({ type: 'NamespaceDeletionDiscoveryFailure', message: 'unable to retrieve packages.operators.coreos.com/v1' }) },
    });
    const service = clusterObject('v1.packages.operators.coreos.com', { status: { conditions: [{ type: 'Available', status: 'False', message: 'no endpoints' }] } });
    const { stdout, exitCode } = await explain([event(0, 'namespaces', stuck), event(0, 'apiservices', service), later(10)], 'namespace/old');
    expect(stdout).toContain('Namespace old: failed, deleting for 10 min\n');
    expect(stdout).toContain('1.  APIService v1.packages.operators.coreos.com is not available: no endpoints\n');
    expect(stdout).toContain('2.  namespace old cannot be deleted (NamespaceDeletionDiscoveryFailure):');
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('explains objects of OLM v1', async () => {
    const failed = progressing('Retrying', 'no bundles found for package "plain" matching version "9.9.9"');
    const { stdout, exitCode } = await explain([
      extensionAt(0, clusterExtension([failed])), catalogAt(0, servedCatalog()), later(10),
    ], 'clusterextension/plain', 'clustercatalog/cat');
    expect(stdout).toContain('✗ ClusterExtension plain  Retrying  <- here\n└ ✓ ClusterCatalog cat    served\n');
    expect(stdout).toContain('1.  ClusterExtension plain cannot be installed: no bundles found for package\n');
    expect(stdout).toContain('ClusterCatalog cat: healthy\n');
    expect(exitCode).toBe(ExitCode.FINDINGS);
  });

  it('prints JSON for programs', async () => {
    const { stdout } = await explain([...CRASHING, later(20)], 'sub/plain', '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'ObjectExplanationList', errors: [], items: [{
      object: 'Subscription demo/plain', verdict: 'failed', phase: 'starting', since: '2026-11-20T12:00:00.000Z', brokenAt: 'Pod demo/plain-op-1',
      causes: [{ cause: 'container-crash' }], chain: { object: 'Subscription demo/plain', links: [{ object: 'CatalogSource demo/cat' }, {}, {}, {}] },
    }] });
  });

  it('explains an object from a dump without the other kinds', async () => {
    const { stdout, exitCode } = await explain(HEALTHY.filter(({ resource }) => /^(?:subscriptions|clusterserviceversions)/.test(resource)), 'sub/plain');
    expect(stdout).toMatch(/^Subscription demo\/plain: healthy\n/);
    expect(exitCode).toBe(ExitCode.SUCCESS);
  });

  it.each([
    [['secret/x'], 'error: \'secret/x\' is not KIND/NAME of a kind that can be explained; kinds: subscription, '],
    [['subscripton/x'], 'kinds: subscription\n'],
    [['subscription'], 'error: \'subscription\' has no name; write subscription/NAME, with the namespace in --namespace'],
    [['sub/a/b'], 'error: \'sub/a/b\' has no name'],
    [['sub/plain', '-A'], "error: unknown option '-A'"],
    [['sub/plain', '--context', 'x'], 'error: --from reads files instead of a cluster; omit --kubeconfig and --context'],
  ])('refuses %s', async (args, message) => {
    const { stderr, exitCode } = await explain(HEALTHY, ...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(ExitCode.USAGE);
  });

  it('lists the existing objects if an object does not exist', async () => {
    const elsewhere = { ...catalog('READY'), metadata: { ...catalog('READY').metadata, namespace: 'other' } };
    expect(await explain(HEALTHY, 'sub/plan')).toMatchObject({
      exitCode: ExitCode.FINDINGS, stderr: 'error: Subscription plan is not in the dump, so it is not known whether it exists; the dump has: \'plain\'\n',
    });
    expect(await explain(HEALTHY, 'sub/plain', '-n', 'kube-system')).toMatchObject({
      exitCode: ExitCode.FINDINGS, stderr: 'error: Subscription plain of namespace kube-system is not in the dump, so it is not known whether it exists; '
        + 'the dump has no Subscription of namespace kube-system; `kubectl get subscriptions.operators.coreos.com -A -o yaml` dumps them\n',
    });
    expect(await explain([later(0)], 'olm')).toMatchObject({ exitCode: ExitCode.FINDINGS, stderr: expect.stringContaining('nothing of OLM itself is in the dump') as string });
    expect(await explain([...HEALTHY, event(0, 'catalogsources', elsewhere)], 'catalogsource/cat')).toMatchObject({
      exitCode: ExitCode.USAGE, stderr: 'error: CatalogSource cat exists in the namespaces demo and other; choose one with --namespace\n',
    });
  });
});

describe('the Deployment of an operator without OLM', () => {
  const SERVICE = object('plain-op-service', { spec: { selector: { app: 'plain-op' } } });

  /** An operator whose pods mount the certificate of its webhook. */
  function operator(available: number, issued: 'True' | 'False' = 'True', answers = true): ClusterEvent[] {
    const { spec, ...rest } = deployment('plain-op', available);
    const template = { metadata: { labels: { app: 'plain-op', tier: 'webhook' } }, spec: { volumes: [{ name: 'cert', secret: { secretName: 'plain-cert' } }] } };
    const certificate = (name: string, status: 'True' | 'False', message: string): ClusterEvent => plainEvent(0, 'certificates', object(name, {
      spec: { secretName: name }, status: { conditions: conditions({ type: 'Ready', status, message }) },
    }));
    return [
      event(0, 'namespaces', clusterObject('demo', { status: { phase: 'Active' } })), event(0, 'deployments', { ...rest, spec: { ...spec as object, template } }),
      certificate('plain-cert', issued, 'the issuer does not exist'), certificate('other-cert', 'False', 'that of another app'),
      event(0, 'services', SERVICE), plainEvent(0, 'validatingwebhookconfigurations', configuration()), plainEvent(0, 'endpointslices', endpoints(answers)),
    ];
  }

  it('is healthy with its certificates and webhooks', async () => {
    const { stdout, stderr, exitCode } = await explain(operator(1), 'deployment/plain-op');
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.SUCCESS, stderr: '' });
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      'Deployment demo/plain-op: healthy',
      '',
      '✓ Deployment demo/plain-op                           1 of 1 pods available',
      '├ ✓ Certificate plain-cert                           issued',
      '└ ✓ ValidatingWebhookConfiguration vplain.demo.test  answers',
      '',
    ]);
  });

  it('waits for its certificate, and not for that of another app', async () => {
    const { stdout, exitCode } = await explain([...operator(0, 'False', false), later(1)], 'deploy/plain-op');
    expect(exitCode).toBe(ExitCode.PROGRESSING);
    expect(stdout).toContain('Certificate demo/plain-cert is not ready: the issuer does not exist');
    expect(stdout).toMatch(/… Certificate plain-cert +not issued  <- here/);
    expect(stdout).not.toContain('another app');
  });

  it('fails with the reason of its pods', async () => {
    const crashing = CRASHING.filter(({ resource }) => resource === 'pods');
    const { stdout, exitCode } = await explain([...operator(0), ...crashing, later(20)], 'deployments.apps/plain-op');
    expect(exitCode).toBe(ExitCode.FINDINGS);
    expect(stdout).toMatch(/✗ Pod plain-op-1 +Running/);
    expect(stdout).toContain('keeps crashing with exit code 1');
  });

  it('is not blamed for webhooks that a dump does not contain', async () => {
    const { stdout, exitCode } = await explain(operator(1).filter(({ resource }) => !resource.startsWith('endpointslices')), 'deployment/plain-op');
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(stdout).not.toContain('vplain.demo.test');
  });

  it('points to the ClusterServiceVersion that OLM made it for', async () => {
    const owned = deployment('plain-op', 1, { metadata: { labels: { 'olm.owner': 'plain.v0.2.0', 'olm.owner.kind': 'ClusterServiceVersion' } } });
    const { stdout } = await explain([event(0, 'deployments', owned)], 'deployment/plain-op');
    expect(stdout).toContain('OLM made it for ClusterServiceVersion plain.v0.2.0');
  });

  it('must exist', async () => {
    const { stderr, exitCode } = await explain(operator(1), 'deployment/plain-opp');
    expect(exitCode).toBe(ExitCode.FINDINGS);
    expect(stderr).toContain('error: Deployment plain-opp is not in the dump, so it is not known whether it exists; the dump has: \'plain-op\'');
  });
});
