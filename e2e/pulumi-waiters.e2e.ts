import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultCatalog, OlmRelease, OlmVersion } from 'olm-constructs';
import { ControlPlane } from './control-plane/control-plane';
import { TcpProxy } from './faults/tcp-proxy';
import { InitFailed, ProviderProcess } from './pulumi/provider-process';
import type { Values } from './pulumi/provider-process';
import { TracePlayer, TRACES } from './pulumi/trace-player';
import { providerText } from '../lib/pulumi/dynamic/waiter-resource';
import type { WaiterName } from '../lib/pulumi/dynamic/waiter-resource';
import { stagePackage } from '../scripts/package/stage-package';
import type { ApiClient } from '../lib/pulumi/wait/client/api-client';
import { ApiError } from '../lib/pulumi/wait/client/client-error';
import { clientFor } from '../lib/pulumi/wait/client/clients';
import { findCluster } from '../lib/pulumi/wait/client/kubeconfig-source';

/**
 * The waiters as Pulumi runs them: in the process for dynamic resources of its npm package, from the state's text and the published
 * package, against a real API server on which recordings of OLM's controllers are played.
 */

const ROOT = resolve(__dirname, '..');
const OLM = OlmRelease.of({ version: OlmVersion.V0_46_0, defaultCatalog: DefaultCatalog.none() });
// The recordings are not part of the project; where they do not stand beside the checkout, the run shows the suite as skipped.
const described = existsSync(TRACES) ? describe : describe.skip;

let controlPlane: ControlPlane;
let client: ApiClient;
let kubeconfig: string;
let folder: string;
let provider: ProviderProcess;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
  client = clientFor(findCluster({ kubeconfig }, {}), {});
  for (const crd of OLM.objects.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
    await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  }
  await until(async () => (await send('GET', '/apis/operators.coreos.com/v1', undefined, [404])) !== undefined);
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-waiters-'));
  mkdirSync(join(folder, 'node_modules'));
  await stagePackage(ROOT, join(folder, 'node_modules', 'olm-constructs'));
}, 20 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  provider = await ProviderProcess.start(folder);
});

afterEach(async () => {
  await provider.kill();
});

async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object, accepted: readonly number[] = [], type?: string): Promise<unknown> {
  try {
    return await client.request({ method, path, body, type }, new AbortController().signal);
  } catch (error) {
    if (error instanceof ApiError && accepted.includes(error.status)) {
      return undefined;
    }
    throw error;
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !await holds(); tries++) {
    expect(tries).toBeLessThan(300);
    await sleep(100);
  }
}

function inputs(waiter: WaiterName, values: Values): Values {
  return { __provider: providerText(waiter), kubeconfig, ...values };
}

/** The failure of a call that has to fail. */
async function failure(called: Promise<unknown>): Promise<InitFailed> {
  const error = await called.then(() => undefined, (found: unknown) => found);
  expect(error).toBeInstanceOf(InitFailed);
  return error as InitFailed;
}

