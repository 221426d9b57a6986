import { App, Chart } from 'cdk8s';
import { Program } from './program';
import { SHOP_ARGS } from './shop-lock';
import { planOf } from '../builders/upgrade-plan';
import * as constructs from '../../lib';
import { CatalogRef, ChartComponent, OperatorReady, OperatorSubscription } from '../../lib/pulumi';

describe('an OperatorSubscription with a lock', () => {
  test('has a Subscription and a waiter for the dependency, before its own', async () => {
    const program = await Program.run(() => new OperatorSubscription('shop', SHOP_ARGS));
    const subscriptions = program.registered.filter(({ type }) => type.endsWith(':Subscription'));
    const waiters = program.registered.filter(({ type }) => type.includes('OperatorReady'));

    expect(subscriptions.map(({ inputs }) => (inputs['spec'] as { startingCSV: string }).startingCSV)).toEqual(['cache.v1.0.0', 'shop.v1.0.0']);
    expect(waiters.map(({ name }) => name)).toEqual(['shop/Dependency-cache/OperatorReady', 'shop/OperatorReady']);
    expect(subscriptions[1]!.after).toContain('shop/Dependency-cache/OperatorReady');
    expect(waiters.map(({ inputs }) => inputs['pin'])).toEqual([
      { csv: 'cache.v1.0.0', intermediateCsvs: [], dependencyCsvs: ['shop.v1.0.0'] }, { csv: 'shop.v1.0.0', intermediateCsvs: [], dependencyCsvs: ['cache.v1.0.0'] },
    ]);
  });

  test('passes what is locked in the namespace to each waiter, for its refresh', async () => {
    const program = await Program.run(() => new OperatorSubscription('shop', SHOP_ARGS));
    const common = { version: '1.0.0', channel: 'stable', catalog: 'hub', catalogNamespace: 'olm' };
    const locked = [{ packageName: 'cache', csv: 'cache.v1.0.0', ...common }, { packageName: 'shop', csv: 'shop.v1.0.0', ...common, subscription: 'shop' }];
    expect(program.registered.filter(({ type }) => type.includes('OperatorReady')).map(({ inputs }) => inputs['locked'])).toEqual([locked, locked]);
  });

  test('is refused with a lock for something else', async () => {
    await expect(Program.run(() => new OperatorSubscription('shop', {
      ...SHOP_ARGS, catalog: CatalogRef.named('other', 'olm', { content: SHOP_ARGS.catalog.catalogContent! }),
    }))).rejects.toThrow("package 'shop' is locked to the catalog 'olm/hub', and the Subscription has 'olm/other'; run `olm-constructs lock`");
  });
});

describe('an upgrade plan', () => {
  const upgradePlan = planOf(
    { namespace: 'shop', packageName: 'shop', before: 'shop.v0.9.0', approvals: ['shop.v1.0.0'] }, { namespace: 'shop', packageName: 'cache', approvals: ['cache.v1.0.0'] },
  );
  const args = { ...SHOP_ARGS, upgradePlan };
  const REDUCED = {
    planVersion: 1, installPlans: [],
    operators: [
      { namespace: 'shop', packageName: 'shop', kind: 'changed', before: 'shop.v0.9.0', after: 'shop.v1.0.0', approvals: ['shop.v1.0.0'] },
      { namespace: 'shop', packageName: 'cache', kind: 'added', before: '', after: 'cache.v1.0.0', approvals: ['cache.v1.0.0'] },
    ],
  };
  const plansIn = (program: Program): unknown[] => program.registered.filter(({ type }) => type.includes('OperatorReady')).map(({ inputs }) => inputs['upgradePlan']);

  test('is passed to the waiters of an operator and of its dependencies, without details', async () => {
    expect(plansIn(await Program.run(() => new OperatorSubscription('shop', args)))).toEqual([REDUCED, REDUCED]);
  });

  test('of a chart is that of its lock', async () => {
    const program = await Program.run(() => {
      const chart = new Chart(new App(), 'platform');
      new constructs.OperatorSubscription(chart, 'shop', args);
      return ChartComponent.fromChart('platform', chart);
    });
    expect(plansIn(program)).toEqual([REDUCED, REDUCED]);
  });

  test('is an argument of OperatorReady, which keeps what the plan contains for its namespace', async () => {
    const both = planOf({ namespace: 'shop', packageName: 'shop', approvals: ['shop.v1.0.0'] }, { namespace: 'other', packageName: 'x', approvals: ['x.v1'] });
    const program = await Program.run(() => new OperatorReady('shop', { namespace: 'shop', subscription: 'shop', pin: { csv: 'shop.v1.0.0' }, upgradePlan: both }));
    expect(plansIn(program)).toMatchObject([{ operators: [{ packageName: 'shop' }] }]);
  });

  test.each([
    ['the package in another namespace', { namespace: 'other', packageName: 'shop', approvals: ['shop.v2.0.0'] }],
    ['another package of the namespace', { namespace: 'shop', packageName: 'other', approvals: ['other.v2.0.0'] }],
  ])('may contain only %s', async (_, operator) => {
    await expect(Program.run(() => new OperatorSubscription('shop', { ...args, upgradePlan: planOf(operator) }))).resolves.toBeDefined();
  });

  test.each<[string, object, string]>([
    ['leads to another version', { upgradePlan: planOf({ namespace: 'shop', packageName: 'shop', approvals: ['shop.v2.0.0'] }) },
      'the plan leads to shop.v2.0.0, and Subscription shop/shop is pinned to shop.v1.0.0; make the plan again for the present lock'],
    ['is combined with other allowed versions', { wait: { dependencyCsvs: ['x.v1'] } }, 'upgradePlan lists everything that is approved'],
  ])('is refused if it %s', async (_, more, message) => {
    await expect(Program.run(() => new OperatorSubscription('shop', { ...args, ...more }))).rejects.toThrow(message);
  });
});
