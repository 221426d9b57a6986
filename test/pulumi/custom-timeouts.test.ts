import type * as pulumi from '@pulumi/pulumi';
import { App, Chart } from 'cdk8s';
import { HELLO } from './hello-bundle';
import { FakeCluster } from './fake-cluster';
import { Program } from './program';
import { installOperator } from './state/cluster-objects';
import * as constructs from '../../lib';
import { BundleDeployment, CatalogRef, ChartComponent, OperatorReady, OperatorSubscription } from '../../lib/pulumi';
import { withTotalTimeout } from '../../lib/pulumi/provider/inputs';
import { parseGoDuration } from '../../lib/pulumi/resources/waiter-resource';
import { operatorReady } from '../../lib/pulumi/waiters';

jest.mock('../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('./fake-cluster'));

const SUBSCRIPTION = { namespace: 'team', subscription: 'hello' };

/** The waiters of a program, by name, with their input. */
function inputs({ registered }: Program): { readonly [name: string]: unknown } {
  return Object.fromEntries(registered.filter(({ type }) => type.startsWith('pulumi-nodejs:dynamic')).map(({ name, inputs: { customTimeouts } }) => [name, customTimeouts]));
}

async function waiter(customTimeouts: pulumi.CustomTimeouts): Promise<unknown> {
  return inputs(await Program.run(() => new OperatorReady('it', SUBSCRIPTION, { customTimeouts })))['it'];
}

describe("Pulumi's customTimeouts", () => {
  test('are an input of the waiter, in seconds', async () => {
    expect(await waiter({ create: '10m30s', update: '1.5h', delete: '40s', read: '1s' })).toEqual({ create: 630, update: 5400, delete: 40 });
    expect(await waiter({ delete: '300ms' })).toEqual({ delete: 0.3 });
  });

  test('are not an input if they are not set', async () => {
    expect(await waiter({})).toBeUndefined();
    expect(await waiter({ create: '0', update: '0s' })).toBeUndefined();
  });

  test.each(['10 minutes', '', '5', '-5m', '1d', '5m ', 's', '1.2.3s'])("must be Go durations, not '%s'", async (create) => {
    await expect(waiter({ create })).rejects.toThrow(`OperatorReady 'it': customTimeouts.create must be a duration such as '10m30s', got '${create}'`);
  });

  const times = { customTimeouts: { create: '7m' } };

  test('of a component reach all of its waiters and objects', async () => {
    const program = await Program.run(() => new BundleDeployment('it', { bundle: HELLO }, times));
    expect(inputs(program)).toEqual({ 'it/OperatorPlace': { create: 420 }, 'it/CatalogReady': { create: 420 }, 'it/OperatorReady': { create: 420 } });
    expect(program.objects.map(({ options }) => options.customTimeouts)).toEqual(program.objects.map(() => times.customTimeouts));
  });

  test('of a chart reach all of its waiters', async () => {
    const program = await Program.run(() => {
      const chart = new Chart(new App(), 'chart');
      new constructs.BundleDeployment(chart, 'hello', { bundle: HELLO });
      ChartComponent.fromChart('it', chart, {}, times);
    });
    expect(Object.values(inputs(program))).toEqual([{ create: 420 }, { create: 420 }, { create: 420 }]);
  });

  test('are overridden by timeouts.total', async () => {
    const program = await Program.run(() => {
      new OperatorSubscription('it', { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', wait: { timeouts: { total: 90 } } }, times);
    });
    const { inputs: given } = program.registered.find(({ name }) => name === 'it/OperatorReady')!;
    expect(given).toMatchObject({ timeouts: { total: 90 }, customTimeouts: { create: 420 } });
    expect(withTotalTimeout(given, 'create')['timeouts']).toEqual({ total: 90 });
  });
});

describe('the total timeout', () => {
  const custom = { create: 1, update: 2, delete: 3 };

  test.each([['create', 1], ['update', 2], ['delete', 3]] as const)('of %s is the custom timeout of the operation', (operation, total) => {
    const given = { timeouts: { settling: 5 }, customTimeouts: custom };
    expect(withTotalTimeout(given, operation)).toEqual({ ...given, timeouts: { settling: 5, total } });
    expect(withTotalTimeout({ customTimeouts: custom }, operation)['timeouts']).toEqual({ total });
  });

  test('is left to the waiter if there is no other', () => {
    expect(withTotalTimeout({ customTimeouts: { create: 1 } }, 'delete')).toEqual({ customTimeouts: { create: 1 } });
    expect(withTotalTimeout({ timeouts: { settling: 5 } }, 'create')).toEqual({ timeouts: { settling: 5 } });
  });

  test('ends a wait, an update and a removal, and is not kept as an input', async () => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const cluster = new FakeCluster('slow');
    installOperator(cluster);
    const asked = {
      ...SUBSCRIPTION, kubeconfig: 'slow', timeouts: { settling: 0 }, pin: { csv: 'hello.v2.0.0' }, customTimeouts: { create: 0.2, update: 0.3, delete: 0.4 },
    };
    const failed = await operatorReady.create(asked).then(() => undefined, (error: unknown) => error) as {
      readonly reasons: readonly string[]; readonly properties: { readonly [output: string]: unknown };
    };
    expect(failed.reasons.join()).toMatch(/timeout|timed out|in time|within|after/);
    expect(failed.properties).toMatchObject({ timeouts: { settling: 0 }, customTimeouts: asked.customTimeouts, ready: false });
    expect(failed.properties['timeouts']).not.toHaveProperty('total');
    await expect(operatorReady.update('id', failed.properties, asked)).rejects.toMatchObject({ reasons: [expect.any(String)] });
    cluster.hold('hello.v1.0.0');
    await expect(operatorReady.delete('id', { ...failed.properties, csvName: 'hello.v1.0.0' })).rejects.toThrow();
    jest.restoreAllMocks();
  });
});

test.each<[string, number | undefined]>([
  ['1h2m3s', 3723], ['1ns', 1e-9], ['2us', 2e-6], ['2µs', 2e-6], ['2μs', 2e-6], ['5ms', 5e-3], ['.5m', 30], ['1.m', 60], ['+4s', 4], ['0', 0],
  ['h', undefined], ['4', undefined],
])('the Go duration %s', (duration, seconds) => {
  if (seconds === undefined) {
    expect(parseGoDuration(duration)).toBeUndefined();
  } else {
    expect(parseGoDuration(duration)).toBeCloseTo(seconds, 12);
  }
});
