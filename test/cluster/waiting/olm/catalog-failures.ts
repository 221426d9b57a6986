import { catalogReady } from '../../../../lib/cluster/waiting/olm/catalog-waiter';
import { catalog, DEMO, deployment, event, pod } from '../objects';
import { SimulatedWait, ClusterEvent, simulate } from '../simulated-cluster';
import { ExplainedFailure } from '../explained-failure';

const wait = (...events: ClusterEvent[]) => (): SimulatedWait<unknown> => simulate(catalogReady({ namespace: DEMO, name: 'cat', deployment: 'cat' }), events);
const NOT_THERE = '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider';
const NO_CONNECTION = [
  '  - CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
  '    remedy: check that its Service selects a running registry pod, and that network policies let OLM connect to it; OLM retries by itself, up to a minute apart',
];

/** Failures of waiting for a catalog. */
export const CATALOG_FAILURES: readonly ExplainedFailure[] = [
  {
    title: 'a catalog that does not exist', within: 10, simulate: wait(event(0, 'deployments', deployment('cat', 1))),
    explanation: ['catalog demo/cat did not become ready: gave up after 10 s while connecting', '  - CatalogSource demo/cat does not exist', NOT_THERE],
  },
  {
    title: 'a catalog whose Deployment does not exist', within: 300, simulate: wait(event(0, 'catalogsources', catalog('CONNECTING'))),
    explanation: [
      'catalog demo/cat did not become ready within 5 min: starting for 5 min, waiting for Deployment demo/cat to be created',
      '  - Deployment demo/cat does not exist', NOT_THERE, ...NO_CONNECTION,
    ],
  },
  {
    title: 'a catalog whose pod crashes', within: 300,
    simulate: wait(
      event(0, 'catalogsources', catalog('CONNECTING')), event(0, 'deployments', deployment('cat', 0)),
      event(0, 'pods', pod('cat-1', 'cat', { phase: 'Running', containerStatuses: [{
        name: 'registry', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'level=fatal msg="cache is corrupt"' } },
      }] })),
    ),
    explanation: [
      'catalog demo/cat did not become ready within 5 min: starting for 5 min, waiting for Deployment cat to be rolled out (0 of 1 pods available)',
      '  - container registry of pod demo/cat-1 keeps crashing with exit code 1: level=fatal msg="cache is corrupt"',
      '    remedy: check the log of the container (kubectl logs --previous); its termination message, if any, is quoted above',
      ...NO_CONNECTION,
    ],
  },
  {
    title: 'a catalog that OLM cannot reach', within: 300,
    simulate: wait(event(0, 'catalogsources', catalog('TRANSIENT_FAILURE')), event(0, 'deployments', deployment('cat', 1))),
    explanation: [
      'catalog demo/cat did not become ready within 5 min: connecting for 5 min, waiting for OLM to connect to it',
      NO_CONNECTION[0]!.replace('CONNECTING', 'TRANSIENT_FAILURE'), NO_CONNECTION[1]!,
    ],
  },
];
