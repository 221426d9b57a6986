import { catalogReady } from '../../../../lib/pulumi/wait/catalog/catalog-ready';
import { catalog, DEMO, deployment, happens, pod } from '../objects';
import { Course, Happening, simulate } from '../simulated-cluster';
import { ToldFailure } from '../told-failure';

const wait = (...happenings: Happening[]) => (): Course<unknown> => simulate(catalogReady({ namespace: DEMO, name: 'cat', deployment: 'cat' }), happenings);
const NOT_THERE = '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider';
const NO_CONNECTION = [
  '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
  '    remedy: check that its Service leads to a running registry pod, and that network policies let OLM reach it; OLM tries again by itself, up to a minute apart',
];

/** How a catalog does not get ready. */
export const CATALOG_FAILURES: readonly ToldFailure[] = [
  {
    title: 'a catalog that is not there', within: 10, simulate: wait(happens(0, 'deployments', deployment('cat', 1))),
    explanation: ['catalog demo/cat did not get ready: given up after 10 s while connecting', '  - CatalogSource demo/cat is not there', NOT_THERE],
  },
  {
    title: 'a catalog whose Deployment is not there', within: 300, simulate: wait(happens(0, 'catalogsources', catalog('CONNECTING'))),
    explanation: [
      'catalog demo/cat did not get ready within 5 min: starting for 5 min, waiting for Deployment demo/cat to be created',
      '  - Deployment demo/cat is not there', NOT_THERE, ...NO_CONNECTION,
    ],
  },
  {
    title: 'a catalog whose pod crashes', within: 300,
    simulate: wait(
      happens(0, 'catalogsources', catalog('CONNECTING')), happens(0, 'deployments', deployment('cat', 0)),
      happens(0, 'pods', pod('cat-1', 'cat', { phase: 'Running', containerStatuses: [{
        name: 'registry', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'level=fatal msg="cache is corrupt"' } },
      }] })),
    ),
    explanation: [
      'catalog demo/cat did not get ready within 5 min: starting for 5 min, waiting for Deployment cat to be rolled out (0 of 1 pods available)',
      '  - container registry of pod demo/cat-1 ends again and again with exit code 1: level=fatal msg="cache is corrupt"',
      '    remedy: read the log of the container (kubectl logs --previous); its last words stand above where it left any',
      ...NO_CONNECTION,
    ],
  },
  {
    title: 'a catalog that OLM cannot reach', within: 300,
    simulate: wait(happens(0, 'catalogsources', catalog('TRANSIENT_FAILURE')), happens(0, 'deployments', deployment('cat', 1))),
    explanation: [
      'catalog demo/cat did not get ready within 5 min: connecting for 5 min, waiting for OLM to connect to it',
      NO_CONNECTION[0]!.replace('CONNECTING', 'TRANSIENT_FAILURE'), NO_CONNECTION[1]!,
    ],
  },
];
