import { failureOf } from './pulumi/provider-process';
import type { ProviderProcess, Values } from './pulumi/provider-process';
import { WaiterCluster } from './pulumi/waiter-cluster';
import { providerText } from '../lib/pulumi/dynamic/waiter-resource';

/** What waiters say soon when there is nothing to wait for: inputs are wrong, the cluster is not there, rights are missing. */

let cluster: WaiterCluster;
let provider: ProviderProcess;

beforeAll(async () => {
  cluster = await WaiterCluster.start();
  provider = await cluster.provider();
}, 20 * 60_000);

afterAll(async () => {
  await provider.kill();
  await cluster.stop();
});

function asked(values: Values = {}): Values {
  return cluster.inputs('operatorReady', { namespace: 'default', subscription: 'plain', ...values });
}

describe('a waiter says', () => {
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
    const { reasons, properties } = await failureOf(provider.create(asked({ context: 'prod' })));
    expect(reasons).toEqual(["operator default/plain did not get ready: the kubeconfig has no context 'prod'; it has 'e2e'"]);
    expect(properties['__provider']).toBe(providerText('operatorReady'));
  });

  test('that no cluster answers, and goes on without one where it may', async () => {
    const kubeconfig = cluster.through(1);
    const values = asked({ kubeconfig, timeouts: { short: 1 } });
    const olm = cluster.inputs('olmReady', { kubeconfig, parts: {}, removal: [], timeouts: { short: 1 } });
    const [{ reasons }] = await Promise.all([
      failureOf(provider.create(values)),
      expect(provider.delete('id', values)).rejects.toThrow('ECONNREFUSED'),
      expect(provider.read('id', { ...values, ready: true })).rejects.toThrow('ECONNREFUSED'),
      provider.delete('id', { ...values, deleteUnreachable: true }),
      expect(provider.delete('id', olm)).rejects.toThrow('ECONNREFUSED'),
      provider.delete('id', { ...olm, deleteUnreachable: true }),
    ]);
    expect(reasons.join('\n')).toContain('the API server does not answer: nothing listens at https://127.0.0.1:1 (ECONNREFUSED)');
    expect(provider.lines.filter((line) => line.includes('left undone, as deleteUnreachable says'))).toHaveLength(2);
    expect(await provider.read('id', { ...values, ready: true, deleteUnreachable: true })).toMatchObject({ id: '' });
  });

  test('the same where the environment says that what is out of reach is gone, as it does to the Kubernetes provider', async () => {
    const told = await cluster.provider({ PULUMI_K8S_DELETE_UNREACHABLE: 'true' });
    try {
      const values = asked({ kubeconfig: cluster.through(1), timeouts: { short: 1 }, ready: true });
      await told.delete('id', values);
      expect(await told.read('id', values)).toMatchObject({ id: '' });
      expect(told.lines.filter((line) => line.includes('as PULUMI_K8S_DELETE_UNREACHABLE says: '))).toHaveLength(2);
      await expect(told.delete('id', { ...values, deleteUnreachable: false })).rejects.toThrow('PULUMI_K8S_DELETE_UNREACHABLE=true');
    } finally {
      await told.kill();
    }
  });

  test('that the credentials are wrong, without telling them', async () => {
    const kubeconfig = cluster.through(cluster.controlPlane.port, { token: 'a-secret-that-nobody-knows' });
    const { reasons } = await failureOf(provider.create(asked({ kubeconfig })));
    expect(reasons.join('\n')).toContain('does not accept the credentials of the kubeconfig');
    expect([...reasons, ...provider.lines].join('\n')).not.toContain('a-secret-that-nobody-knows');
  });

  test('which rights it lacks', async () => {
    await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'poor' } });
    const answer = await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts/poor/token', {
      apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
    }) as { status: { token: string } };
    const kubeconfig = cluster.through(cluster.controlPlane.port, { token: answer.status.token });
    const { reasons } = await failureOf(provider.create(asked({ kubeconfig })));
    expect(reasons.join('\n')).toMatch(/account system:serviceaccount:default:poor may not list and watch subscriptions\.operators\.coreos\.com, .* in namespace default/);
  });
});
