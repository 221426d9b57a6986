import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { catalog, conditions, csv, DEMO, deployment, event, plan, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { ClusterEvent, simulate } from '../simulated-cluster';

/** Returns what the first progress line says that an operator waits for. */
function waitingFor(...events: ClusterEvent[]): string {
  const [line] = simulate(operatorReady({ namespace: DEMO, subscription: 'plain' }), [...readyNamespace(), ...events]).lines;
  return line!.replace(/^.*operator demo\/plain: /, '');
}

const subscribed = (status: object, spec: object = {}): ClusterEvent => event(0, 'subscriptions', subscription(status, spec));
const planOf = (phase: string, status: object = {}, approved = true): ClusterEvent => (
  event(0, 'installplans', plan('install-a', ['plain.v0.2.0', 'needed.v1.0.0'], phase, { approved, status }))
);
const installed = (...versions: readonly [string, string, object?][]): ClusterEvent[] => [
  subscribed(planned('install-a', 'plain.v0.2.0', 'plain.v0.2.0')),
  planOf('Complete'),
  event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
  ...versions.map(([name, phase, parts]) => event(0, 'clusterserviceversions', csv(name, phase, parts))),
];

describe('an operator that is being installed waits for', () => {
  test.each<[string, string, ClusterEvent[]]>([
    ['its catalog', 'resolving, waiting for catalog demo/cat to answer', [subscribed({}), event(0, 'catalogsources', catalog('CONNECTING'))]],
    ['its bundle image', 'unpacking, waiting for OLM to unpack the bundle image', [subscribed({ conditions: conditions({ type: 'BundleUnpacking' }) })]],
    ['an approval', 'approving, waiting for approval of InstallPlan demo/install-a (plain.v0.2.0 and needed.v1.0.0)', [
      subscribed(planned('install-a', 'plain.v0.2.0')), planOf('RequiresApproval', {}, false),
    ]],
    ['the bundles of its InstallPlan', 'unpacking, waiting for OLM to unpack the bundles of InstallPlan demo/install-a', [
      subscribed(planned('install-a', 'plain.v0.2.0')),
      planOf('Installing', { bundleLookups: [{ conditions: conditions({ type: 'BundleLookupPending' }) }] }),
    ]],
    ['its InstallPlan, whose bundles are unpacked', 'installing, waiting for InstallPlan demo/install-a to install plain.v0.2.0 and needed.v1.0.0', [
      subscribed(planned('install-a', 'plain.v0.2.0')),
      planOf('Installing', { bundleLookups: [{ conditions: conditions({ type: 'BundleLookupPending', status: 'False' }, { type: 'Other' }) }] }),
    ]],
    ['a ClusterServiceVersion that is being deleted', 'starting, waiting for ClusterServiceVersion plain.v0.2.0 to be deleted', [
      ...installed(['plain.v0.2.0', 'Deleting', { metadata: { deletionTimestamp: '2025-01-01T00:00:00Z' } }]),
    ]],
    ['its first check', 'starting, waiting for OLM to check the requirements of plain.v0.2.0', installed(['plain.v0.2.0', 'Pending'])],
    ['what it requires', 'starting, waiting for the requirements of plain.v0.2.0: a newer Kubernetes version, ServiceAccount plain-op and object ?', [
      ...installed(['plain.v0.2.0', 'Pending', { status: { requirementStatus: [
        { kind: 'ClusterServiceVersion', name: 'plain.v0.2.0', status: 'PresentNotSatisfied', message: 'minKubeVersion (1.40.0) > server version (1.34.4)' },
        { kind: 'APIService', name: 'v1.demo.test', status: 'DeploymentFound' }, { kind: 'ServiceAccount', name: 'plain-op', status: 'NotPresent' },
        { kind: 'CustomResourceDefinition', name: 'plains.demo.test', status: 'Present' }, { status: 'NotPresent' },
      ] } }]),
    ]],
    ['its Deployments', 'starting, waiting for Deployment plain-op (0 of 1 pods available)', [
      ...installed(['plain.v0.2.0', 'Installing']), event(0, 'deployments', deployment('plain-op', 0)),
    ]],
    ['OLM, once its Deployments run', 'starting, waiting for OLM to notice that plain.v0.2.0 is running', [
      ...installed(['plain.v0.2.0', 'InstallReady']), event(0, 'deployments', deployment('plain-op', 1)),
    ]],
    ['the API server', 'serving, waiting for the API server to serve Plain (plains.demo.test/v1)', [
      ...installed(['plain.v0.2.0', 'Succeeded']), event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v2')),
    ]],
    ['the removal of the versions it replaces or skips', 'starting, waiting for OLM to remove plain.v0.1.0 and plain.v0.1.1', [
      ...installed(
        ['plain.v0.2.0', 'Succeeded', { spec: { replaces: 'plain.v0.1.0', skips: ['plain.v0.1.1'] } }],
        ['plain.v0.1.0', 'Replacing'], ['plain.v0.1.1', 'Deleting'], ['plain.v0.0.9', 'Deleting'],
      ),
    ]],
    ['only the settling time once it runs', 'settling, waiting for everything to stay ready', [
      ...installed(['plain.v0.2.0', 'Succeeded', { spec: { replaces: 'plain.v0.1.0' } }], ['plain.v0.1.0', 'Succeeded'], ['other.v1.0.0', 'Replacing']),
    ]],
  ])('%s', (_, expected, events) => {
    expect(waitingFor(...events)).toBe(expected);
  });
});
