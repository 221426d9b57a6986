import { OlmRelease } from '../../../lib/olm/olm-release';
import { explanationLines } from '../../../lib/waiting/explain/explanation';
import { olmParts } from '../../../lib/waiting/olm/olm-parts';
import { olmReady } from '../../../lib/waiting/olm/olm-waiter';
import { PARTS } from './failures';
import { clusterObject, conditions, csv, deployment, event, object } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { SimulatedWait, ClusterEvent, simulate, Simulation } from '../simulated-cluster';

const crd = (at: number): ClusterEvent => event(at, 'customresourcedefinitions', establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'));
const controller = (at: number, available = 1): ClusterEvent => event(at, 'deployments', deployment('olm-operator', available, { metadata: { namespace: 'olm' } }));
const server = (at: number, phase: string, message = ''): ClusterEvent => event(at, 'clusterserviceversions', csv('packageserver', phase, { metadata: { namespace: 'olm' }, status: { message } }));
const api = (at: number, status: string): ClusterEvent => event(at, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
  status: { conditions: conditions({ type: 'Available', status, reason: status === 'True' ? 'Passed' : 'MissingEndpoints', message: 'endpoints for service/packageserver-service in "olm" have no addresses' }) },
}));

function wait(events: ClusterEvent[], problems?: Simulation['problems']): SimulatedWait<unknown> {
  return simulate(olmReady({ parts: PARTS }), events, problems === undefined ? {} : { problems });
}

describe('OLM', () => {
  it('is ready once its CRDs, controllers, packageserver and API are ready', () => {
    const { verdict, at, lines } = wait([
      crd(1_000), controller(1_000, 0), controller(4_000), server(6_000, 'Installing', 'apiServices not installed'), api(6_000, 'False'), server(8_000, 'Succeeded'), api(9_000, 'True'),
    ]);
    expect([verdict.kind, at]).toEqual(['done', 11_000]);
    expect(lines).toEqual([
      '0.3 OLM: crds, waiting for CustomResourceDefinition subscriptions.operators.coreos.com',
      '1.3 OLM: controllers, waiting for Deployment olm/olm-operator (0 of 1 pods available)',
      '4.3 OLM: packageserver, waiting for ClusterServiceVersion olm/packageserver',
      '6.3 OLM: packageserver for 2 s, waiting for ClusterServiceVersion olm/packageserver (apiServices not installed)',
      '8.3 OLM: api, waiting for APIService v1.packages.operators.coreos.com (MissingEndpoints)',
      '9.3 OLM: settling, waiting for everything to stay ready',
    ]);
  });

  it('reports the state of packageserver, even before OLM has checked it', () => {
    const stateOf = (status: object): string => wait([
      crd(0), controller(0), event(0, 'clusterserviceversions', object('packageserver', { metadata: { namespace: 'olm' }, status })),
    ]).lines[0]!;
    const waiting = '0.3 OLM: packageserver, waiting for ClusterServiceVersion olm/packageserver';
    expect(stateOf({})).toBe(`${waiting} (not checked yet)`);
    expect(stateOf({ phase: 'Pending' })).toBe(`${waiting} (Pending)`);
    expect(stateOf({ phase: 'Pending', message: 'requirements not met' })).toBe(`${waiting} (requirements not met)`);
  });

  it('reports the state of CRDs and of the API, even before the API server has checked them', () => {
    const unestablished = { ...establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'), status: {} };
    const lineAfter = (...happenings: ClusterEvent[]): string => wait(happenings).lines[0]!.replace('0.3 OLM: ', '');
    expect(lineAfter(event(0, 'customresourcedefinitions', unestablished)))
      .toBe('crds, waiting for CustomResourceDefinition subscriptions.operators.coreos.com (not established)');
    expect(lineAfter(crd(0), controller(0), server(0, 'Succeeded'), event(0, 'apiservices', clusterObject('v1.packages.operators.coreos.com'))))
      .toBe('api, waiting for APIService v1.packages.operators.coreos.com (not checked yet)');
  });

  it('explains CRDs that are not established', () => {
    const unestablished = { ...establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'), status: {} };
    const { verdict } = wait([event(0, 'customresourcedefinitions', unestablished), controller(0), server(0, 'Succeeded'), api(0, 'True')]);
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [
      { cause: 'crd-not-established', message: 'CustomResourceDefinition subscriptions.operators.coreos.com is not established' },
    ] } });
  });

  it('names the first few of many missing parts', () => {
    const crds = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}.operators.coreos.com`);
    const { lines } = simulate(olmReady({ parts: { ...PARTS, crds } }), []);
    expect(lines[0]).toBe('0.3 OLM: crds, waiting for CustomResourceDefinition one.operators.coreos.com, '
      + 'CustomResourceDefinition two.operators.coreos.com, CustomResourceDefinition three.operators.coreos.com and 2 more');
  });

  it('waits for an API that is not served yet', () => {
    const { verdict } = wait([crd(0), controller(0), api(0, 'True')], { 'clusterserviceversions.operators.coreos.com': 'not-served' });
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: true } });
  });

  it('fails early if nothing of it is in the cluster', () => {
    const { verdict, at } = wait([]);
    expect(at).toBe(10_000);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual([
      'OLM did not become ready: gave up after 10 s in phase crds',
      '  - CustomResourceDefinition subscriptions.operators.coreos.com does not exist',
      '  - Deployment olm/olm-operator does not exist',
      '  - ClusterServiceVersion olm/packageserver does not exist',
      '  - APIService v1.packages.operators.coreos.com does not exist',
      '    remedy: run again to create it; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ]);
  });

  it('names the API that does not answer', () => {
    const { verdict } = wait([crd(0), controller(0), server(0, 'Installing', 'apiServices not installed'), api(0, 'False')]);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual([
      'OLM did not become ready within 10 min: packageserver for 10 min, waiting for ClusterServiceVersion olm/packageserver (apiServices not installed)',
      '  - APIService v1.packages.operators.coreos.com is not available: endpoints for service/packageserver-service in "olm" have no addresses',
      '    remedy: check the pods and the Service behind the APIService; until it is available, no Namespace in the cluster can be deleted',
    ]);
  });

  it('has the parts of its release', () => {
    const parts = olmParts(OlmRelease.of());
    expect(parts.crds).toContain('subscriptions.operators.coreos.com');
    expect(parts.deployments).toEqual([{ namespace: 'olm', name: 'olm-operator' }, { namespace: 'olm', name: 'catalog-operator' }]);
    expect(parts.csvs).toEqual([{ namespace: 'olm', name: 'packageserver' }]);
    expect(parts.apiServices).toEqual(['v1.packages.operators.coreos.com']);
  });
});
