import { CATALOG_SOURCES, CLUSTER_EXTENSIONS, NAMESPACES, resourceName } from '../../../../lib/cluster/waiting/view/api-resource';
import { inNamespace, named } from '../../../../lib/cluster/waiting/view/cluster-view';
import { explanationLines } from '../../../builders/explanation-lines';
import { AppliedObject, onceApplied } from '../../../../lib/cluster/waiting/machine/once-applied';
import { Step, Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { catalog, clusterObject, DEMO, event } from '../objects';
import { ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const CATALOG: AppliedObject = { interest: inNamespace(CATALOG_SOURCES, DEMO), name: 'cat', spec: { sourceType: 'grpc' }, source: 'app.yaml' };
const NAMESPACE: AppliedObject = { interest: named(NAMESPACES, DEMO), name: DEMO, source: 'app.yaml' };

const there = event(0, 'catalogsources', catalog('READY'));
const later = (at: number, clusterEvent: ClusterEvent): ClusterEvent => ({ ...clusterEvent, at });

/** A waiter that is done after a second; its outcome states how long the objects took. */
function doneAfterASecond(elapsed: number): Waiter<number, string> {
  const verdict = { kind: 'done', outcome: `applied after ${elapsed} ms`, times: {} } as const;
  return {
    start: (now) => now,
    step: (startedAt, _, now): Step<number, string> => {
      const isDone = now >= startedAt + 1000;
      return { state: startedAt, watch: [named(NAMESPACES, 'other')], actions: [], wakeAt: startedAt + 1000, ...(isDone ? { verdict } : {}) };
    },
  };
}

function wait(
  objects: readonly AppliedObject[], events: readonly ClusterEvent[], simulation: Simulation = {}, needsOlm = false,
): SimulatedWait<string> {
  return simulate(onceApplied({ subject: 'catalog demo/cat', objects, timeout: 30_000, needsOlm }, doneAfterASecond), events, simulation);
}

const lines = ({ verdict }: SimulatedWait<unknown>): readonly string[] => (verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []);
const REMEDY = '    remedy: apply app.yaml, for example with kubectl apply -f; if it is applied, the kubeconfig or context selects another cluster';

describe('a wait for what is applied', () => {
  it.each<[string, readonly ClusterEvent[], number]>([
    ['at once if the objects are as in their manifests', [there], 0],
    ['as soon as they are created', [later(4000, there)], 4000],
    ['as soon as their specs are as in their manifests', [
      event(0, 'catalogsources', { ...catalog('READY'), spec: { sourceType: 'internal' } }), event(7000, 'catalogsources', catalog('READY')),
    ], 7000],
  ])('starts %s', (_, events, at) => {
    expect(wait([CATALOG], events)).toMatchObject({ at: at + 1000, verdict: { kind: 'done', outcome: `applied after ${at} ms` } });
  });

  it('states how long that took since its own start', () => {
    expect(wait([CATALOG], [later(5000, there)], { from: 2000 })).toMatchObject({ at: 6000, verdict: { outcome: 'applied after 3000 ms' } });
  });

  it('requires only that an object without a spec exists, and all objects together', () => {
    const namespace = event(2000, 'namespaces', clusterObject(DEMO));
    expect(wait([NAMESPACE], [namespace])).toMatchObject({ at: 3000, verdict: { kind: 'done' } });
    expect(wait([NAMESPACE, CATALOG], [namespace, later(5000, there)])).toMatchObject({ at: 6000, verdict: { kind: 'done' } });
  });

  it('is not confused by other objects of the namespace', () => {
    expect(wait([CATALOG], [event(0, 'catalogsources', catalog('READY', { name: 'other' }))]).verdict.kind).toBe('failed');
  });

  it('watches from the start what it watches later, so that missing rights are reported together', () => {
    const waiter = onceApplied({ subject: 'catalog demo/cat', objects: [CATALOG], timeout: 1, needsOlm: false }, doneAfterASecond);
    const store = { snapshot: () => ({ objects: undefined }), objects: () => undefined } as unknown as Parameters<typeof waiter.step>[1];
    expect(waiter.step(waiter.start(0), store, 0).watch).toEqual([CATALOG.interest, named(NAMESPACES, 'other')]);
  });
});

describe('a wait for what is never applied', () => {
  it.each<[string, readonly AppliedObject[], readonly ClusterEvent[], string, string]>([
    ['an object that does not exist', [CATALOG], [], 'CatalogSource demo/cat to be created', 'CatalogSource demo/cat does not exist'],
    ['a cluster-scoped object that does not exist', [NAMESPACE], [], 'Namespace demo to be created', 'Namespace demo does not exist'],
    ['a field that differs', [{ ...CATALOG, spec: { sourceType: 'internal' } }], [there],
      'CatalogSource demo/cat to be applied: spec.sourceType is \'grpc\' instead of \'internal\'',
      'CatalogSource demo/cat is not as in app.yaml: spec.sourceType is \'grpc\' instead of \'internal\''],
  ])('names %s', (_, objects, events, waitingFor, message) => {
    const found = wait(objects, events);
    expect(found.at).toBe(30_000);
    expect(lines(found).slice(0, 3)).toEqual([
      `catalog demo/cat did not become ready within 30 s: applying for 30 s, waiting for ${waitingFor}`, `  - ${message}`, REMEDY,
    ]);
    expect(found.verdict).toMatchObject({ kind: 'failed', reached: {} });
  });

  it('names all missing objects, and waits for the first one', () => {
    const found = lines(wait([NAMESPACE, CATALOG], []));
    expect(found[0]).toContain('waiting for Namespace demo to be created');
    expect(found.slice(1, 4)).toEqual(['  - Namespace demo does not exist', '  - CatalogSource demo/cat does not exist', REMEDY]);
  });

  it('names the lists that it waits for', () => {
    const unreachable: Simulation = { problems: { [resourceName(CATALOG_SOURCES)]: 'unreachable' } };
    expect(lines(wait([CATALOG], [], unreachable))[0]).toContain('waiting for the initial lists from the API server');
  });

  it('fails early in a cluster without OLM only if it needs OLM', () => {
    const withoutOlm: Simulation = { problems: { [resourceName(CATALOG_SOURCES)]: 'not-served' } };
    expect(wait([CATALOG], [], withoutOlm).at).toBe(30_000);
    expect(wait([CATALOG], [], withoutOlm, true).at).toBeLessThan(30_000);
  });

  it('explains what serves the API of an object if the cluster does not serve it', () => {
    const extension: AppliedObject = {
      interest: named(CLUSTER_EXTENSIONS, 'hub'), name: 'hub', spec: { priority: 1 }, source: 'app.yaml',
      unserved: { cause: 'object-missing', grace: 'timeout', message: 'OLM v1 is not installed' },
    };
    const notServed: Simulation = { problems: { [resourceName(CLUSTER_EXTENSIONS)]: 'not-served' } };
    expect(lines(wait([extension], [], notServed)).slice(0, 2)).toEqual([
      'catalog demo/cat did not become ready within 30 s: applying for 30 s, waiting for ClusterExtension hub to be created', '  - OLM v1 is not installed',
    ]);
    expect(lines(wait([extension], []))[1]).toBe('  - ClusterExtension hub does not exist');
    expect(lines(wait([extension], [], { problems: { [resourceName(CLUSTER_EXTENSIONS)]: 'unreachable' } })).join('\n')).not.toContain('OLM v1 is not installed');
  });
});
