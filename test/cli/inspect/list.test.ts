import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { runInCluster } from '../act/cluster-command';
import { FakeCluster } from '../../pulumi/fake-cluster';
import { clusterWithOperator } from '../../pulumi/state/cluster-objects';
import { ApiError } from '../../../lib/cluster/client/client-error';

jest.mock('../../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../../lib/cli/frame/cluster'), connect: jest.fn() }));

let cluster: FakeCluster;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  cluster = clusterWithOperator();
});
afterEach(() => jest.useRealTimers());

const rows = (stdout: string): string[] => stdout.trimEnd().split('\n').map((line) => line.trim().replace(/ {2,}/g, '  '));

describe('list', () => {
  test('operators prints them with package, channel, catalog and version', async () => {
    const { exitCode, stdout } = await runInCluster(cluster, ['list', 'operators']);
    expect({ exitCode, rows: rows(stdout) }).toEqual({
      exitCode: ExitCode.SUCCESS, rows: ['NAMESPACE  NAME  PACKAGE  CHANNEL  CATALOG  VERSION  STATE', 'team  hello  hello  stable  olm/shop  1.0.0  ready'],
    });
  });

  test('catalogs prints their sources', async () => {
    const { exitCode, stdout } = await runInCluster(cluster, ['list', 'catalogs', '-A']);
    expect({ exitCode, rows: rows(stdout) }).toEqual({
      exitCode: ExitCode.SUCCESS, rows: ['NAMESPACE  NAME  SOURCE  STATE', 'olm  shop  shop.olm.svc:50051  READY'],
    });
  });

  test('operands prints the objects of operators\' APIs, in all namespaces', async () => {
    cluster.add({ path: '/apis/demo.test/v1/hellos', name: 'first', namespace: 'team' }, { path: '/apis/demo.test/v1/hellos', name: 'second', namespace: 'shop' });
    const { exitCode, stdout } = await runInCluster(cluster, ['list', 'operands', 'hello', '-o', 'json']);
    expect({ exitCode, found: JSON.parse(stdout) as unknown }).toEqual({
      exitCode: ExitCode.SUCCESS, found: {
        apiVersion: 'olm-constructs/v1', kind: 'OperandList', errors: [], items: ['shop/second', 'team/first'].map((title) => {
          const [namespace, name] = title.split('/');
          return { operator: 'team/hello', apiVersion: 'demo.test/v1', kind: 'Hello', namespace, name };
        }),
      },
    });
  });

  test('operands says what is not known', async () => {
    cluster.refuse('hellos', new ApiError(403, 'Forbidden', 'the account is not allowed to list hellos.demo.test'));
    const { exitCode, stderr } = await runInCluster(cluster, ['list', 'operands']);
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.ERROR, stderr: expect.stringContaining('warning: not known: hellos.demo.test: the account is not allowed') as string });
  });

  test('operands names the operators if one does not exist', async () => {
    const { exitCode, stderr } = await runInCluster(cluster, ['list', 'operands', 'helo']);
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.FINDINGS, stderr: "error: Subscription 'helo' not found in namespace team; available: 'hello'\n" });
  });

  test.each(['operators', 'operands', 'catalogs'])('an empty list of %s is a list', async (what) => {
    const { exitCode, stdout } = await runInCluster(cluster, ['list', what, '-n', 'empty', '-o', 'json']);
    expect({ exitCode, stdout }).toEqual({ exitCode: ExitCode.SUCCESS, stdout: expect.stringContaining('"items": [],') as string });
    expect((await runInCluster(cluster, ['list', what, '-n', 'empty'])).stderr).toBe(`no ${what} found in namespace empty; use -A for all namespaces\n`);
  });
});
