import { selectedContext } from '../../lib/cluster/client/kubeconfig';
import { celEnvironment, compileCel } from '../../lib/formats/cel/cel-expression';
import { readLock } from '../../lib/resolve/lock/lock-format';
import { readPlan } from '../../lib/resolve/plan/read-plan';
import { expectLinear, many } from './growth';

/** Reads an input that may be refused. */
const allowingRefusal = (read: () => unknown) => (): void => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
};

const lock = (size: number, operator: (index: number) => object, catalogs: readonly object[] = []): string => (
  JSON.stringify({ lockVersion: 1, catalogs, operators: many(size, operator) })
);
const plan = (size: number, operator: (index: number) => object, installPlans: readonly object[] = []): string => (
  JSON.stringify({ planVersion: 1, operators: many(size, operator), installPlans })
);

const LOCKED = { namespace: 'n', version: '1.0.0', channel: 'stable', catalogNamespace: 'olm' };
const PLANNED = { kind: 'changed', before: 'a.v1', after: 'a.v2', approvals: ['a.v2'] };
const catalogs = (size: number): object[] => many(size, (index) => ({ name: `c${index}`, namespace: 'olm' }));

describe('files of others are read in linear time', () => {
  it.each<[string, (size: number) => string, (text: string) => unknown]>([
    ['a lock with faults in all operators', (size) => lock(size, () => ({ package: 1 })), (text) => readLock(text, 'lock')],
    ['a lock with unknown fields', (size) => lock(size, (index) => ({ package: `p${index}`, [`f${index}`]: 1 })), (text) => readLock(text, 'lock')],
    ['a lock with operators of many catalogs that require each other', (size) => lock(size, (index) => ({
      ...LOCKED, package: `p${index}`, csv: `p${index}.v1`, catalog: `c${size - 1 - index}`, requiredBy: [`p${size - 1 - index}.v1`],
    }), catalogs(size)), (text) => readLock(text, 'lock')],
    ['a lock with operators that require what it lacks', (size) => lock(size, (index) => ({
      ...LOCKED, package: `p${index}`, csv: `p${index}.v1`, catalog: 'x', requiredBy: ['x'],
    }), catalogs(size)), (text) => readLock(text, 'lock')],
    ['a lock with many waivers', (size) => lock(1, () => ({
      ...LOCKED, package: 'p', csv: 'p.v1', catalog: 'c0', subscription: 'p', waivers: many(size, (index) => ({ rule: 'right-gained', field: `f${index}`, reason: 'r' })),
    }), catalogs(1)), (text) => readLock(text, 'lock')],
    ['a plan with faults in all operators', (size) => plan(size, () => ({ package: 1 })), (text) => readPlan(text, 'plan')],
    ['a plan of many namespaces', (size) => plan(size, (index) => ({ ...PLANNED, namespace: `n${index}`, packageName: 'p' }), many(size, (index) => (
      { namespace: `n${index}`, csvs: ['a.v2'] }
    ))), (text) => readPlan(text, 'plan')],
    ['a plan of many operators', (size) => plan(size, (index) => ({ ...PLANNED, namespace: 'n', packageName: `p${index}` })), (text) => readPlan(text, 'plan')],
    ['a plan of open lists', (size) => '['.repeat(size), (text) => readPlan(text, 'plan')],
    ['a sum in CEL', (size) => `1${' + 1'.repeat(size)}`, (text) => compileCel(celEnvironment(), text)],
    ['open parentheses in CEL', (size) => '('.repeat(size), (text) => compileCel(celEnvironment(), text)],
    ['a list in CEL', (size) => `[${'1,'.repeat(size)}1]`, (text) => compileCel(celEnvironment(), text)],
  ])('%s', (_, make, read) => {
    expectLinear(make, (text) => allowingRefusal(() => read(text))(), 60);
  });

  it('a kubeconfig with many contexts', () => {
    const config = (size: number): object => ({ 'current-context': `c${size - 1}`, 'contexts': many(size, (index) => ({ name: `c${index}`, context: {} })) });
    expectLinear(config, (value) => allowingRefusal(() => selectedContext(value, undefined))());
  });
});
