import { providerCode } from '../lib/pulumi/resources/waiter-resource';
import { failureOf, type ProviderProcess, type Values } from './waiters/provider-process';
import { WaiterCluster } from './waiters/waiter-cluster';

/** Errors that waiters report before there is anything to wait for: wrong inputs, an unreachable cluster, missing permissions. */

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

describe('a waiter reports', () => {
  test('wrong inputs', async () => {
    const { failures } = await provider.check({}, asked({ subscription: '', onDestroy: { operands: 'all' }, timeouts: { total: -1 } }));
    expect(failures).toEqual([
      'timeouts: total must be a number of seconds, 0 or more, got -1',
      "subscription: must be a non-empty string, got ''",
      "onDestroy: operands must be 'abort', 'ignore' or 'delete', got 'all'",
    ]);
  });

  test('nothing about unknown inputs', async () => {
    const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';
    const values = asked({ namespace: unknown, kubeconfig: unknown, pin: unknown, timeouts: unknown });
    expect((await provider.check({}, values)).failures).toEqual([]);
    expect(await provider.diff('id', { ...asked({}), ready: true }, asked({ pin: unknown }))).toMatchObject({ changes: true, replaces: [] });
  });

  test('the contexts of a kubeconfig', async () => {
    const { reasons, properties } = await failureOf(provider.create(asked({ context: 'prod' })));
    expect(reasons).toEqual(["operator default/plain did not become ready: the kubeconfig has no context 'prod'; it has 'e2e'"]);
    expect(properties['__provider']).toBe(providerCode('operatorReady'));
  });

  test('that no cluster responds, and continues without one where allowed', async () => {
    const kubeconfig = cluster.through(1);
    const values = asked({ kubeconfig, timeouts: { terminalGrace: 1 } });
    const olm = cluster.inputs('olmReady', { kubeconfig, parts: {}, removal: [], timeouts: { terminalGrace: 1 } });
    const [{ reasons }] = await Promise.all([
      failureOf(provider.create(values)),
      expect(provider.delete('id', values)).rejects.toThrow('ECONNREFUSED'),
      expect(provider.read('id', { ...values, ready: true })).rejects.toThrow('ECONNREFUSED'),
      provider.delete('id', { ...values, deleteUnreachable: true }),
      expect(provider.delete('id', olm)).rejects.toThrow('ECONNREFUSED'),
      provider.delete('id', { ...olm, deleteUnreachable: true }),
    ]);
    expect(reasons.join('\n')).toContain('the API server does not answer: nothing is listening at https://127.0.0.1:1 (ECONNREFUSED)');
    expect(provider.lines.filter((line) => line.includes('skipped because of deleteUnreachable'))).toHaveLength(2);
    expect(await provider.read('id', { ...values, ready: true, deleteUnreachable: true })).toMatchObject({ id: '' });
  });

  test('the same if the environment allows unreachable clusters, as for the Kubernetes provider', async () => {
    const forgiving = await cluster.provider({ PULUMI_K8S_DELETE_UNREACHABLE: 'true' });
    try {
      const values = asked({ kubeconfig: cluster.through(1), timeouts: { terminalGrace: 1 }, ready: true });
      await forgiving.delete('id', values);
      expect(await forgiving.read('id', values)).toMatchObject({ id: '' });
      expect(forgiving.lines.filter((line) => line.includes('because of PULUMI_K8S_DELETE_UNREACHABLE'))).toHaveLength(2);
      await expect(forgiving.delete('id', { ...values, deleteUnreachable: false })).rejects.toThrow('PULUMI_K8S_DELETE_UNREACHABLE=true');
    } finally {
      await forgiving.kill();
    }
  });

  test('wrong credentials without revealing them', async () => {
    const kubeconfig = cluster.through(cluster.controlPlane.port, { token: 'a-secret-token' });
    const { reasons } = await failureOf(provider.create(asked({ kubeconfig })));
    expect(reasons.join('\n')).toContain('rejected the credentials of the kubeconfig');
    expect([...reasons, ...provider.lines].join('\n')).not.toContain('a-secret-token');
  });

  test('missing permissions', async () => {
    await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'poor' } });
    const answer = await cluster.send('POST', '/api/v1/namespaces/default/serviceaccounts/poor/token', {
      apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
    }) as { status: { token: string } };
    const kubeconfig = cluster.through(cluster.controlPlane.port, { token: answer.status.token });
    const { reasons } = await failureOf(provider.create(asked({ kubeconfig })));
    expect(reasons.join('\n')).toMatch(/account system:serviceaccount:default:poor is not allowed to list and watch subscriptions\.operators\.coreos\.com, .* in namespace default/);
  });
});
