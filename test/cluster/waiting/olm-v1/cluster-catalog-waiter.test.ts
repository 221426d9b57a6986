import { catalogAt, clusterCatalog, DIGEST, IMAGE, progressing, servedCatalog, SERVING } from './objects';
import { clusterCatalogReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { linesOf } from '../explained-failure';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const wait = (...events: ClusterEvent[]): SimulatedWait<unknown> => simulate(clusterCatalogReady({ name: 'cat' }), events);

describe('a cluster catalog', () => {
  it('is ready once catalogd serves its image', () => {
    const { verdict, at, lines } = wait(
      catalogAt(0, clusterCatalog([])),
      catalogAt(2_000, clusterCatalog([progressing('Retrying', 'source catalog content: error copying image: fetching blob: connection reset by peer')])),
      catalogAt(6_000, servedCatalog()),
    );
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: {
      name: 'cat', disabled: false, resolvedImage: `quay.io/demo/catalog@${DIGEST}`, baseUrl: 'https://catalogd-service.olmv1-system.svc/catalogs/cat',
    } }), 6_000]);
    expect(lines).toEqual([`0.3 cluster catalog cat: unpacking, waiting for catalogd to serve ${IMAGE}`]);
  });

  it('is not ready while catalogd serves the content of an earlier spec', () => {
    const { verdict, at } = wait(
      catalogAt(0, servedCatalog({ generation: 2 })),
      catalogAt(3_000, clusterCatalog([{ ...SERVING, observedGeneration: 1 }, progressing('Retrying', 'source catalog content: x', 'True', 2)], { generation: 2 })),
      catalogAt(5_000, clusterCatalog([{ ...SERVING, observedGeneration: 2 }, progressing('Succeeded', '', 'True', 2)], { generation: 2 })),
    );
    expect([verdict.kind, at]).toEqual(['done', 5_000]);
  });

  it('is not ready while catalogd serves another digest than that of the spec', () => {
    const image = `quay.io/demo/catalog@${DIGEST}`;
    const { verdict, at } = wait(
      catalogAt(0, servedCatalog({ image, resolved: `quay.io/demo/catalog@sha256:${'b'.repeat(64)}` })), catalogAt(2_000, servedCatalog({ image })),
    );
    expect([verdict.kind, at]).toEqual(['done', 2_000]);
  });

  it('that is disabled is ready once catalogd serves it no longer', () => {
    const notServing = { ...SERVING, status: 'False', reason: 'UserSpecifiedUnavailable', message: 'Catalog availability mode is set to Unavailable' } as const;
    const { verdict, at } = wait(
      catalogAt(0, servedCatalog({ disabled: true, generation: 2 })),
      catalogAt(1_000, clusterCatalog([
        { ...notServing, observedGeneration: 2 }, progressing('Succeeded', notServing.message, 'True', 2),
      ], { disabled: true, generation: 2 })),
    );
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: { name: 'cat', disabled: true } }), 1_000]);
  });

  it('recovers from an error that lasts less than a minute', () => {
    const error = progressing('Retrying', 'source catalog content: error creating image source: reading manifest v1 in quay.io/demo/catalog: manifest unknown');
    expect(wait(catalogAt(0, clusterCatalog([error])), catalogAt(59_000, servedCatalog())).verdict.kind).toBe('done');
    expect(wait(catalogAt(0, clusterCatalog([error])), catalogAt(61_000, servedCatalog())).verdict.kind).toBe('failed');
  });

  it('is explained if OLM v1 is not installed', () => {
    const missing = simulate(clusterCatalogReady({ name: 'cat' }), [], { problems: { 'clustercatalogs.olm.operatorframework.io': 'not-served' } });
    expect(linesOf(missing)).toEqual([
      'cluster catalog cat did not become ready: gave up after 10 s while unpacking',
      '  - the cluster does not serve the API olm.operatorframework.io: OLM v1 is not installed',
      '    remedy: install OLM v1 (catalogd and operator-controller) first, and make everything that needs it depend on it; or select the cluster that '
        + 'runs it with kubeconfig and context',
    ]);
  });

  it('needs no permission to list Deployments', () => {
    const found = simulate(clusterCatalogReady({ name: 'cat' }), [catalogAt(0, servedCatalog())], { problems: { 'deployments.apps': 'forbidden' } });
    expect(found.verdict.kind).toBe('done');
  });
});
