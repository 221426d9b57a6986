import { catalogReady } from '../../../../lib/pulumi/wait/catalog/catalog-ready';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { catalog, DEMO, deployment, happens, pod } from '../objects';
import { HAS_TRACES, recordedTrace, WITHOUT_TRACES } from '../recorded-traces';
import { Course, Happening, simulate } from '../simulated-cluster';

const OPTIONS = { namespace: DEMO, name: 'cat', deployment: 'cat' };

function wait(...happenings: Happening[]): Course<unknown> {
  return simulate(catalogReady(OPTIONS), happenings);
}

describe('a catalog', () => {
  it('is ready once its pods run and OLM has a connection', () => {
    const { verdict, at, lines } = wait(
      happens(0, 'deployments', deployment('cat', 0)), happens(0, 'catalogsources', catalog(undefined)),
      happens(2_000, 'catalogsources', catalog('TRANSIENT_FAILURE')), happens(3_000, 'deployments', deployment('cat', 1)),
      happens(9_000, 'catalogsources', catalog('READY')),
    );
    expect([verdict.kind, at]).toEqual(['done', 9_000]);
    expect(lines).toEqual([
      '0.3 catalog demo/cat: starting, waiting for Deployment cat to be rolled out (0 of 1 pods available)',
      '3.3 catalog demo/cat: connecting, waiting for OLM to connect to it',
    ]);
  });

  it('is not ready through the pods of its last version', () => {
    const rollingOut = deployment('cat', 1, { metadata: { generation: 2 } });
    const { verdict, at } = wait(
      happens(0, 'catalogsources', catalog('READY')), happens(0, 'deployments', rollingOut), happens(4_000, 'deployments', deployment('cat', 1)),
    );
    expect([verdict.kind, at]).toEqual(['done', 4_000]);
  });

  it('needs no Deployment where others serve it', () => {
    const { verdict } = simulate(catalogReady({ namespace: DEMO, name: 'cat' }), [happens(0, 'catalogsources', catalog('READY'))]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { namespace: DEMO, name: 'cat' } });
  });

  it.each<[string, Happening[], number, string[]]>([
    ['that is not there', [happens(0, 'deployments', deployment('cat', 1))], 10_000, [
      'catalog demo/cat did not get ready: given up after 10 s while connecting',
      '  - CatalogSource demo/cat is not there',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
    ]],
    ['whose pod crashes', [
      happens(0, 'catalogsources', catalog('CONNECTING')), happens(0, 'deployments', deployment('cat', 0)),
      happens(0, 'pods', pod('cat-1', 'cat', { phase: 'Running', containerStatuses: [{
        name: 'registry', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'level=fatal msg="cache is corrupt"' } },
      }] })),
    ], 300_000, [
      'catalog demo/cat did not get ready within 5 min: starting for 5 min, waiting for Deployment cat to be rolled out (0 of 1 pods available)',
      '  - container registry of pod demo/cat-1 ends again and again with exit code 1: level=fatal msg="cache is corrupt"',
      '    remedy: read the log of the container (kubectl logs --previous); its last words stand above where it left any',
      '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
      '    remedy: check that its Service leads to a running registry pod, and that network policies let OLM reach it; OLM tries again by itself, up to a minute apart',
    ]],
    ['whose Deployment is not there', [happens(0, 'catalogsources', catalog('CONNECTING'))], 300_000, [
      'catalog demo/cat did not get ready within 5 min: starting for 5 min, waiting for Deployment demo/cat to be created',
      '  - Deployment demo/cat is not there',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
      '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
      '    remedy: check that its Service leads to a running registry pod, and that network policies let OLM reach it; OLM tries again by itself, up to a minute apart',
    ]],
  ])('%s explains itself', (_, happenings, until, lines) => {
    const { verdict, at } = wait(...happenings);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual(lines);
    expect(at).toBe(until);
  });

  it(HAS_TRACES ? 'is ready in a recording when OLM has a connection, after several tries' : WITHOUT_TRACES, () => {
    if (HAS_TRACES) {
      const namespace = 't-catalog-unreachable';
      const { verdict, at } = simulate(catalogReady({ namespace, name: 'cat', deployment: 'cat' }), recordedTrace('catalog-unreachable'));
      expect([verdict.kind, at]).toEqual(['done', 55_444]);
    }
  });
});
