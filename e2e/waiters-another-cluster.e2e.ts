import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackage } from './package/installed-package';
import { OlmApiServer } from './pulumi/olm-api-server';
import { ProviderProcess } from './pulumi/provider-process';
import type { Values } from './pulumi/provider-process';
import { providerText } from '../lib/pulumi/dynamic/waiter-resource';

/** A kubeconfig that comes to name another cluster, between two real API servers. */

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
  __provider: providerText('operatorReady'), namespace: NAMESPACE, subscription: 'plain', package: 'plain', timeouts: { total: 300, short: 1 }, ...values,
});
const csvIn = (server: OlmApiServer): Promise<unknown> => server.find(server.path(NAMESPACE, 'clusterserviceversions', CSV));

/** A plan, with the lines that were printed about it. */
async function planned(
  outputs: Values, inputs: Values,
): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean; lines: string[] }> {
  const from = provider.lines.length;
  const difference = await provider.diff('id', outputs, inputs);
  await provider.check({}, inputs);
  return { ...difference, lines: provider.lines.slice(from) };
}

describe('an operator in one cluster', () => {
  let outputs: Values;

  beforeAll(async () => {
    await first.install(OPERATOR);
    ({ outputs } = await provider.create(asked({ kubeconfig: first.kubeconfig })));
  });

  test('tells which cluster it is in', async () => {
    const system = await first.find('/api/v1/namespaces/kube-system') as { readonly metadata: { readonly uid: string } };
    expect(outputs).toMatchObject({ ready: true, clusterUid: system.metadata.uid });
  });

  test('stays as it is for another kubeconfig of its cluster', async () => {
    const renewed = JSON.stringify({ ...JSON.parse(first.kubeconfig) as object, preferences: {} });
    const { lines, ...difference } = await planned(outputs, asked({ kubeconfig: renewed }));
    expect(difference).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    expect(lines.join('\n')).toContain('operator demo/plain: update, because kubeconfig changed');
    const updated = await provider.update('id', outputs, asked({ kubeconfig: renewed }));
    expect(updated).toMatchObject({ ready: true, kubeconfig: renewed, clusterUid: outputs['clusterUid'] });
  });

  test('is replaced for a kubeconfig of another cluster, which comes first', async () => {
    const { lines, ...difference } = await planned(outputs, asked({ kubeconfig: second.kubeconfig }));
    expect(difference).toEqual({ changes: true, replaces: ['kubeconfig'], deleteBeforeReplace: false });
    expect(lines.join('\n')).toContain('operator demo/plain: replace, because kubeconfig names another cluster');
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
    ['a cluster that does not answer', (): Promise<string> => Promise.resolve(first.kubeconfig.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1')), /nothing listens at/],
    ['credentials that have expired', (): Promise<string> => Promise.resolve(first.kubeconfigOf({ token: 'old' })), /does not accept the credentials/],
    ['an account that may not look', async (): Promise<string> => first.kubeconfigOf({ token: await first.tokenOf('poor') }), /may not get namespaces/],
  ])('is no reason to replace it with %s', async (_, kubeconfig, why) => {
    const { lines, ...difference } = await planned(outputs, asked({ kubeconfig: await kubeconfig() }));
    expect(difference).toEqual({ changes: true, replaces: [], deleteBeforeReplace: false });
    expect(lines.join('\n')).toMatch(/operator demo\/plain: taken to be in the same cluster as before, because the cluster that is named now cannot be asked/);
    expect(lines.join('\n')).toMatch(why);
  });

  test('is not forgotten when the new kubeconfig leads nowhere', async () => {
    const gone = first.kubeconfig.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:1');
    const failed = await provider.update('id', outputs, asked({ kubeconfig: gone })).then(() => undefined, (error: unknown) => error);
    expect(failed).toMatchObject({ properties: { ready: false, kubeconfig: first.kubeconfig, clusterUid: outputs['clusterUid'] } });
  });

  test('is neither updated, refreshed nor removed in another cluster that the same file comes to name', async () => {
    const file = join(folder, 'kubeconfig');
    writeFileSync(file, second.kubeconfig);
    await second.install(OPERATOR);
    const moved = { ...outputs, kubeconfig: file };
    const another = /the kubeconfig names another cluster .* than the one that it was made in/;
    await expect(provider.update('id', moved, asked({ kubeconfig: file, channel: 'beta' }))).rejects.toThrow(another);
    await expect(provider.read('id', moved)).rejects.toThrow(another);
    await expect(provider.delete('id', moved)).rejects.toThrow(another);
    expect(await csvIn(second)).toBeDefined();

    // A cluster that was made anew behind the same file: what was in the old one is gone with it.
    expect(await provider.read('id', { ...moved, deleteUnreachable: true })).toMatchObject({ id: '' });
    await provider.delete('id', { ...moved, deleteUnreachable: true });
    expect(await csvIn(second)).toBeDefined();
  });

  test('stays in the state when its credentials have expired, and goes from it where that is said', async () => {
    const expired = { ...outputs, kubeconfig: first.kubeconfigOf({ token: 'old' }) };
    await expect(provider.delete('id', expired)).rejects.toThrow('does not accept the credentials');
    await provider.delete('id', { ...expired, deleteUnreachable: true });
    expect(await csvIn(first)).toBeDefined();
  });

  test('is removed in the old cluster when the new one is there', async () => {
    const created = await provider.create(asked({ kubeconfig: second.kubeconfig }));
    expect(created.outputs).toMatchObject({ ready: true, csvName: CSV });
    expect(created.outputs['clusterUid']).not.toBe(outputs['clusterUid']);
    await provider.delete('id', outputs);
    expect(await csvIn(first)).toBeUndefined();
    expect(await csvIn(second)).toBeDefined();
  });
});
