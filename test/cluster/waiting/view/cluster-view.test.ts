import { DEPLOYMENTS, NAMESPACES, PODS } from '../../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import {
  describeInterest, distinct, inNamespace, interestKey, named, objectOf, objectsOf, optional, withoutCopies,
} from '../../../../lib/cluster/waiting/view/cluster-view';
import { pod } from '../objects';

test.each([
  ['one object of a namespace', named(DEPLOYMENTS, 'plain-op', 'demo'), 'deployments.apps plain-op in namespace demo'],
  ['one object without a namespace', named(NAMESPACES, 'demo'), 'namespaces demo'],
  ['all objects of a namespace', inNamespace(PODS, 'demo'), 'pods in namespace demo'],
  ['all objects of a cluster', { resource: PODS }, 'pods'],
])('an interest in %s selects no more than that', (_, interest, description) => {
  expect(describeInterest(interest)).toBe(description);
});

test('interests are the same if they select the same objects', () => {
  const pods = inNamespace(PODS, 'demo');
  const others = [inNamespace(PODS, 'other'), named(PODS, 'one', 'demo'), withoutCopies(pods), { ...pods, fieldSelector: 'type=Warning' }, inNamespace(DEPLOYMENTS, 'demo')];
  expect(interestKey(optional(pods))).toBe(interestKey(pods));
  expect(new Set([pods, ...others].map(interestKey)).size).toBe(1 + others.length);
});

test('an interest that is required once is required', () => {
  const pods = inNamespace(PODS, 'demo');
  expect(distinct([optional(pods), pods])).toEqual([pods]);
  expect(distinct([pods, optional(pods)])).toEqual([pods]);
  expect(distinct([optional(pods), optional(pods)])).toEqual([optional(pods)]);
});

describe('the objects of an interest', () => {
  const pods = inNamespace(PODS, 'demo');
  const one = named(PODS, 'one', 'demo');

  it('are undefined until they are listed', () => {
    const store = new ClusterStore();
    expect([objectsOf(store, pods), objectOf(store, one)]).toEqual([undefined, undefined]);
  });

  it('are null in place of one that does not exist', () => {
    const store = new ClusterStore();
    store.relist(one, []);
    expect(objectOf(store, one)).toBeNull();
  });

  it('are those that were listed', () => {
    const store = new ClusterStore();
    const found = pod('one', 'plain', {});
    [pods, one].forEach((interest) => store.relist(interest, [found]));
    expect([objectsOf(store, pods), objectOf(store, one)]).toEqual([[found], found]);
  });

  it('are none if the API is not served', () => {
    const store = new ClusterStore();
    [pods, one].forEach((interest) => store.lost(interest, { kind: 'not-served', message: 'the server does not know the kind' }));
    expect([objectsOf(store, pods), objectOf(store, one)]).toEqual([[], null]);
  });
});
