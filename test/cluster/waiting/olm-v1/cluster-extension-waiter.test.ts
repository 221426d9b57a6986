import {
  clusterExtension, extensionAt, failedExtension, installedCondition, installedExtension, operatorCrd, operatorDeployment, progressing,
  PROGRESSED, V1Condition,
} from './objects';
import { clusterExtensionReady, ClusterExtensionReadyOptions } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { event } from '../objects';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

function wait(events: readonly ClusterEvent[], options: Partial<ClusterExtensionReadyOptions> = {}): SimulatedWait<unknown> {
  return simulate(clusterExtensionReady({ name: 'plain', ...options }), events);
}

const crdAt = (at: number, established = true): ClusterEvent => event(at, 'customresourcedefinitions', operatorCrd(established));
const deploymentAt = (at: number, available: number): ClusterEvent => event(at, 'deployments', operatorDeployment(available));
const ROLLING = progressing('RollingOut', 'Revision 0.2.0 is rolling out.');
const deprecated = (type: string, message: string): V1Condition => ({ type, status: 'True', reason: 'Deprecated', message });

describe('a cluster extension', () => {
  it('is ready once its bundle is installed, its Deployments are rolled out and its APIs are served, for two seconds', () => {
    const { verdict, at, lines } = wait([
      extensionAt(0, clusterExtension([])),
      extensionAt(1_000, failedExtension(progressing('Retrying', 'no bundles found for package "plain"'))),
      extensionAt(3_000, installedExtension()), deploymentAt(2_900, 0), crdAt(2_900, false),
      deploymentAt(8_000, 1), crdAt(9_000),
    ]);
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: {
      name: 'plain', namespace: 'demo', bundle: { name: 'plain.v0.2.0', version: '0.2.0' }, activeRevisions: [], deployments: ['plain-op'], deprecations: [],
      ownedApis: [{ crd: 'plains.demo.test', group: 'demo.test', plural: 'plains', kind: 'Plain', version: 'v1' }],
    } }), 11_000]);
    expect(lines).toEqual([
      '0.3 cluster extension plain: resolving, waiting for operator-controller to process ClusterExtension plain',
      '1.3 cluster extension plain: resolving for 1 s, waiting for operator-controller to resolve package plain',
      '3.3 cluster extension plain: starting, waiting for Deployment plain-op (0 of 1 pods available)',
      '8.3 cluster extension plain: serving, waiting for CustomResourceDefinition plains.demo.test to be established',
      '9.3 cluster extension plain: settling, waiting for everything to stay ready',
    ]);
  });

  it('is not ready while the conditions are about an earlier spec', () => {
    const before = installedExtension({ generation: 2 });
    const after = clusterExtension([installedCondition('True', 2), progressing('Succeeded', '', 'True', 2)], { generation: 2, version: '0.3.0' });
    const { verdict, at } = wait([extensionAt(0, before), extensionAt(4_000, after)]);
    expect([verdict.kind, at]).toEqual(['done', 6_000]);
  });

  it('with revisions is ready when the last one is rolled out, although OLM v1 first reports the previous one as its goal', () => {
    const revisions = (...names: string[]): object => ({ activeRevisions: names.map((name) => ({ name })) });
    const { verdict, at } = wait([
      extensionAt(0, installedExtension({ status: revisions('plain-1') })),
      extensionAt(300, clusterExtension([installedCondition(), ROLLING], { version: '0.2.0', status: revisions('plain-1', 'plain-2') })),
      extensionAt(5_000, installedExtension({ version: '0.3.0', status: revisions('plain-2') })),
    ]);
    expect([verdict, at]).toEqual([expect.objectContaining({
      kind: 'done', outcome: expect.objectContaining({ bundle: { name: 'plain.v0.3.0', version: '0.3.0' }, activeRevisions: ['plain-2'] }) as object,
    }), 7_000]);
  });

  it('with an expected version is ready with that version only, whatever its build metadata', () => {
    const { verdict, at, lines } = wait([
      extensionAt(0, installedExtension()), extensionAt(5_000, installedExtension({ version: '0.3.0+2' })),
    ], { version: '0.3.0' });
    expect([verdict.kind, at]).toEqual(['done', 7_000]);
    expect(lines[0]).toBe('0.3 cluster extension plain: installing, waiting for operator-controller to install version 0.3.0 instead of 0.2.0');
  });

  it('with an expected bundle is ready with that bundle only', () => {
    const { verdict, at, lines } = wait([
      extensionAt(0, installedExtension()), extensionAt(5_000, installedExtension({ version: '0.3.0' })),
    ], { bundle: 'plain.v0.3.0' });
    expect([verdict.kind, at]).toEqual(['done', 7_000]);
    expect(lines[0]).toBe('0.3 cluster extension plain: installing, waiting for operator-controller to install bundle plain.v0.3.0 instead of plain.v0.2.0');
  });

  it('with an expected bundle ends with the one that OLM v1 keeps', () => {
    const { verdict } = wait([extensionAt(0, installedExtension())], { bundle: 'plain.v0.3.0', timeouts: { total: 60_000 } });
    expect(verdict).toMatchObject({ kind: 'failed', explanation: { findings: [
      { cause: 'successor-missing', message: 'ClusterExtension plain has bundle plain.v0.2.0 installed instead of plain.v0.3.0' },
    ] } });
  });

  it('waits for the Deployments of a revision that is being rolled out', () => {
    const { lines } = wait([
      extensionAt(0, clusterExtension([installedCondition('False'), ROLLING])), deploymentAt(0, 0), extensionAt(20_000, installedExtension()), deploymentAt(20_000, 1),
    ]);
    expect(lines[0]).toBe('0.3 cluster extension plain: installing, waiting for Deployment plain-op (0 of 1 pods available)');
  });

  it('reports what is deprecated, and is ready all the same', () => {
    const { verdict } = wait([extensionAt(0, clusterExtension([
      installedCondition(), PROGRESSED, deprecated('Deprecated', 'everything'), deprecated('PackageDeprecated', 'use\nother'),
      deprecated('ChannelDeprecated', 'use stable'), { ...deprecated('BundleDeprecated', 'not deprecated'), status: 'False' },
    ], { version: '0.2.0', catalog: { channels: ['alpha', 'beta'] } }))]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { deprecations: [
      "package 'plain' is deprecated: use other",
      "one of the channels 'alpha' and 'beta' of package 'plain' is deprecated: use stable",
    ] } });
  });

  it('ignores the Deployments that an upgrade deletes', () => {
    const { verdict } = wait([
      extensionAt(0, installedExtension()), event(0, 'deployments', operatorDeployment(0, { name: 'old', deletionTimestamp: 'now' })), deploymentAt(0, 1),
    ]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { deployments: ['plain-op'] } });
  });

  it.each<[string, V1Condition['status'], number]>([['Blocked', 'False', 0], ['InvalidConfiguration', 'False', 0], ['ProgressDeadlineExceeded', 'False', 0], ['Retrying', 'True', 60_000]])(
    'ends with reason %s in time', (reason, status, until) => {
      expect(wait([extensionAt(0, failedExtension(progressing(reason, 'something else', status)))])).toMatchObject({ verdict: { kind: 'failed' }, at: until });
    });

  it('recovers from a transient error', () => {
    const error = failedExtension(progressing('Retrying', 'error for resolved bundle "plain.v0.2.0" with version "0.2.0": pre-authorization failed: x'));
    expect(wait([extensionAt(0, error), extensionAt(50_000, installedExtension())]).verdict.kind).toBe('done');
  });
});
