import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { fieldAt, mapListField, stringField } from '../lib/formats/json/json-value';
import { runCommandLine } from '../test/builders/command-line';
import { TRACE_SCENARIOS, type TraceScenario } from '../test/cluster/waiting/operator/trace-scenarios';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { describeWith, itWith } from '../test/needed';
import { ProgramProcess } from './command-line/program-process';
import { stopped } from './command-line/stopped';
import { FaultyConnection } from './faults/faulty-connection';
import { FULL_RUN } from './programs/full-run';
import { type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { TracePlayer } from './waiters/trace-player';
import { WaiterCluster } from './waiters/waiter-cluster';

/** The commands that change a cluster, on a real API server on which the test simulates OLM's controllers. */

const V1: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0' };
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MEBIBYTE = 2 ** 20;

let cluster: WaiterCluster;
let kubeconfig: string;

beforeAll(async () => {
  cluster = await WaiterCluster.start(false);
  kubeconfig = cluster.controlPlane.kubeconfig;
}, 20 * 60_000);

afterAll(() => cluster.stop());

/** Writes the manifest of the Subscription of `ScriptedOlm`, pinned if a version is given. */
function subscriptionFile(namespace: string, startingCSV?: string, name = 'plain'): string {
  return cluster.write(`${namespace}.json`, JSON.stringify({
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name, namespace },
    spec: startingCSV === undefined ? {} : { name: 'plain', channel: 'stable', source: 'plain', sourceNamespace: namespace, installPlanApproval: 'Manual', startingCSV },
  }));
}

/** Creates the pinned Subscription, as kubectl does. */
async function applied(olm: ScriptedOlm): Promise<void> {
  await olm.subscribe();
  await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V1.name } });
}

const approved = async (olm: ScriptedOlm): Promise<boolean> => fieldAt(await cluster.find(olm.path('installplans', 'install-1')), 'spec', 'approved') === true;

describe('wait', () => {
  test('begins before the first apply, approves exactly the pinned version with the minimal role, and records it', async () => {
    const account = await accountWith(['operator-waiter', 'audit-events'], 'early');
    const waiting = new ProgramProcess(['wait', '-f', subscriptionFile('early', V1.name), '--approve', '-o', 'json', '--kubeconfig', account]);
    await waiting.lines(/operator early\/plain: applying, waiting for Subscription early\/plain to be created/);
    const olm = await ScriptedOlm.inNamespace(cluster, 'early');
    await applied(olm);
    await olm.plan('install-1', [V1.name]);
    await olm.carryOut('install-1', V1);
    const { exitCode, stdout, stderr } = await waiting.end();
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ subject: 'operator early/plain', state: 'ready', detail: V1.name }],
      actions: [{ action: 'approve', kind: 'InstallPlan', namespace: 'early', name: 'install-1', result: 'done' }],
    });
    const events = mapListField(await cluster.find('/api/v1/namespaces/early/events'), 'items');
    expect(events.map((event) => [event['reason'], fieldAt(event, 'involvedObject', 'name')])).toEqual([['InstallPlanApproved', 'install-1']]);
  });

  test('approves no other version, and creates no Event without the right to', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'other');
    await applied(olm);
    const account = await accountWith(['operator-waiter'], 'other');
    const waiting = new ProgramProcess(['wait', '-f', subscriptionFile('other', V1.name), '--approve', '--kubeconfig', account]);
    await olm.plan('install-1', ['plain.v2.0.0']);
    const { exitCode, stdout } = await waiting.end();
    expect(exitCode).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain('InstallPlan other/install-1 would install plain.v2.0.0; not allowed: plain.v2.0.0');
    expect(await approved(olm)).toBe(false);
  });

  test.each([
    ['resolving', /resolving, waiting for/], ['approving', /approves InstallPlan/], ['installing', /installing, waiting for/], ['starting', /starting, waiting for/],
  ])('interrupted while %s stops within a second, and a second one continues', async (phase, line) => {
    const namespace = `stop-${phase}`;
    const olm = await ScriptedOlm.inNamespace(cluster, namespace);
    await applied(olm);
    const args = ['wait', '-f', subscriptionFile(namespace, V1.name), '--approve', '--kubeconfig', kubeconfig];
    const first = new ProgramProcess(args);
    const stops = first.lines(line).then(() => stopped(first, phase === 'starting' ? 'SIGTERM' : 'SIGINT'));
    if (phase === 'resolving') {
      await stops;
    }
    await olm.plan('install-1', [V1.name]);
    if (phase === 'installing' || phase === 'starting') {
      await cluster.until(() => approved(olm));
      await olm.planPhase('install-1', 'Installing');
    }
    if (phase === 'starting') {
      await olm.begin(V1);
      await olm.csvPhase(V1.name, 'Installing');
      await olm.planPhase('install-1', 'Complete');
      await olm.refer({ currentCSV: V1.name, installedCSV: V1.name, state: 'AtLatestKnown' });
    }
    const { stdout } = await stops;
    expect(stdout).toMatch(new RegExp(`operator ${namespace}/plain +interrupted`));
    const second = new ProgramProcess(args);
    if (phase === 'starting') {
      await olm.csvPhase(V1.name, 'Succeeded');
    } else {
      await olm.carryOut('install-1', V1);
    }
    expect(await second.end()).toMatchObject({ exitCode: 0 });
  });
});

