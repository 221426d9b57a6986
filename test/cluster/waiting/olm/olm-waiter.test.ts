import { explanationLines } from '../../../builders/explanation-lines';
import { olmParts, olmReady } from '../../../../lib/cluster/waiting/olm/olm-waiter';
import { OlmRelease } from '../../../../lib/olm/v0/olm-release';
import { clusterObject, conditions, deployment, event, object } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';
import { PARTS } from './failures';
import { server, serverDeployment } from './packageserver';

const crd = (at: number): ClusterEvent => event(at, 'customresourcedefinitions', establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'));
const controller = (at: number, available = 1): ClusterEvent => event(at, 'deployments', deployment('olm-operator', available, { metadata: { namespace: 'olm' } }));
const api = (at: number, status: string): ClusterEvent => event(at, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
  status: { conditions: conditions({ type: 'Available', status, reason: status === 'True' ? 'Passed' : 'MissingEndpoints', message: 'endpoints for service/packageserver-service in "olm" have no addresses' }) },
}));

function wait(events: ClusterEvent[], problems?: Simulation['problems']): SimulatedWait<unknown> {
  return simulate(olmReady({ parts: PARTS }), events, problems === undefined ? {} : { problems });
}

describe('OLM', () => {
  it('is ready once its CRDs, controllers, packageserver and API are ready', () => {
    const { verdict, at, lines } = wait([
      crd(1_000), controller(1_000, 0), controller(4_000), server(6_000, 'Installing', { message: 'apiServices not installed' }), serverDeployment(6_000),
      api(6_000, 'False'), server(8_000, 'Succeeded'), api(9_000, 'True'),
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
    expect(lineAfter(crd(0), controller(0), server(0, 'Succeeded'), serverDeployment(0), event(0, 'apiservices', clusterObject('v1.packages.operators.coreos.com'))))
      .toBe('api, waiting for APIService v1.packages.operators.coreos.com (not checked yet)');
  });

  it('explains CRDs that are not established', () => {
    const unestablished = { ...establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'), status: {} };
    const { verdict } = wait([event(0, 'customresourcedefinitions', unestablished), controller(0), server(0, 'Succeeded'), serverDeployment(0), api(0, 'True')]);
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
      '    remedy: run `pulumi up --refresh` to create it again; if it exists, the kubeconfig or context set for waiting selects another cluster than the provider',
    ]);
  });

  it('names the API that does not answer', () => {
    const { verdict } = wait([crd(0), controller(0), server(0, 'Installing', { message: 'apiServices not installed' }), serverDeployment(0), api(0, 'False')]);
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

describe('after a change of the release', () => {
  const [before, after] = ['0.31.0', '0.46.0'];
  const upgrade = (...events: ClusterEvent[]): SimulatedWait<unknown> => simulate(
    olmReady({ parts: PARTS, release: after, timeouts: { settling: 0 } }), [crd(0), controller(0), api(0, 'True'), ...events],
  );
  /** The verdict of a wait, and what it waited for. */
  const phases = ({ verdict, lines }: SimulatedWait<unknown>): string[] => [verdict.kind, ...lines.map((line) => line.replace(/ OLM: packageserver.*, waiting for/, ''))];

  it('OLM is not ready as long as packageserver is Succeeded in the former release', () => {
    const waited = upgrade(
      server(0, 'Succeeded', { release: after }), serverDeployment(0, { release: before }),
      server(5_000, 'Installing', { release: after, message: 'waiting for deployment packageserver' }),
      serverDeployment(6_000, { release: after, observed: 0 }),
      serverDeployment(7_000, { release: after, available: 0 }),
      serverDeployment(9_000, { release: after, old: 1 }),
      server(10_000, 'Succeeded', { release: after }),
      serverDeployment(12_000, { release: after }),
    );
    expect(phases(waited)).toEqual([
      'done',
      '0.3 Deployment olm/packageserver (not updated by OLM yet)',
      '5.3 ClusterServiceVersion olm/packageserver (waiting for deployment packageserver) and Deployment olm/packageserver (not updated by OLM yet)',
      '6.3 ClusterServiceVersion olm/packageserver (waiting for deployment packageserver) and Deployment olm/packageserver (1 of 1 pods available)',
      '7.3 ClusterServiceVersion olm/packageserver (waiting for deployment packageserver) and Deployment olm/packageserver (0 of 1 pods available)',
      '9.3 ClusterServiceVersion olm/packageserver (waiting for deployment packageserver) and Deployment olm/packageserver (1 of 1 pods available, 1 of an older version)',
      '10.3 Deployment olm/packageserver (1 of 1 pods available, 1 of an older version)',
    ]);
    expect(waited.at).toBe(12_000);
  });

  it('OLM is not ready until its objects state the release', () => {
    const waited = upgrade(
      server(0, 'Succeeded', { release: before }), serverDeployment(0, { release: before }),
      server(1_000, 'Succeeded', { release: after }), serverDeployment(2_000, { release: after }),
    );
    expect([waited.at, ...phases(waited)]).toEqual([
      2_000, 'done', '0.3 ClusterServiceVersion olm/packageserver (version 0.31.0 instead of 0.46.0)', '1.3 Deployment olm/packageserver (not updated by OLM yet)',
    ]);
  });

  it.each([
    ['a v before the version, which OLM removes', server(0, 'Succeeded', { release: `v${after}`, image: 'olm:1' }), serverDeployment(0, { image: 'olm:1' })],
    ['a Deployment whose registry a policy replaces', server(0, 'Succeeded'), serverDeployment(0, { image: `mirror.example:5000/olm:v${after}` })],
  ])('OLM is ready with %s', (_, ...events) => {
    expect(upgrade(...events)).toMatchObject({ verdict: { kind: 'done' }, at: 0 });
  });

  it('the version of packageserver does not count if that of the release is not known', () => {
    const { verdict } = simulate(olmReady({ parts: PARTS }), [crd(0), controller(0), api(0, 'True'), server(0, 'Succeeded'), serverDeployment(0)]);
    expect(verdict.kind).toBe('done');
  });

  it('OLM is not ready if the Deployment lacks a container', () => {
    const waited = upgrade(server(0, 'Succeeded'), event(0, 'deployments', deployment('packageserver', 1, { metadata: { namespace: 'olm' } })));
    expect(waited.verdict).toMatchObject({ kind: 'failed', explanation: { findings: [
      { cause: 'deployment-outdated', message: 'Deployment olm/packageserver has no container packageserver' },
    ] } });
  });
});