described('an operator', () => {
  const namespace = 't-install-manual-then-upgrade';
  const objects = '/apis/operators.coreos.com';
  const wanted = (csv: string): Values => inputs('operatorReady', { namespace, subscription: 'plain', package: 'plain', pin: { csv } });

  test('is waited for, approved, upgraded, looked at and removed', async () => {
    const player = new TracePlayer(client, 'install-manual-then-upgrade');
    const first = wanted('plain.v0.1.0');
    expect(await provider.check({}, first)).toEqual({ inputs: first, failures: [] });

    // The process dies while it waits; another one begins anew.
    const lost = expect(provider.create(first)).rejects.toThrow();
    await provider.line(/^operator .*: /);
    await provider.kill();
    await lost;
    provider = await ProviderProcess.start(folder);
    const [[created, settled]] = await Promise.all([
      provider.create(first).then((done) => [done, performance.now() - player.phases.get('plain.v0.1.0')!.since] as const), player.playUntil(14),
    ]);
    expect(created).toMatchObject({
      id: `operator ${namespace}/plain`,
      outputs: {
        ...first, ready: true, csvName: 'plain.v0.1.0', version: '0.1.0', phase: 'Succeeded', deployments: ['plain-op'],
        ownedApis: [{ crd: 'plains.demo.test', kind: 'Plain' }], operatorGroups: [{ name: 'og', targetNamespaces: [namespace] }],
      },
    });
    process.stdout.write(`from the last phase of the CSV to the verdict ${Math.round(settled)} ms, of which 2000 ms to settle\n`);

    // Nothing changed, so nothing is to do.
    expect(await provider.diff(created.id, created.outputs, { ...first, __provider: `${providerText('operatorReady')}// of another release` })).toMatchObject({ changes: false, replaces: [] });
    expect((await provider.read(created.id, created.outputs)).outputs).toMatchObject({ drift: [] });

    const second = wanted('plain.v0.2.0');
    expect(await provider.diff(created.id, created.outputs, second)).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    const [upgraded] = await Promise.all([provider.update(created.id, created.outputs, second), player.playUntil(21)]);
    expect(upgraded).toMatchObject({ ready: true, csvName: 'plain.v0.2.0', version: '0.2.0', phase: 'Succeeded' });
    expect(await provider.diff(created.id, upgraded, { ...second, namespace: 'other' })).toEqual({
      changes: true, replaces: ['namespace'], deleteBeforeReplace: true,
    });

    // Somebody edits the OperatorGroup.
    const group = `${objects}/v1/namespaces/${namespace}/operatorgroups/og`;
    await send('PATCH', group, { spec: { targetNamespaces: [namespace, 'more'] } }, [], 'application/merge-patch+json');
    const drifted = await provider.read(created.id, upgraded);
    expect(drifted.outputs['drift']).toEqual([`the OperatorGroup was edited: og (${namespace}) became og (${namespace}, more)`]);
    expect(await provider.diff(created.id, drifted.outputs, second)).toMatchObject({ changes: true, replaces: [] });
    await send('PATCH', group, { spec: { targetNamespaces: [namespace] } }, [], 'application/merge-patch+json');

    // An object of the operator's API stops the removal.
    const operand = `/apis/demo.test/v1/namespaces/${namespace}/plains`;
    await send('POST', operand, { apiVersion: 'demo.test/v1', kind: 'Plain', metadata: { name: 'precious' } });
    await expect(provider.delete(created.id, upgraded)).rejects.toThrow(/still have one object: Plain .*precious/);
    expect(await send('GET', `${objects}/v1alpha1/namespaces/${namespace}/subscriptions/plain`)).toBeDefined();
    await send('DELETE', `${operand}/precious`);

    const ending = new AbortController();
    const caretaker = player.takeCare(ending.signal);
    await provider.delete(created.id, upgraded);
    ending.abort();
    await caretaker;
    expect(await send('GET', `${objects}/v1alpha1/namespaces/${namespace}/clusterserviceversions/plain.v0.2.0`, undefined, [404])).toBeUndefined();
    expect(await provider.read(created.id, upgraded)).toMatchObject({ id: '' });
    // Once more: what is gone counts as removed.
    await provider.delete(created.id, upgraded);
  });

  test('that does not get ready is a resource with reasons, and is gone on with', async () => {
    const player = new TracePlayer(client, 'two-operator-groups');
    await player.playUntil(Infinity);
    const asked = inputs('operatorReady', { namespace: player.namespace, subscription: 'plain', timeouts: { total: 60, short: 1 } });
    const failed = await failure(provider.create(asked));
    expect(failed.id).toBe(`operator ${player.namespace}/plain`);
    expect(failed.reasons.join('\n')).toMatch(/OperatorGroups[\s\S]*remedy: delete all but one/);
    expect(failed.properties).toMatchObject({ ...asked, ready: false });
    expect(await provider.diff(failed.id, failed.properties, asked)).toMatchObject({ changes: true });

    const late = await failure(provider.update(failed.id, failed.properties, { ...asked, timeouts: { total: 3, short: 30 } }));
    expect(late.reasons.join('\n')).toContain(`operator ${player.namespace}/plain did not get ready within 3 s: resolving for 3 s`);
    process.stdout.write(`${late.reasons.join('\n')}\n`);
  });
});