describe('remove', () => {
  test('interrupted while the operator is deleted stops within a second, and a second one continues', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'gone');
    await olm.subscribe();
    await olm.install(V1);
    await cluster.merge(olm.path('clusterserviceversions', V1.name), { metadata: { labels: { 'operators.coreos.com/plain.gone': '' } } });
    const args = ['remove', 'subscription/plain', '-n', 'gone', '-o', 'json', '--kubeconfig', kubeconfig];
    const first = new ProgramProcess(args);
    await first.lines(/operator, waiting for ClusterServiceVersion gone\/plain.v1.0.0 to be deleted/);
    const { stdout } = await stopped(first, 'SIGINT');
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ state: 'interrupted' }], actions: [{ kind: 'Subscription', result: 'done' }, { kind: 'ClusterServiceVersion', result: 'done' }],
    });
    const second = new ProgramProcess(args);
    await second.lines(/operator, waiting for ClusterServiceVersion gone\/plain.v1.0.0 to be deleted/);
    const { exitCode: again } = await ScriptedOlm.whileCleaningUp(cluster, () => second.end());
    expect(again).toBe(0);
    expect(await cluster.find(olm.path('clusterserviceversions', V1.name))).toBeUndefined();
  });

  test('is predicted by a dry run, which changes nothing', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'dry');
    await olm.subscribe();
    await olm.install({ ...V1, apis: [{ crd: 'dries.act.test', kind: 'Dry' }] });
    const args = ['remove', 'subscription/plain', '-n', 'dry', '--delete-crds', '--kubeconfig', kubeconfig];
    const foreseen = await new ProgramProcess([...args, '--dry-run']).end();
    expect(foreseen.exitCode).toBe(0);
    expect(await cluster.find(olm.path('subscriptions', 'plain'))).toBeDefined();
    const done = await ScriptedOlm.whileCleaningUp(cluster, () => new ProgramProcess(args).end());
    expect(done.exitCode).toBe(0);
    const deletions = (stderr: string): string[] => [...stderr.matchAll(/: (?:dry run: )?(deletes .*)$/gm)].map(([, line]) => line!);
    expect(deletions(foreseen.stderr)).toEqual(deletions(done.stderr));
  });
});

describe('a cluster that cannot be used ends a command with one message', () => {
  test.each<[string, () => Promise<readonly string[]> | readonly string[], string]>([
    ['no cluster', () => ['--kubeconfig', cluster.write('closed', cluster.kubeconfig.replace(/127\.0\.0\.1:\d+/, 'nowhere.invalid:6443'))], 'the host of https://nowhere.invalid:6443 cannot be resolved'],
    ['a wrong context', () => ['--kubeconfig', kubeconfig, '--context', 'none'], "has no context 'none'"],
    ['expired credentials', () => ['--kubeconfig', cluster.write('expired', cluster.through(cluster.controlPlane.port, { token: 'expired' }))], 'rejected the credentials of the kubeconfig: they are wrong or have expired'],
    ['missing rights', async () => ['--kubeconfig', await accountWith([], 'early')], 'is not allowed to list and watch'],
  ])('%s', async (_, args, message) => {
    const { exitCode, stdout, stderr } = await new ProgramProcess(['wait', '-f', subscriptionFile('early', V1.name), ...await args()]).end();
    expect(exitCode).toBe(4);
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ').split(message)).toHaveLength(2);
    expect(`${stdout}${stderr}`).not.toMatch(/^ +at /m);
  });
});

itWith(FULL_RUN)('200 Subscriptions at once share connections and watches', async () => {
  const count = 200;
  const way = await FaultyConnection.to(cluster.controlPlane);
  const olms: ScriptedOlm[] = [];
  for (let index = 0; index < count; index += 20) {
    olms.push(...await Promise.all(Array.from({ length: 20 }, async (_, offset) => {
      const olm = await ScriptedOlm.inNamespace(cluster, `many-${index + offset}`);
      await olm.subscribe();
      return olm;
    })));
  }
  const manifests = cluster.write('many.json', JSON.stringify({
    apiVersion: 'v1', kind: 'List', items: olms.map(({ namespace }) => ({
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'plain', namespace }, spec: { name: 'plain' },
    })),
  }));
  const begun = performance.now();
  const waiting = new ProgramProcess(['wait', '-f', manifests, '--kubeconfig', cluster.write('many', cluster.through(way.port))]);
  await waiting.lines(...olms.map(({ namespace }) => new RegExp(`${namespace}/plain: resolving`)));
  const [requests, seconds, { memory }] = [way.requests.requests.length, (performance.now() - begun) / 1000, waiting];
  for (let index = 0; index < count; index += 20) {
    await Promise.all(olms.slice(index, index + 20).map((olm) => olm.install(V1)));
  }
  const { exitCode, stdout } = await waiting.end();
  process.stdout.write(`${count} Subscriptions: ${requests} requests and ${seconds.toFixed(1)} s until all were waited for, ${way.requests.requests.length} requests `
    + `in all; ${way.requests.connections} connections; ${(memory / MEBIBYTE).toFixed(0)} MiB\n`);
  expect(exitCode).toBe(0);
  expect(stdout.match(/ready/g)).toHaveLength(count);
  // A connection has room for some hundred watches, and each namespace needs a dozen.
  expect(way.requests.connections).toBeLessThanOrEqual(30);
  expect(memory).toBeLessThan(400 * MEBIBYTE);
  // An API server that is busy ends a watch now and then, which is then begun anew. Waiters that do not share would have 200 of one catalog.
  expect(way.count()).toMatchObject({ changes: 0 });
  expect(way.count().watchesOfOne).toBeLessThanOrEqual(3);
  expect(requests).toBeLessThan(count * 20);
  await way.close();
}, 10 * 60_000);

