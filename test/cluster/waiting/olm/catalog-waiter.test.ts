import { catalogReady } from '../../../../lib/cluster/waiting/olm/catalog-waiter';
import { explanationLines } from '../../../builders/explanation-lines';
import { itWith } from '../../../needed';
import { catalog, DEMO, deployment, event, object, pod } from '../objects';
import { recordedTrace, TRACES } from '../recorded-traces';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const OPTIONS = { namespace: DEMO, name: 'cat', deployment: 'cat' };

function wait(...events: ClusterEvent[]): SimulatedWait<unknown> {
  return simulate(catalogReady(OPTIONS), events);
}

describe('a catalog', () => {
  it('is ready once its pods run and OLM has a connection', () => {
    const { verdict, at, lines } = wait(
      event(0, 'deployments', deployment('cat', 0)), event(0, 'catalogsources', catalog(undefined)),
      event(2_000, 'catalogsources', catalog('TRANSIENT_FAILURE')), event(3_000, 'deployments', deployment('cat', 1)),
      event(9_000, 'catalogsources', catalog('READY')),
    );
    expect([verdict.kind, at]).toEqual(['done', 9_000]);
    expect(lines).toEqual([
      '0.3 catalog demo/cat: starting, waiting for Deployment cat to be rolled out (0 of 1 pods available)',
      '3.3 catalog demo/cat: connecting, waiting for OLM to connect to it',
    ]);
  });

  it('is not ready while only the pods of its previous version run', () => {
    const rollingOut = deployment('cat', 1, { metadata: { generation: 2 } });
    const { verdict, at } = wait(
      event(0, 'catalogsources', catalog('READY')), event(0, 'deployments', rollingOut), event(4_000, 'deployments', deployment('cat', 1)),
    );
    expect([verdict.kind, at]).toEqual(['done', 4_000]);
  });

  it('needs no Deployment if it is served elsewhere', () => {
    const { verdict } = simulate(catalogReady({ namespace: DEMO, name: 'cat' }), [event(0, 'catalogsources', catalog('READY'))]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { namespace: DEMO, name: 'cat' } });
  });

  it.each<[string, ClusterEvent[], number, string[]]>([
    ['that does not exist', [event(0, 'deployments', deployment('cat', 1))], 10_000, [
      'catalog demo/cat did not become ready: gave up after 10 s while connecting',
      '  - CatalogSource demo/cat does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ]],
    ['whose pod crashes', [
      event(0, 'catalogsources', catalog('CONNECTING')), event(0, 'deployments', deployment('cat', 0)),
      event(0, 'pods', pod('cat-1', 'cat', { phase: 'Running', containerStatuses: [{
        name: 'registry', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'level=fatal msg="cache is corrupt"' } },
      }] })),
    ], 300_000, [
      'catalog demo/cat did not become ready within 5 min: starting for 5 min, waiting for Deployment cat to be rolled out (0 of 1 pods available)',
      '  - container registry of pod demo/cat-1 keeps crashing with exit code 1: level=fatal msg="cache is corrupt"',
      '    remedy: check the log of the container (kubectl logs --previous); its termination message, if any, is quoted above',
      '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ]],
    ['whose Deployment does not exist', [event(0, 'catalogsources', catalog('CONNECTING'))], 300_000, [
      'catalog demo/cat did not become ready within 5 min: starting for 5 min, waiting for Deployment demo/cat to be created',
      '  - Deployment demo/cat does not exist',
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
      '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
      '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
    ]],
  ])('%s is explained', (_, events, until, lines) => {
    const { verdict, at } = wait(...events);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual(lines);
    expect(at).toBe(until);
  });

  it.each<[string, string | undefined, string]>([
    ['CatalogSource', undefined, 'in grpcPodConfig of the CatalogSource'], ['CatalogSource', 'server', 'in the settings of the registry'],
    ['Deployment', 'server', 'in the settings of the registry'],
  ])('is explained by the warnings about its %s and its pods (Deployment: %s)', (kind, server, settings) => {
    const name = kind === 'Deployment' ? 'server' : 'cat';
    const warning = (about: string, type = 'Warning'): ClusterEvent => event(0, 'events', object(`${about}.${type}`, {
      type, reason: 'Failed', message: `about ${about}`, involvedObject: { kind, name: about },
    }));
    const unschedulable = { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes' }] };
    const ofCatalog = object('cat-pod', { metadata: { labels: { 'app': 'server', 'olm.catalogSource': 'cat' } }, status: unschedulable });
    const { verdict } = simulate(catalogReady({ namespace: DEMO, name: 'cat', ...(server === undefined ? {} : { deployment: server }) }), [
      event(0, 'catalogsources', catalog('CONNECTING')), event(0, 'deployments', deployment('server', 0)), event(0, 'pods', ofCatalog),
      warning(name), warning('unrelated'), warning(name, 'Normal'),
    ]);
    const lines = verdict.kind === 'failed' ? explanationLines(verdict.explanation).join('\n') : '';
    expect(lines).toContain(`event Failed for ${kind} ${name}: about ${name}`);
    expect(lines).not.toContain('unrelated');
    expect(lines).toContain(settings);
  });

  itWith(TRACES)('is ready in a recording once OLM is connected, after several attempts', () => {
    const namespace = 't-catalog-unreachable';
    const { verdict, at } = simulate(catalogReady({ namespace, name: 'cat', deployment: 'cat' }), recordedTrace('catalog-unreachable'));
    expect([verdict.kind, at]).toEqual(['done', 55_444]);
  });
});