described('a catalog', () => {
  test('is waited for until OLM has a connection to it', async () => {
    const player = new TracePlayer(client, 'install-automatic');
    const asked = inputs('catalogReady', { namespace: player.namespace, name: 'cat', deployment: 'cat' });
    const [{ id, outputs }] = await Promise.all([provider.create(asked), player.playUntil(Infinity)]);
    expect({ id, outputs }).toMatchObject({ id: `catalog ${player.namespace}/cat`, outputs: { ...asked, ready: true } });
    expect(await provider.read(id, outputs)).toMatchObject({ id, outputs: { drift: [] } });
    await provider.delete(id, outputs);
  });
});

test('OLM is waited for, and removed in order', async () => {
  const deployments = ['olm-operator', 'catalog-operator'];
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'olm' } }, [409]);
  const labels = (app: string): object => ({ app });
  for (const name of deployments) {
    await send('POST', '/apis/apps/v1/namespaces/olm/deployments', {
      metadata: { name },
      spec: { selector: { matchLabels: labels(name) }, template: { metadata: { labels: labels(name) }, spec: { containers: [{ name: 'olm', image: 'olm' }] } } },
    });
  }
  const crds = OLM.objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map(({ metadata }) => (metadata as { name: string }).name);
  const asked = inputs('olmReady', {
    // The control plane has nobody who runs packageserver, so its API is left out.
    parts: { crds, deployments: deployments.map((name) => ({ namespace: 'olm', name })), csvs: [], apiServices: [] },
    removal: [{ title: 'controllers', reason: 'last', targets: deployments.map((name) => ({ apiVersion: 'apps/v1', kind: 'Deployment', name, namespace: 'olm' })) }],
  });
  const waiting = provider.create(asked);
  await provider.line(/OLM: controllers/);
  for (const name of deployments) {
    const path = `/apis/apps/v1/namespaces/olm/deployments/${name}`;
    const status = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 };
    await send('PATCH', `${path}/status`, { status }, [], 'application/merge-patch+json');
  }
  const { id, outputs } = await waiting;
  expect(outputs).toMatchObject({ ready: true });
  expect(await provider.read(id, outputs)).toMatchObject({ id, outputs: { drift: [] } });
  const csv = '/apis/operators.coreos.com/v1alpha1/namespaces/olm/clusterserviceversions';
  await send('POST', csv, {
    apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name: 'left.v1' },
    spec: { displayName: 'left', install: { strategy: 'deployment', spec: { deployments: [] } } },
  });
  await expect(provider.delete(id, outputs)).rejects.toThrow(/olm\/left\.v1/);
  await send('DELETE', `${csv}/left.v1`);
  await expectOnlyOthersLeft(id, outputs);
  expect(await send('GET', '/apis/apps/v1/namespaces/olm/deployments/olm-operator', undefined, [404])).toBeUndefined();

  /** The recordings of other tests may have left operators in this cluster: they go too here. */
  async function expectOnlyOthersLeft(of: string, values: Values): Promise<void> {
    await provider.delete(of, { ...values, onDestroy: { removeOperators: true } });
  }
});

