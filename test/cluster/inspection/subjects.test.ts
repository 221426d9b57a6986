import { perRevision } from '../../../lib/cluster/inspection/judgement/subjects';
import { SUBSCRIPTIONS } from '../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../lib/cluster/waiting/view/cluster-store';
import { objectsOf } from '../../../lib/cluster/waiting/view/cluster-view';

const interest = { resource: SUBSCRIPTIONS };

describe('a reading per revision', () => {
  test('is made once for an unchanged view', () => {
    const read = jest.fn(() => ({}));
    const reading = perRevision(read);
    const store = new ClusterStore();
    expect(reading(store)).toBe(reading(store));
    expect(read).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a list', (store: ClusterStore) => store.relist(interest, [])],
    ['an event', (store: ClusterStore) => store.event(interest, { type: 'ADDED', object: { metadata: { name: 'plain' } } })],
    ['a lost watch', (store: ClusterStore) => store.lost(interest)],
    ['a resumed watch', (store: ClusterStore) => store.resumed(interest)],
    ['a forgotten interest', (store: ClusterStore) => store.forget(interest)],
    ['a rejected action', (store: ClusterStore) => store.reject('delete', { kind: 'forbidden', message: 'no' })],
  ])('is made again after %s', (_, change) => {
    const read = jest.fn(() => ({}));
    const reading = perRevision(read);
    const store = new ClusterStore();
    reading(store);
    change(store);
    reading(store);
    expect(read).toHaveBeenCalledTimes(2);
  });

  test('shows what the view contains now', () => {
    const reading = perRevision((view) => objectsOf(view, interest)?.length);
    const store = new ClusterStore();
    expect(reading(store)).toBeUndefined();
    store.relist(interest, [{ metadata: { name: 'plain' } }]);
    expect(reading(store)).toBe(1);
  });

  test('is not shared by two views', () => {
    const reading = perRevision(() => ({}));
    expect(reading(new ClusterStore())).not.toBe(reading(new ClusterStore()));
  });

  test('is made each time for a view that does not count its changes', () => {
    const read = jest.fn(() => ({}));
    const reading = perRevision(read);
    const view = { snapshot: () => ({ state: 'unknown', objects: [] } as const), rejection: () => undefined };
    reading(view);
    reading(view);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
