import { OlmRelease } from '../../../../lib/olm/olm-release';
import { explanationLines } from '../../../../lib/pulumi/wait/explain/explanation';
import { OlmParts, olmParts } from '../../../../lib/pulumi/wait/olm/olm-parts';
import { olmReady } from '../../../../lib/pulumi/wait/olm/olm-ready';
import { clusterObject, conditions, csv, deployment, happens } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { Course, Happening, simulate, Simulation } from '../simulated-cluster';

const PARTS: OlmParts = {
  crds: ['subscriptions.operators.coreos.com'],
  deployments: [{ namespace: 'olm', name: 'olm-operator' }],
  csvs: [{ namespace: 'olm', name: 'packageserver' }],
  apiServices: ['v1.packages.operators.coreos.com'],
};

const crd = (at: number): Happening => happens(at, 'customresourcedefinitions', establishedCrd('subscriptions.operators.coreos.com', 'v1alpha1'));
const controller = (at: number, available = 1): Happening => happens(at, 'deployments', deployment('olm-operator', available, { metadata: { namespace: 'olm' } }));
const server = (at: number, phase: string, message = ''): Happening => happens(at, 'clusterserviceversions', csv('packageserver', phase, { metadata: { namespace: 'olm' }, status: { message } }));
const api = (at: number, status: string): Happening => happens(at, 'apiservices', clusterObject('v1.packages.operators.coreos.com', {
  status: { conditions: conditions({ type: 'Available', status, reason: status === 'True' ? 'Passed' : 'MissingEndpoints', message: 'endpoints for service/packageserver-service in "olm" have no addresses' }) },
}));

function wait(happenings: Happening[], problems?: Simulation['problems']): Course<unknown> {
  return simulate(olmReady({ parts: PARTS }), happenings, problems === undefined ? {} : { problems });
}

describe('OLM', () => {
  it('is ready once its CRDs, controllers, packageserver and API are', () => {
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
      '9.3 OLM: settling, waiting for all of it to stay as it is',
    ]);
  });

  it('names a few of many parts that are missing', () => {
    const crds = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}.operators.coreos.com`);
    const { lines } = simulate(olmReady({ parts: { ...PARTS, crds } }), []);
    expect(lines[0]).toBe('0.3 OLM: crds, waiting for CustomResourceDefinition one.operators.coreos.com, '
      + 'CustomResourceDefinition two.operators.coreos.com, CustomResourceDefinition three.operators.coreos.com and 2 more');
  });

  it('waits for an API that is not served yet', () => {
    const { verdict } = wait([crd(0), controller(0), api(0, 'True')], { 'clusterserviceversions.operators.coreos.com': 'not-served' });
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { timedOut: true } });
  });

  it('that is not in the cluster which is looked at is not waited for', () => {
    const { verdict, at } = wait([]);
    expect(at).toBe(10_000);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual([
      'OLM did not get ready: given up after 10 s in phase crds',
      '  - CustomResourceDefinition subscriptions.operators.coreos.com is not there',
      '  - Deployment olm/olm-operator is not there',
      '  - ClusterServiceVersion olm/packageserver is not there',
      '  - APIService v1.packages.operators.coreos.com is not there',
      '    remedy: run again to create it; if it is there, the kubeconfig or context that is given for waiting names another cluster than the provider',
    ]);
  });

  it('tells which API does not answer', () => {
    const { verdict } = wait([crd(0), controller(0), server(0, 'Installing', 'apiServices not installed'), api(0, 'False')]);
    expect(verdict.kind === 'failed' ? explanationLines(verdict.explanation) : []).toEqual([
      'OLM did not get ready within 10 min: packageserver for 10 min, waiting for ClusterServiceVersion olm/packageserver (apiServices not installed)',
      '  - APIService v1.packages.operators.coreos.com is not available: endpoints for service/packageserver-service in "olm" have no addresses',
      '    remedy: look at the pods and the Service behind the APIService; while it does not answer, no Namespace of the cluster can be deleted',
    ]);
  });

  it('has parts that a release tells', () => {
    const parts = olmParts(OlmRelease.of());
    expect(parts.crds).toContain('subscriptions.operators.coreos.com');
    expect(parts.deployments).toEqual([{ namespace: 'olm', name: 'olm-operator' }, { namespace: 'olm', name: 'catalog-operator' }]);
    expect(parts.csvs).toEqual([{ namespace: 'olm', name: 'packageserver' }]);
    expect(parts.apiServices).toEqual(['v1.packages.operators.coreos.com']);
  });
});
