import * as fc from 'fast-check';
import { DEPLOYMENTS, PODS } from '../../../../lib/cluster/waiting/view/api-resource';
import { ClusterStore } from '../../../../lib/cluster/waiting/view/cluster-store';
import { Interest } from '../../../../lib/cluster/waiting/view/cluster-view';
import { KubernetesObject, ObjectMetadata } from '../../../../lib/cluster/waiting/view/kubernetes-object';

const PODS_OF_DEMO: Interest = { resource: PODS, namespace: 'demo' };

function pod(name: string, resourceVersion: number, metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return { metadata: { name, namespace: 'demo', uid: name, resourceVersion: `${resourceVersion}`, ...metadata } };
}

function versions(store: ClusterStore, interest = PODS_OF_DEMO): (string | undefined)[] {
  return store.snapshot(interest).objects.map(({ metadata: { name, resourceVersion } }) => `${name}@${resourceVersion!}`);
}

describe('a store of watched objects', () => {
  it('has no objects before the first list', () => {
    expect(new ClusterStore().snapshot(PODS_OF_DEMO)).toEqual({ state: 'unknown', objects: [] });
  });

  it('is not current after events without a list', () => {
    const store = new ClusterStore();
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('a', 1) });
    expect(store.snapshot(PODS_OF_DEMO).state).toBe('unknown');
  });

  it('keeps interests apart', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    for (const other of [{ ...PODS_OF_DEMO, name: 'a' }, { resource: PODS }, { ...PODS_OF_DEMO, resource: DEPLOYMENTS }, { ...PODS_OF_DEMO, labelSelector: 'a' }]) {
      expect(store.snapshot(other).state).toBe('unknown');
    }
    expect(store.snapshot({ ...PODS_OF_DEMO, optional: true }).state).toBe('current');
  });

  it('returns objects sorted by name', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('b', 1)]);
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('c', 2) });
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('a', 3) });
    expect(versions(store)).toEqual(['a@3', 'b@1', 'c@2']);
  });

  it('ignores events that are older than the stored object', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 9)]);
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('a', 10) });
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('a', 9) });
    expect(versions(store)).toEqual(['a@10']);
  });

  it('does not restore a deleted object, but accepts a new one of the same name', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    store.event(PODS_OF_DEMO, { type: 'DELETED', object: pod('a', 2) });
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('a', 1) });
    expect(versions(store)).toEqual([]);
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('a', 3, { uid: 'another' }) });
    store.event(PODS_OF_DEMO, { type: 'DELETED', object: pod('a', 2) });
    expect(versions(store)).toEqual(['a@3']);
  });

  it('replaces all objects by a list, except those that it has in a newer version', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1), pod('b', 2)]);
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('b', 8) });
    store.relist(PODS_OF_DEMO, [pod('b', 7), pod('c', 3)]);
    expect(versions(store)).toEqual(['b@8', 'c@3']);
  });

  it('distinguishes stale from current objects', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    store.lost(PODS_OF_DEMO, { kind: 'unreachable', message: 'gone' });
    expect(store.snapshot(PODS_OF_DEMO)).toMatchObject({ state: 'stale', objects: [pod('a', 1)], problem: { kind: 'unreachable' } });
    store.resumed(PODS_OF_DEMO);
    expect(store.snapshot(PODS_OF_DEMO)).toEqual({ state: 'current', objects: [pod('a', 1)] });
    store.lost(PODS_OF_DEMO);
    store.relist(PODS_OF_DEMO, []);
    expect(store.snapshot(PODS_OF_DEMO)).toEqual({ state: 'current', objects: [] });
  });

  it('forgets an interest', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    store.forget(PODS_OF_DEMO);
    expect(store.snapshot(PODS_OF_DEMO).state).toBe('unknown');
  });

  it('ignores values that are not objects', () => {
    const store = new ClusterStore();
    const invalid: unknown[] = [null, 3, 'x', [], {}, { metadata: null }, { metadata: { name: 7 } }, { kind: 'Status', code: 410 }];
    store.relist(PODS_OF_DEMO, invalid);
    invalid.forEach((object) => store.event(PODS_OF_DEMO, { type: 'ADDED', object }));
    expect(versions(store)).toEqual([]);
  });

  it('keeps the last state of each object, however often events are repeated', () => {
    const history = [1, 2, 3, 4, 5].flatMap((round) => ['a', 'b', 'c'].map((name, index) => ({ name, version: round * 10 + index, gone: name === 'b' && round === 5 })));
    fc.assert(fc.property(fc.array(fc.nat(history.length - 1), { maxLength: 40 }), (repeated) => {
      const store = new ClusterStore();
      store.relist(PODS_OF_DEMO, []);
      history.forEach(({ name, version, gone }, index) => {
        store.event(PODS_OF_DEMO, { type: gone ? 'DELETED' : 'MODIFIED', object: pod(name, version) });
        repeated.filter((which) => which <= index && which % 3 === index % 3).forEach((which) => {
          const echo = history[which]!;
          store.event(PODS_OF_DEMO, { type: echo.gone ? 'DELETED' : 'MODIFIED', object: pod(echo.name, echo.version) });
        });
      });
      expect(versions(store)).toEqual(['a@50', 'c@52']);
    }));
  });
});
