import { csv, object, plan, planned, subscription } from '../waiting/objects';
import { installedState } from '../../../lib/cluster/inspection/installed-state';
import type { OperatorInCluster } from '../../../lib/resolve/drift/installed-state';
import type { KubernetesObject } from '../../../lib/cluster/waiting/view/kubernetes-object';

function stateOf(
  subscriptions: readonly KubernetesObject[], csvs: readonly KubernetesObject[], installPlans: readonly KubernetesObject[] = [],
): readonly OperatorInCluster[] {
  return installedState({ subscriptions, csvs, installPlans }).operators;
}

const installed = (name: string): object => ({ state: 'AtLatestKnown', currentCSV: name, installedCSV: name });

/** Properties as OLM records them in a ClusterServiceVersion. */
const properties = (...found: object[]): { annotations: { [key: string]: string } } => (
  { annotations: { 'operatorframework.io/properties': JSON.stringify({ properties: found }) } }
);
const REQUIRES_CACHE = properties({ type: 'olm.package.required', value: { packageName: 'cache', versionRange: '>=1.0.0' } });
const IS_CACHE = properties({ type: 'olm.package', value: { packageName: 'cache', version: '1.0.0' } });

describe('what is installed in a cluster', () => {
  it('has a Subscription with what it installed', () => {
    expect(stateOf([subscription(installed('plain.v0.2.0'), { installPlanApproval: 'Manual', startingCSV: 'plain.v0.1.0' })], [csv('plain.v0.2.0', 'Succeeded')])).toEqual([{
      namespace: 'demo', packageName: 'plain', csv: 'plain.v0.2.0', version: '0.2.0', isDeleted: false, phase: 'Succeeded', message: '', isInSingleNamespace: false,
      requiredBy: [], installedWith: [],
      subscription: {
        name: 'plain', channel: 'alpha', catalog: 'cat', catalogNamespace: 'demo', approval: 'Manual', startingCsv: 'plain.v0.1.0', isGenerated: false,
      },
    }]);
  });

  it('has OLM\'s defaults where the Subscription has nothing', () => {
    expect(stateOf([object('bare', { spec: { name: 'plain' } })], [])).toMatchObject([{
      csv: '', version: '', phase: '', isDeleted: false, subscription: { channel: '', catalog: '', approval: 'Automatic', startingCsv: '' },
    }]);
  });

  it('has the version before an upgrade, and the InstallPlan to the next one', () => {
    const failed = plan('install-b', ['plain.v0.3.0'], 'Failed', { status: { conditions: [{ type: 'Installed', status: 'False', message: 'no rights' }] } });
    const upgrading = subscription(planned('install-b', 'plain.v0.3.0', 'plain.v0.2.0'));
    expect(stateOf([upgrading], [csv('plain.v0.2.0', 'Succeeded')], [plan('install-b', ['plain.v0.3.0'], 'RequiresApproval')])).toMatchObject([
      { csv: 'plain.v0.2.0', installPlan: { name: 'install-b', phase: 'RequiresApproval', csvs: ['plain.v0.3.0'], message: '' } },
    ]);
    expect(stateOf([upgrading], [], [failed])).toMatchObject([{ isDeleted: true, installPlan: { phase: 'Failed', message: 'no rights' } }]);
    expect(stateOf([upgrading], [csv('plain.v0.2.0', 'Succeeded')], [plan('install-b', ['plain.v0.3.0'], 'Complete')])[0]).not.toHaveProperty('installPlan');
  });

  it('has the problem of a CSV', () => {
    expect(stateOf([subscription(installed('plain.v0.2.0'))], [csv('plain.v0.2.0', 'Failed', { status: { message: 'install timeout' } })])).toMatchObject([
      { phase: 'Failed', message: 'install timeout' },
    ]);
  });

  it('has a CSV without a Subscription, but none that is replaced, deleted or OLM\'s own', () => {
    const gone = csv('gone.v1.0.0', 'Succeeded', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } });
    expect(stateOf([], [csv('cache.v1.0.0', 'Succeeded', { metadata: IS_CACHE }), csv('cache.v0.9.0', 'Replacing'), gone, csv('packageserver', 'Succeeded')])).toEqual([{
      namespace: 'demo', packageName: 'cache', csv: 'cache.v1.0.0', version: '1.0.0', isDeleted: false, phase: 'Succeeded', message: '', isInSingleNamespace: false,
      requiredBy: [], installedWith: [],
    }]);
  });

  it('has a dependency with what requires it, and what it was installed with', () => {
    const generated = object('cache-stable', {
      metadata: { annotations: { 'olm.generated-by': 'install-a' } }, spec: { name: 'cache', source: 'cat', sourceNamespace: 'demo' }, status: installed('cache.v1.0.0'),
    });
    const operators = (shop: KubernetesObject): OperatorInCluster => stateOf(
      [generated, subscription(installed('plain.v0.2.0'))], [csv('cache.v1.0.0', 'Succeeded', { metadata: IS_CACHE }), shop],
      [plan('install-a', ['plain.v0.1.0', 'cache.v1.0.0'], 'Complete')],
    )[0]!;
    const own = { spec: { customresourcedefinitions: {} } };
    expect(operators(csv('plain.v0.2.0', 'Succeeded', { ...own, metadata: REQUIRES_CACHE }))).toMatchObject({
      packageName: 'cache', subscription: { isGenerated: true }, requiredBy: ['plain.v0.2.0'], installedWith: ['plain.v0.1.0'],
    });
    expect(operators(csv('plain.v0.2.0', 'Succeeded', own))).toMatchObject({ requiredBy: [], installedWith: ['plain.v0.1.0'] });
  });

  it('does not guess what is required by an expression that only OLM can evaluate', () => {
    const opaque = properties({ type: 'olm.constraint', value: { cel: { rule: 'properties.exists(p, p.type == "olm.package")' } } });
    const generated = object('cache-stable', { metadata: { annotations: { 'olm.generated-by': 'install-a' } }, spec: { name: 'cache' }, status: installed('cache.v1.0.0') });
    const requiredBy = (...csvs: string[]): readonly string[] => stateOf(
      [generated], [csv('cache.v1.0.0', 'Succeeded', { metadata: IS_CACHE }), csv('plain.v0.2.0', 'Succeeded', { metadata: opaque })], [plan('install-a', csvs, 'Complete')],
    )[0]!.requiredBy;
    expect(requiredBy('cache.v1.0.0', 'plain.v0.2.0')).toEqual(['plain.v0.2.0']);
    expect(requiredBy('cache.v1.0.0')).toEqual([]);
  });

  it('has the images of catalogs', () => {
    const catalogs = [object('hub', { spec: { image: 'example.test/hub:1' } }), object('address', { spec: { address: 'x:1' } })];
    expect(installedState({ subscriptions: [], csvs: [], installPlans: [], catalogs }).catalogs).toEqual([
      { namespace: 'demo', name: 'hub', image: 'example.test/hub:1' }, { namespace: 'demo', name: 'address', image: '' },
    ]);
    expect(installedState({ subscriptions: [], csvs: [], installPlans: [] })).toEqual({ operators: [] });
  });
});