describeWith(TRACES)('wait on a recording of OLM, played on the API server,', () => {
  const endings = new Map<TraceScenario, Promise<unknown>>();

  beforeAll(() => {
    TRACE_SCENARIOS.forEach((scenario, index) => endings.set(scenario, play(scenario, `recorded-${index}`)));
  });

  afterAll(() => Promise.allSettled(endings.values()));

  test.each(TRACE_SCENARIOS.map((scenario) => [scenario.trace, scenario.title, scenario] as const))('%s: %s', async (_, __, scenario) => {
    expect(await endings.get(scenario)).toEqual(scenario.ready ?? scenario.cause);
  });
});

/** Waits while a recording is played, and returns the version that is ready or the cause of the failure. */
async function play({ trace, options, from = 0, until = Infinity, ready }: TraceScenario, namespace: string): Promise<unknown> {
  const { subscription, pin } = options;
  const player = new TracePlayer(cluster.client, trace, { namespace, approves: pin === undefined });
  await player.playUntil(from);
  const allowed = [...pin?.intermediateCsvs ?? [], ...pin?.dependencyCsvs ?? []].flatMap((csv) => ['--allow', csv]);
  const approval = pin === undefined ? [] : ['--approve', ...allowed];
  const file = subscriptionFile(namespace, undefined, subscription);
  if (pin !== undefined) {
    writeFileSync(file, readFileSync(file, 'utf8').replace('"spec":{}', `"spec":{"installPlanApproval":"Manual","startingCSV":"${pin.csv}"}`));
  }
  const path = `/apis/operators.coreos.com/v1alpha1/namespaces/${namespace}/subscriptions/${subscription}`;
  // The recording has another pin.
  const pinned = async (): Promise<void> => {
    if (pin !== undefined) {
      await cluster.until(async () => await cluster.find(path) !== undefined);
      await cluster.merge(path, { spec: { installPlanApproval: 'Manual', startingCSV: pin.csv } });
    }
  };
  const command = ['wait', '-f', file, ...approval, '-o', 'json', '--kubeconfig', kubeconfig];
  const waiting = runCommandLine([...command, '--timeout', ready === undefined ? '20s' : '5m']);
  const playing = player.playUntil(until);
  await pinned();
  let { stdout } = await waiting;
  await playing;
  if (ready === undefined) {
    // A second run sees everything that was played.
    await pinned();
    ({ stdout } = await runCommandLine([...command, '--timeout', '15s']));
  }
  const [result] = mapListField(JSON.parse(stdout), 'results');
  // The recorded Subscriptions name no version.
  return stringField(result, 'state') === 'ready' ? stringField(result, 'detail')?.replace(' (whatever the channel offers now)', '')
    : stringField(mapListField(fieldAt(result, 'explanation'), 'findings')[0], 'cause');
}

/** Returns the kubeconfig of an account with roles of the guide, in a namespace that it creates. */
async function accountWith(roles: readonly string[], namespace: string): Promise<string> {
  const guide = readFileSync(join(__dirname, '..', 'docs', 'reference', 'waiter-permissions.md'), 'utf8');
  const all = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => load(yaml!) as { kind: string; metadata: { name: string } });
  const name = `${namespace}-${roles.join('-')}x`;
  await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: namespace } }, [409]);
  await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name } });
  for (const role of all.filter(({ metadata }) => roles.includes(metadata.name))) {
    const path = role.kind === 'Role' ? `${RBAC}/namespaces/${namespace}` : RBAC;
    await cluster.send('POST', `${path}/${role.kind.toLowerCase()}s`, { ...role, metadata: { name: `${name}-${role.metadata.name}` } });
    await cluster.send('POST', `${path}/${role.kind.toLowerCase()}bindings`, {
      metadata: { name: `${name}-${role.metadata.name}` }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: role.kind, name: `${name}-${role.metadata.name}` },
      subjects: [{ kind: 'ServiceAccount', name, namespace: 'default' }],
    });
  }
  const answer = await cluster.send('POST', `/api/v1/namespaces/default/serviceaccounts/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
  });
  return cluster.write(`${name}.kubeconfig`, cluster.through(cluster.controlPlane.port, { token: stringField(fieldAt(answer, 'status'), 'token') }));
}
