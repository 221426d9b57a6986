import * as fc from 'fast-check';
import { DEPLOYMENTS, PODS } from '../../../../lib/pulumi/wait/cluster/api-resource';
import { ClusterStore } from '../../../../lib/pulumi/wait/cluster/cluster-store';
import { Interest } from '../../../../lib/pulumi/wait/cluster/interest';
import { KubernetesObject, ObjectMetadata } from '../../../../lib/pulumi/wait/cluster/kubernetes-object';

const PODS_OF_DEMO: Interest = { resource: PODS, namespace: 'demo' };

function pod(name: string, resourceVersion: number, metadata: Partial<ObjectMetadata> = {}): KubernetesObject {
  return { metadata: { name, namespace: 'demo', uid: name, resourceVersion: `${resourceVersion}`, ...metadata } };
}

function versions(store: ClusterStore, interest = PODS_OF_DEMO): (string | undefined)[] {
  return store.scope(interest).objects.map(({ metadata: { name, resourceVersion } }) => `${name}@${resourceVersion!}`);
}

describe('a store of watched objects', () => {
  it('knows nothing of what was never listed', () => {
    expect(new ClusterStore().scope(PODS_OF_DEMO)).toEqual({ state: 'unknown', objects: [] });
  });

  it('does not take events for a list', () => {
    const store = new ClusterStore();
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('a', 1) });
    expect(store.scope(PODS_OF_DEMO).state).toBe('unknown');
  });

  it('keeps interests apart', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    for (const other of [{ ...PODS_OF_DEMO, name: 'a' }, { resource: PODS }, { ...PODS_OF_DEMO, resource: DEPLOYMENTS }, { ...PODS_OF_DEMO, labelSelector: 'a' }]) {
      expect(store.scope(other).state).toBe('unknown');
    }
    expect(store.scope({ ...PODS_OF_DEMO, optional: true }).state).toBe('current');
  });

  it('gives objects by name, whatever the order of events', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('b', 1)]);
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('c', 2) });
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('a', 3) });
    expect(versions(store)).toEqual(['a@3', 'b@1', 'c@2']);
  });

  it('leaves out events that are older than what it holds', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 9)]);
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('a', 10) });
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('a', 9) });
    expect(versions(store)).toEqual(['a@10']);
  });

  it('does not bring back what was deleted, but takes a new object of the name', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    store.event(PODS_OF_DEMO, { type: 'DELETED', object: pod('a', 2) });
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('a', 1) });
    expect(versions(store)).toEqual([]);
    store.event(PODS_OF_DEMO, { type: 'ADDED', object: pod('a', 3, { uid: 'another' }) });
    store.event(PODS_OF_DEMO, { type: 'DELETED', object: pod('a', 2) });
    expect(versions(store)).toEqual(['a@3']);
  });

  it('takes a list for all there is, but for what it knows newer', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1), pod('b', 2)]);
    store.event(PODS_OF_DEMO, { type: 'MODIFIED', object: pod('b', 8) });
    store.relist(PODS_OF_DEMO, [pod('b', 7), pod('c', 3)]);
    expect(versions(store)).toEqual(['b@8', 'c@3']);
  });

  it('tells what broke off from what is current', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    store.lost(PODS_OF_DEMO, { kind: 'unreachable', message: 'gone' });
    expect(store.scope(PODS_OF_DEMO)).toMatchObject({ state: 'stale', objects: [pod('a', 1)], problem: { kind: 'unreachable' } });
    store.resumed(PODS_OF_DEMO);
    expect(store.scope(PODS_OF_DEMO)).toEqual({ state: 'current', objects: [pod('a', 1)] });
    store.lost(PODS_OF_DEMO);
    store.relist(PODS_OF_DEMO, []);
    expect(store.scope(PODS_OF_DEMO)).toEqual({ state: 'current', objects: [] });
  });

  it('forgets what nobody follows', () => {
    const store = new ClusterStore();
    store.relist(PODS_OF_DEMO, [pod('a', 1)]);
    store.forget(PODS_OF_DEMO);
    expect(store.scope(PODS_OF_DEMO).state).toBe('unknown');
  });

  it('leaves out whatever is no object', () => {
    const store = new ClusterStore();
    const odd: unknown[] = [null, 3, 'x', [], {}, { metadata: null }, { metadata: { name: 7 } }, { kind: 'Status', code: 410 }];
    store.relist(PODS_OF_DEMO, odd);
    odd.forEach((object) => store.event(PODS_OF_DEMO, { type: 'ADDED', object }));
    expect(versions(store)).toEqual([]);
  });

  it('ends with the last state of each object, however often events come again', () => {
    const history = [1, 2, 3, 4, 5].flatMap((round) => ['a', 'b', 'c'].map((name, index) => ({ name, version: round * 10 + index, gone: name === 'b' && round === 5 })));
    fc.assert(fc.property(fc.array(fc.nat(history.length - 1), { maxLength: 40 }), (again) => {
      const store = new ClusterStore();
      store.relist(PODS_OF_DEMO, []);
      history.forEach(({ name, version, gone }, index) => {
        store.event(PODS_OF_DEMO, { type: gone ? 'DELETED' : 'MODIFIED', object: pod(name, version) });
        again.filter((which) => which <= index && which % 3 === index % 3).forEach((which) => {
          const echo = history[which]!;
          store.event(PODS_OF_DEMO, { type: echo.gone ? 'DELETED' : 'MODIFIED', object: pod(echo.name, echo.version) });
        });
      });
      expect(versions(store)).toEqual(['a@50', 'c@52']);
    }));
  });
});