describe('a waiter says at once', () => {
  const asked = (values: Values): Values => inputs('operatorReady', { namespace: 'default', subscription: 'plain', ...values });

  test('what is wrong with its inputs', async () => {
    const { failures } = await provider.check({}, asked({ subscription: '', onDestroy: { operands: 'all' }, timeouts: { total: -1 } }));
    expect(failures).toEqual([
      'timeouts: total: a number of seconds is needed, and it is the number -1',
      'subscription: a name is needed, and it is the text ""',
      "onDestroy: operands: one of 'abort', 'ignore', 'delete' is needed, and it is the text \"all\"",
    ]);
  });

  test('nothing of what is not known yet', async () => {
    const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
    const values = asked({ namespace: unknown, kubeconfig: unknown, pin: unknown, timeouts: unknown });
    expect((await provider.check({}, values)).failures).toEqual([]);
    expect(await provider.diff('id', { ...asked({}), ready: true }, asked({ pin: unknown }))).toMatchObject({ changes: true, replaces: [] });
  });

  test('which contexts there are', async () => {
    const { reasons, properties } = await failure(provider.create(asked({ context: 'prod' })));
    expect(reasons).toEqual(["operator default/plain did not get ready: the kubeconfig has no context 'prod'; it has 'e2e'"]);
    expect(properties['__provider']).toBe(providerText('operatorReady'));
  });

  test('that no cluster answers, and goes on without one where it may', async () => {
    const gone = kubeconfig.replace(/https:\/\/127\.0\.0\.1:\d+/, 'https://127.0.0.1:1');
    const values = asked({ kubeconfig: gone, timeouts: { short: 1 } });
    const { reasons } = await failure(provider.create(values));
    expect(reasons.join('\n')).toContain('the API server does not answer: nothing listens at https://127.0.0.1:1 (ECONNREFUSED)');
    await expect(provider.delete('id', values)).rejects.toThrow('ECONNREFUSED');
    await provider.delete('id', { ...values, deleteUnreachable: true });
  });

  test('that the credentials are wrong, without telling them', async () => {
    const config = JSON.parse(kubeconfig) as { users: { user: object }[] };
    config.users[0]!.user = { token: 'a-secret-that-nobody-knows' };
    const { reasons } = await failure(provider.create(asked({ kubeconfig: JSON.stringify(config) })));
    expect(reasons.join('\n')).toContain('does not accept the credentials of the kubeconfig');
    expect([...reasons, ...provider.lines].join('\n')).not.toContain('a-secret-that-nobody-knows');
  });

  test('which rights it lacks', async () => {
    await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'poor' } });
    const answer = await send('POST', '/api/v1/namespaces/default/serviceaccounts/poor/token', {
      apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
    }) as { status: { token: string } };
    const config = JSON.parse(kubeconfig) as { users: { user: object }[] };
    config.users[0]!.user = { token: answer.status.token };
    const { reasons } = await failure(provider.create(asked({ kubeconfig: JSON.stringify(config) })));
    expect(reasons.join('\n')).toMatch(/the account may not list and watch .*subscriptions\.operators\.coreos\.com in namespace default/);
  });
});

described('fifty waiters at once', () => {
  test('share connections, ask for nothing while they wait, and take little memory', async () => {
    const proxy = await TcpProxy.start(controlPlane.port);
    const through = kubeconfig.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${proxy.port}`);
    const requests = async (): Promise<number> => {
      const metrics = await client.open({ method: 'GET', path: '/metrics' }, new AbortController().signal);
      let text = '';
      for await (const chunk of metrics.body) {
        text += chunk.toString();
      }
      return [...text.matchAll(/^apiserver_request_total\{.*resource="(?:subscriptions|installplans|clusterserviceversions|operatorgroups|catalogsources|pods|events|jobs|deployments|namespaces)".*\} (\d+)/gm)]
        .reduce((sum, [, count]) => sum + Number(count), 0);
    };
    await provider.check({}, inputs('operatorReady', { namespace: 'a', subscription: 'b' }));
    const empty = provider.memory;
    const waits = Array.from({ length: 50 }, (_, index) => failure(provider.create(inputs('operatorReady', {
      kubeconfig: through, namespace: `team-${index}`, subscription: 'plain', timeouts: { total: 30, short: 100, long: 100 },
    }))));
    await sleep(15_000);
    const before = await requests();
    const memory = provider.memory;
    await sleep(8_000);
    const during = await requests() - before;
    await Promise.all(waits);
    process.stdout.write(`50 waiters: ${proxy.connections} connections, ${during} requests in 8 s of waiting, ${Math.round((memory - empty) / 2 ** 20)} MiB\n`);
    expect(proxy.connections).toBeLessThan(12);
    expect(during).toBeLessThan(50);
    expect(memory - empty).toBeLessThan(150 * 2 ** 20);
    await proxy.close();
  });
});
