import { catalogReady } from '../../../../lib/cluster/waiting/olm/catalog-waiter';
import { explanationLines } from '../../../builders/explanation-lines';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { DEMO, event, object } from '../objects';
import { SimulatedWait, ClusterEvent, simulate, Simulation } from '../simulated-cluster';

const ADDRESS = 'cat.demo.svc:50051';

function wait(events: ClusterEvent[], simulation: Simulation = {}): SimulatedWait<unknown> {
  return simulate(catalogReady({ namespace: DEMO, name: 'cat' }), events, simulation);
}

function imageCatalog(image: string, state?: string): KubernetesObject {
  return object('cat', {
    spec: { sourceType: 'grpc', image },
    status: state === undefined ? {} : { connectionState: { lastObservedState: state, address: ADDRESS } },
  });
}

function imagePod(name: string, containers: object, status: object = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }): KubernetesObject {
  return object(name, { metadata: { labels: { 'olm.catalogSource': 'cat' } }, spec: containers, status });
}

describe('a catalog from an image', () => {
  it('is ready once the pod that OLM runs is ready, and OLM has a connection to it', () => {
    const { verdict, at, lines } = wait([
      event(0, 'catalogsources', imageCatalog('index:v1')),
      event(2_000, 'pods', imagePod('cat-1', { containers: [{ image: 'index:v1' }] }, { phase: 'Pending' })),
      event(4_000, 'catalogsources', imageCatalog('index:v1', 'CONNECTING')),
      event(6_000, 'pods', imagePod('cat-1', { containers: [{ image: 'index:v1' }] })),
      event(8_000, 'catalogsources', imageCatalog('index:v1', 'READY')),
    ]);
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { namespace: DEMO, name: 'cat' } }), 8_000]);
    expect(lines).toEqual([
      '0.3 catalog demo/cat: starting, waiting for a pod with image index:v1 to be ready',
      '6.3 catalog demo/cat: connecting, waiting for OLM to connect to it',
    ]);
  });

  it('is not ready after a change of the image while OLM is connected to the pod of the previous one', () => {
    const { verdict, at } = wait([
      event(0, 'catalogsources', imageCatalog('index:v2', 'READY')),
      event(0, 'pods', imagePod('cat-1', { containers: [{ image: 'index:v1' }] })),
      event(5_000, 'pods', imagePod('cat-2', { containers: [{ image: 'index:v2' }] })),
    ]);
    expect([verdict.kind, at]).toEqual(['done', 5_000]);
  });

  it('is ready if OLM serves the content of the image with its own opm', () => {
    const { verdict } = wait([
      event(0, 'catalogsources', imageCatalog('index:v1', 'READY')),
      event(0, 'pods', imagePod('cat-1', { initContainers: [{ image: 'olm' }, { image: 'index:v1' }], containers: [{ image: 'opm' }] })),
    ]);
    expect(verdict.kind).toBe('done');
  });

  it('is ready once OLM has a connection if the account may not list pods', () => {
    const { verdict, at } = wait([
      event(0, 'catalogsources', imageCatalog('index:v1', 'CONNECTING')), event(3_000, 'catalogsources', imageCatalog('index:v1', 'READY')),
    ], { problems: { pods: 'forbidden' } });
    expect([verdict.kind, at]).toEqual(['done', 3_000]);
  });

  it('explains that its image cannot be pulled', () => {
    const { verdict } = wait([
      event(0, 'catalogsources', imageCatalog('index:v1', 'TRANSIENT_FAILURE')),
      event(0, 'pods', imagePod('cat-1', { containers: [{ image: 'index:v1' }] }, { phase: 'Pending', containerStatuses: [{
        name: 'registry-server', image: 'index:v1', state: { waiting: { reason: 'ImagePullBackOff', message: 'unauthorized' } },
      }] })),
    ]);
    const lines = verdict.kind === 'failed' ? explanationLines(verdict.explanation) : [];
    expect(lines[0]).toContain('catalog demo/cat did not become ready');
    expect(lines[1]).toBe('  - container registry-server of pod demo/cat-1 cannot pull image index:v1 (ImagePullBackOff): unauthorized');
  });
});
