import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerCode } from '../lib/pulumi/resources/waiter-resource';
import { installPackage } from './package/installed-package';
import { OlmApiServer } from './waiters/olm-api-server';
import { ProviderProcess, type Values } from './waiters/provider-process';
import { FULL_RUN } from './programs/full-run';
import { describeWith } from '../test/needed';

/** A kubeconfig that later names another cluster, with two real API servers. */

const NAMESPACE = 'demo';
const CSV = 'plain.v0.1.0';
const OPERATOR = { namespace: NAMESPACE, package: 'plain', csv: CSV, subscription: 'plain' };

let first: OlmApiServer;
let second: OlmApiServer;
let folder: string;
let provider: ProviderProcess;

beforeAll(async () => {
  [first, second] = await Promise.all([OlmApiServer.start(), OlmApiServer.start()]);
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-clusters-'));
  await installPackage(folder);
  provider = await ProviderProcess.start(folder);
}, 20 * 60_000);

afterAll(async () => {
  await provider.kill();
  await Promise.all([first.stop(), second.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const asked = (values: Values): Values => ({
  __provider: providerCode('operatorReady'), namespace: NAMESPACE, subscription: 'plain', package: 'plain', timeouts: { total: 300, terminalGrace: 1 }, ...values,
});
const csvIn = (server: OlmApiServer): Promise<unknown> => server.find(server.path(NAMESPACE, 'clusterserviceversions', CSV));

/** A plan, with the lines printed about it. */
async function planned(
  outputs: Values, inputs: Values,
): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean; lines: string[] }> {
  const from = provider.lines.length;
  const difference = await provider.diff('id', outputs, inputs);
  await provider.check({}, inputs);
  return { ...difference, lines: provider.lines.slice(from) };
}

describeWith(FULL_RUN)('an operator in one cluster', () => {
  let outputs: Values;

  beforeAll(async () => {
    await first.install(OPERATOR);
    ({ outputs } = await provider.create(asked({ kubeconfig: first.kubeconfig })));
  });

  test('reports the cluster it is in', async () => {
    const system = await first.find('/api/v1/namespaces/kube-system') as { readonly metadata: { readonly uid: string } };
    expect(outputs).toMatchObject({ ready: true, clusterUid: system.metadata.uid });
  });

  test('is unchanged for another kubeconfig of its cluster', async () => {
    const renewed = JSON.stringify({ ...JSON.parse(first.kubeconfig) as object, preferences: {} });
    const { lines, ...difference } = await planned(outputs, asked({ kubeconfig: renewed }));
    expect(difference).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    expect(lines.join('\n')).toContain('operator demo/plain: update, because kubeconfig changed');
    const updated = await provider.update('id', outputs, asked({ kubeconfig: renewed }));
    expect(updated).toMatchObject({ ready: true, kubeconfig: renewed, clusterUid: outputs['clusterUid'] });
  });

  test('is replaced for a kubeconfig of another cluster, with the new one created first', async () => {
    const { lines, ...difference } = await planned(outputs, asked({ kubeconfig: second.kubeconfig }));
    expect(difference).toEqual({ changes: true, replaces: ['kubeconfig'], deleteBeforeReplace: false });
    expect(lines.join('\n')).toContain('operator demo/plain: replace, because kubeconfig selects another cluster');
  });

  test('is replaced for a context of another cluster', async () => {
    const merged = { ...JSON.parse(first.kubeconfig) as { contexts: object[]; clusters: object[]; users: object[] } };
    const other = JSON.parse(second.kubeconfig) as { clusters: { cluster: object }[]; users: { user: object }[] };
    const kubeconfig = JSON.stringify({
      ...merged,
      contexts: [...merged.contexts, { name: 'two', context: { cluster: 'two', user: 'two' } }],
      clusters: [...merged.clusters, { name: 'two', cluster: other.clusters[0]!.cluster }],
      users: [...merged.users, { name: 'two', user: other.users[0]!.user }],
    });
    const { replaces } = await planned({ ...outputs, kubeconfig, context: 'e2e' }, asked({ kubeconfig, context: 'two' }));
    expect(replaces).toEqual(['context']);
  });

  test.each([
    ['a cluster that does not answer', (): Promise<string> => Promise.resolve(first.kubeconfig.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')), /nothing is listening at/],
    ['credentials that have expired', (): Promise<string> => Promise.resolve(first.kubeconfigOf({ token: 'old' })), /rejected the credentials/],
    ['an account that may not read the cluster', async (): Promise<string> => first.kubeconfigOf({ token: await first.tokenOf('poor') }), /is not allowed to get namespaces/],
  ])('is not replaced with %s', async (_, kubeconfig, why) => {
    const { lines, ...difference } = await planned(outputs, asked({ kubeconfig: await kubeconfig() }));
    expect(difference).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    expect(lines.join('\n')).toMatch(/operator demo\/plain: assumed to be in the same cluster as before, because the new cluster cannot be identified/);
    expect(lines.join('\n')).toMatch(why);
  });

  test('is not forgotten when the new kubeconfig is unusable', async () => {
    const gone = first.kubeconfig.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1');
    const failed = await provider.update('id', outputs, asked({ kubeconfig: gone })).then(() => undefined, (error: unknown) => error);
    expect(failed).toMatchObject({ properties: { ready: false, kubeconfig: first.kubeconfig, clusterUid: outputs['clusterUid'] } });
  });

  test('is neither updated, refreshed nor removed in another cluster that the same file now names', async () => {
    const file = join(folder, 'kubeconfig');
    writeFileSync(file, second.kubeconfig);
    await second.install(OPERATOR);
    const moved = { ...outputs, kubeconfig: file };
    const another = /the kubeconfig selects another cluster .* than the one this was created in/;
    await expect(provider.update('id', moved, asked({ kubeconfig: file, channel: 'beta' }))).rejects.toThrow(another);
    await expect(provider.read('id', moved)).rejects.toThrow(another);
    await expect(provider.delete('id', moved)).rejects.toThrow(another);
    expect(await csvIn(second)).toBeDefined();

    // A cluster recreated behind the same file: the old one took everything with it.
    expect(await provider.read('id', { ...moved, deleteUnreachable: true })).toMatchObject({ id: '' });
    await provider.delete('id', { ...moved, deleteUnreachable: true });
    expect(await csvIn(second)).toBeDefined();
  });

  test('stays in the state when its credentials have expired, and is dropped from it on request', async () => {
    const expired = { ...outputs, kubeconfig: first.kubeconfigOf({ token: 'old' }) };
    await expect(provider.delete('id', expired)).rejects.toThrow('rejected the credentials');
    await provider.delete('id', { ...expired, deleteUnreachable: true });
    expect(await csvIn(first)).toBeDefined();
  });

  test('is removed from the old cluster once the new one has it', async () => {
    const created = await provider.create(asked({ kubeconfig: second.kubeconfig }));
    expect(created.outputs).toMatchObject({ ready: true, csvName: CSV });
    expect(created.outputs['clusterUid']).not.toBe(outputs['clusterUid']);
    await provider.delete('id', outputs);
    expect(await csvIn(first)).toBeUndefined();
    expect(await csvIn(second)).toBeDefined();
  });
});
