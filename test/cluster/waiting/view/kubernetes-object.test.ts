import { condition, conditions, isConditionTrue, isTerminating, namespacedName, specString, statusString } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { clusterObject, object } from '../objects';

test('an empty string field is missing, just like an absent one', () => {
  const found = object('plain', { spec: { startingCSV: '', source: 'cat' }, status: { installedCSV: '', state: 'AtLatestKnown' } });
  expect(['source', 'startingCSV', 'channel'].map((field) => specString(found, field))).toEqual(['cat', undefined, undefined]);
  expect(['state', 'installedCSV', 'currentCSV'].map((field) => statusString(found, field))).toEqual(['AtLatestKnown', undefined, undefined]);
  expect([specString(undefined, 'source'), statusString(undefined, 'state')]).toEqual([undefined, undefined]);
});

test('a field that is not a string is missing', () => {
  const found = object('plain', { spec: { source: { name: 'cat' } }, status: { state: 1 } });
  expect([specString(found, 'source'), specString(found, 'source', 'name'), statusString(found, 'state')]).toEqual([undefined, 'cat', undefined]);
});

test('the fields that a condition lacks are empty', () => {
  const found = object('plain', { status: { conditions: [{ type: 'Available' }, { status: 'True', reason: 'Ok', message: 'fine' }] } });
  expect(conditions(found)).toEqual([
    { type: 'Available', status: '', reason: '', message: '' }, { type: '', status: 'True', reason: 'Ok', message: 'fine' },
  ]);
});

test.each([['True', true], ['False', false], ['Unknown', false]])('a condition with status %s is true: %s', (status, isTrue) => {
  const found = object('plain', { status: { conditions: [{ type: 'Other', status: 'True' }, { type: 'Available', status }] } });
  expect(isConditionTrue(found, 'Available')).toBe(isTrue);
  expect(condition(found, 'Available')?.status).toBe(status);
});

test('an object without the condition has none', () => {
  expect([condition(object('plain'), 'Available'), isConditionTrue(undefined, 'Available')]).toEqual([undefined, false]);
});

test('an object with a deletion timestamp is being deleted', () => {
  expect(isTerminating(object('plain', { metadata: { deletionTimestamp: '2025-01-01T00:00:00Z' } }))).toBe(true);
  expect(isTerminating(object('plain'))).toBe(false);
});

test('a name has the namespace before it, if there is one', () => {
  const found = [object('plain'), clusterObject('demo'), object('demo', { metadata: { namespace: '' } })];
  expect(found.map(namespacedName)).toEqual(['demo/plain', 'demo', 'demo']);
});
