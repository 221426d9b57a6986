import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { OperatorReadyOptions } from '../../../../lib/cluster/waiting/operator/operator-options';
import { linesOf } from '../explained-failure';
import { csv, DEMO, event, object, planned, readyNamespace, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { simulate, SimulatedWait } from '../simulated-cluster';

type Pin = NonNullable<OperatorReadyOptions['pin']>;

/** Waits for a pinned version in a cluster in which another one is installed, and OLM reports a state for the Subscription. */
function wait(pin: Pin, { name = 'plain.v0.2.0', version, state = 'AtLatestKnown' }: { name?: string; version?: string; state?: string }): SimulatedWait<unknown> {
  return simulate(operatorReady({ namespace: DEMO, subscription: 'plain', pin, timeouts: { total: 100_000 } }), [
    ...readyNamespace(),
    event(0, 'subscriptions', subscription({ ...planned('install-a', name, name), state })),
    event(0, 'clusterserviceversions', csv(name, 'Succeeded', version === undefined ? {} : { spec: { version } })),
    event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
    event(0, 'operatorgroups', object('og')),
  ]);
}

const causes = ({ verdict }: SimulatedWait<unknown>): readonly string[] => (verdict.kind === 'failed' ? verdict.explanation.findings.map(({ cause }) => cause) : []);

describe('a pinned version', () => {
  it.each<[string, Pin, Parameters<typeof wait>[1]]>([
    ['than the one in the name of the pinned ClusterServiceVersion', { csv: 'plain.v0.1.9' }, {}],
    ['than the pinned one, whatever the names', { csv: 'another-name', version: '0.1.9' }, { name: 'plain-0-2', version: '0.2.0' }],
  ])('cannot be installed if a newer version %s is', (_, pin, installed) => {
    const found = wait(pin, installed);
    expect(causes(found)).toContain('newer-version-installed');
    expect(linesOf(found).join('\n')).toContain(`${installed.name ?? 'plain.v0.2.0'} is installed, which is newer than ${pin.csv}`);
  });

  it.each<[string, Pin, Parameters<typeof wait>[1]]>([
    ['an older version is installed', { csv: 'plain.v0.3.0' }, {}],
    ['the same version is installed under another name', { csv: 'plain-next.v0.2.0' }, {}],
    ['the installed version is unknown', { csv: 'plain.v0.1.0' }, { version: 'unknown' }],
    ['the pinned version is unknown', { csv: 'plain' }, {}],
  ])('is not refused as older if %s', (_, pin, installed) => {
    expect(causes(wait(pin, installed))).not.toContain('newer-version-installed');
  });

  it('is ready if it is installed', () => {
    expect(wait({ csv: 'plain.v0.2.0' }, {}).verdict.kind).toBe('done');
  });

  it('cannot be installed if OLM sees no upgrade to it', () => {
    expect(linesOf(wait({ csv: 'plain.v0.3.0' }, {})).join('\n')).toContain('OLM keeps plain.v0.2.0: it sees no upgrade to plain.v0.3.0 in channel alpha');
  });

  it('does not lack an upgrade path if nothing is installed', () => {
    const found = simulate(operatorReady({ namespace: DEMO, subscription: 'plain', pin: { csv: 'plain.v0.3.0' }, timeouts: { total: 100_000 } }), [
      ...readyNamespace(), event(0, 'subscriptions', subscription({ state: 'AtLatestKnown' })),
    ]);
    expect(causes(found)).toEqual(['unexplained']);
  });

  it.each<[string, Pin, Parameters<typeof wait>[1]]>([
    ['OLM still looks for an upgrade', { csv: 'plain.v0.3.0' }, { state: 'UpgradePending' }],
    ['a newer version is installed', { csv: 'plain.v0.1.0' }, {}],
  ])('does not lack an upgrade path if %s', (_, pin, installed) => {
    expect(causes(wait(pin, installed))).not.toContain('no-upgrade-path');
  });
});
