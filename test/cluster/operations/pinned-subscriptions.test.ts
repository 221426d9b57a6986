import type { Manifest } from '../../../lib/cluster/operations/manifests';
import type { TargetDefinition } from '../../../lib/cluster/operations/wait-target';
import { waitTargets } from '../../../lib/cluster/operations/wait-targets';
import { operatorReady } from '../../../lib/cluster/waiting/operator/operator-waiter';
import type { Pin } from '../../../lib/cluster/waiting/operator/operator-options';

jest.mock('../../../lib/cluster/waiting/operator/operator-waiter', () => ({ operatorReady: jest.fn() }));
jest.mock('../../../lib/cluster/operations/wait-target', () => ({
  ...jest.requireActual<object>('../../../lib/cluster/operations/wait-target'), targetOf: (definition: object) => definition,
}));

/** Number of times that the pin of any Subscription was read. */
let reads: number;

function subscription(namespace: string, name: string, installPlanApproval = 'Manual'): Manifest {
  const apiVersion = 'operators.coreos.com/v1alpha1';
  const spec = {
    installPlanApproval,
    get startingCSV() {
      reads += 1;
      return `${name}.v1.0.0`;
    },
  };
  const object = { apiVersion, kind: 'Subscription', metadata: { name, namespace }, spec };
  return { apiVersion, kind: 'Subscription', name, namespace, object, source: 'all.yaml' };
}

/** Returns the pins with which the operators of Subscriptions are waited for, in their order. */
function pinsOf(manifests: readonly Manifest[], allowedCsvs: readonly string[] = []): (Pin | undefined)[] {
  reads = 0;
  const operators = { approve: true, stepwise: false, recover: 0, adopt: false, allowedCsvs };
  const targets = waitTargets(manifests, { namespace: 'default', operators });
  return targets.map((target) => {
    (target as unknown as TargetDefinition<unknown, unknown>).ready({});
    return jest.mocked(operatorReady).mock.lastCall![0].pin;
  });
}

const allowed = (pin: Pin | undefined): readonly string[] => (
  [...new Set([pin?.csv ?? [], pin?.intermediateCsvs ?? [], pin?.dependencyCsvs ?? []].flat())].sort()
);

describe('the versions that may be approved for a Subscription', () => {
  it('are its own, those of other pinned Subscriptions of its namespace, and those that are allowed', () => {
    const pins = pinsOf([
      subscription('shop', 'cart'), subscription('team', 'hello'), subscription('shop', 'stock'), subscription('shop', 'mail', 'Automatic'),
    ], ['base.v2.0.0']);
    expect(pins.map((pin) => pin?.csv)).toEqual(['cart.v1.0.0', 'hello.v1.0.0', 'stock.v1.0.0', undefined]);
    expect(pins.map(allowed)).toEqual([
      ['base.v2.0.0', 'cart.v1.0.0', 'stock.v1.0.0'], ['base.v2.0.0', 'hello.v1.0.0'], ['base.v2.0.0', 'cart.v1.0.0', 'stock.v1.0.0'], [],
    ]);
  });

  it('are collected once for a namespace, however many Subscriptions it has', () => {
    const readsOf = (count: number): number => {
      pinsOf(Array.from({ length: count }, (_, index) => subscription('shop', `operator-${index}`)));
      return reads / count;
    };
    expect(readsOf(100)).toBe(readsOf(10));
  });
});
