import { type DriftedOperator, findDrift } from '../../../lib/resolve/drift/find-drift';
import type { OperatorInCluster } from '../../../lib/resolve/drift/installed-state';
import { OperatorDrift } from '../../../lib/resolve/drift/operator-drift';
import { lockOf, operatorOf } from './locked';

const HUB = { namespace: 'olm', name: 'hub', image: 'example.test/hub:1' };

function driftOf(lock: readonly string[], ...operators: readonly OperatorInCluster[]): readonly DriftedOperator[] {
  return findDrift(lockOf(...lock), { operators, catalogs: [HUB] }).operators;
}

/** Returns each difference as its kind and message. */
const messagesOf = (drifted: readonly DriftedOperator[]): string[][] => (
  drifted.flatMap(({ differences }) => differences.map(({ kind, message }) => [kind, message]))
);

const installPlan = { name: 'install-a', phase: 'RequiresApproval', csvs: ['shop.v1.1.0'], message: '' };

describe('the drift of a cluster from its lock', () => {
  it('is empty if the cluster matches the lock', () => {
    expect(findDrift(lockOf('shop 1.0.0', 'cache 1.0.0 shop.v1.0.0'), {
      operators: [operatorOf('shop', '1.0.0'), operatorOf('cache', '1.0.0', { requiredBy: ['shop.v1.0.0'] })], catalogs: [HUB],
    })).toEqual({ operators: [], catalogs: [] });
  });

  it('names an older version with what leads to the locked one', () => {
    const old = operatorOf('shop', '1.0.0', {}, { startingCsv: 'shop.v1.1.0' });

    expect(driftOf(['shop 1.1.0'], operatorOf('shop', '1.0.0'))).toEqual([{
      namespace: 'demo', packageName: 'shop', subscription: 'shop', lockedVersion: '1.1.0', lockedCsv: 'shop.v1.1.0', installedVersion: '1.0.0',
      installedCsv: 'shop.v1.0.0', requiredBy: [],
      differences: [
        { kind: 'version', locked: 'shop.v1.1.0', found: 'shop.v1.0.0', message: 'shop.v1.0.0 is installed instead of shop.v1.1.0; apply the manifests of the app' },
        {
          kind: 'pin', locked: 'shop.v1.1.0', found: 'shop.v1.0.0',
          message: 'Subscription demo/shop starts from shop.v1.0.0 instead of shop.v1.1.0; apply the manifests of the app',
        },
      ],
    }]);
    expect(messagesOf(driftOf(['shop 1.1.0'], { ...old, installPlan }))).toEqual([['version', 'shop.v1.0.0 is installed instead of shop.v1.1.0; InstallPlan demo/install-a, '
      + 'which installs shop.v1.1.0, requires approval; approve it with `olm-constructs wait --approve`']]);
    expect(messagesOf(driftOf(['shop 1.1.0'], { ...old, installPlan: { ...installPlan, csvs: ['shop.v1.0.5'] } }))[0]![1]).toContain(
      'InstallPlan demo/install-a, which installs shop.v1.0.5, requires approval; see what leads to shop.v1.1.0 with `olm-constructs plan --from-cluster`');
    expect(messagesOf(driftOf(['shop 1.1.0'], { ...old, installPlan: { ...installPlan, phase: 'Failed', message: 'no rights' } }))[0]![1]).toContain(
      'InstallPlan demo/install-a failed: no rights; see `olm-constructs explain installplan/install-a -n demo`');
    expect(messagesOf(driftOf(['shop 1.1.0'], { ...old, installPlan: { ...installPlan, phase: 'Installing' } }))[0]![1]).toContain('is in phase Installing');
    expect(messagesOf(driftOf(['shop 1.1.0'], old))[0]![1]).toContain('OLM created no InstallPlan for it; see `olm-constructs explain subscription/shop -n demo`');
  });

  it('names a newer version, to which only the lock can follow', () => {
    expect(messagesOf(driftOf(['shop 1.9.0'], operatorOf('shop', '1.10.0', {}, { startingCsv: 'shop.v1.9.0' })))).toEqual([['version', 'shop.v1.10.0 is installed instead of '
      + 'shop.v1.9.0; OLM installs no older version: run `olm-constructs lock --update shop`, or remove the operator and install it again']]);
  });

  it('puts no name into a command that kubectl would take for an option', () => {
    const { subscription: _, ...orphan } = operatorOf('shop', '1.0.0', { csv: '--all' });
    expect(messagesOf(driftOf([], orphan)).join()).toContain("`kubectl delete clusterserviceversion '<invalid name: --all>' -n demo`");
  });

  it('names what is missing', () => {
    expect(messagesOf(driftOf(['shop 1.0.0']))).toEqual([['missing', 'shop.v1.0.0 is not installed in namespace demo; apply the manifests of the app']]);
    const waiting = operatorOf('shop', '1.0.0', { csv: '', version: '', phase: '', installPlan: { ...installPlan, csvs: ['shop.v1.0.0'] } });
    expect(messagesOf(driftOf(['shop 1.0.0'], waiting))).toEqual([['missing', 'shop.v1.0.0 is not installed; InstallPlan demo/install-a, which installs shop.v1.0.0, '
      + 'requires approval; approve it with `olm-constructs wait --approve`']]);
    expect(messagesOf(driftOf(['shop 1.0.0'], operatorOf('shop', '1.0.0', { isDeleted: true, phase: '' })))).toEqual([['missing', 'shop.v1.0.0 was deleted, although its '
      + 'Subscription lists it as installed; see `olm-constructs explain subscription/shop -n demo`']]);
  });

  it('names a Subscription that was deleted', () => {
    const { subscription: _, ...orphan } = operatorOf('shop', '1.0.0');
    expect(messagesOf(driftOf(['shop 1.0.0'], orphan))).toEqual([['unsubscribed', 'shop.v1.0.0 has no Subscription, so OLM does not upgrade it; apply the manifests of the app']]);
    expect(messagesOf(driftOf(['shop 1.0.0'], { ...orphan, packageName: '' }))).toHaveLength(1);
  });

  it('names how a Subscription differs', () => {
    const changed = operatorOf('shop', '1.0.0', {}, { channel: 'beta', catalog: 'other', approval: 'Automatic', startingCsv: '' });
    expect(messagesOf(driftOf(['shop 1.0.0'], changed))).toEqual([
      ['catalog', 'Subscription demo/shop takes the package from the catalog olm/other instead of olm/hub; apply the manifests of the app'],
      ['channel', 'Subscription demo/shop follows the channel beta instead of stable; apply the manifests of the app'],
      ['approval', 'Subscription demo/shop approves InstallPlans automatically, so that OLM installs versions later than the locked one; apply the manifests of the app'],
      ['pin', 'Subscription demo/shop starts from any CSV instead of shop.v1.0.0; apply the manifests of the app'],
    ]);
    expect(messagesOf(driftOf(['shop 1.0.0'], operatorOf('shop', '1.0.0', {}, { channel: '' })))[0]![1]).toContain('follows the default channel instead of stable');
  });

  it('names operators that the lock does not contain', () => {
    const { subscription: _, ...orphan } = operatorOf('old', '0.1.0');
    expect(messagesOf(driftOf([], operatorOf('extra', '2.0.0'), orphan))).toEqual([
      ['unknown', 'extra.v2.0.0 is not in the lock; add it to the app and run `olm-constructs lock`, or remove it with `olm-constructs remove subscription/extra -n demo`'],
      ['unknown', 'old.v0.1.0 is not in the lock; add it to the app and run `olm-constructs lock`, or remove it: it has no Subscription; run '
        + '`kubectl delete clusterserviceversion old.v0.1.0 -n demo`'],
    ]);
  });

  it('names a second Subscription of a locked package', () => {
    expect(driftOf(['shop 1.0.0'], operatorOf('shop', '1.0.0', {}, { name: 'another' }), operatorOf('shop', '1.0.0')))
      .toMatchObject([{ subscription: 'another', differences: [{ kind: 'unknown' }] }]);
  });

  describe('with a dependency that OLM installed', () => {
    const cache = operatorOf('cache', '1.0.0', {}, { name: 'cache-stable-hub-olm', isGenerated: true });

    it('is unneeded if nothing requires it', () => {
      expect(driftOf(['shop 1.0.0'], operatorOf('shop', '1.0.0'), { ...cache, installedWith: ['shop.v0.9.0'] })).toMatchObject([{
        packageName: 'cache', requiredBy: ['shop.v0.9.0'], differences: [{ kind: 'unneeded', locked: '', found: 'cache.v1.0.0', message: 'cache.v1.0.0 is a dependency that '
          + 'nothing in the lock requires; OLM installed it with shop.v0.9.0; remove it with `olm-constructs remove subscription/cache-stable-hub-olm -n demo`' }],
      }]);
      expect(messagesOf(driftOf([], cache))[0]![1]).toContain('OLM installed it as a dependency');
    });

    it('is unneeded if only a version that the lock leaves requires it', () => {
      const [shop, found] = driftOf(['shop 1.1.0'], operatorOf('shop', '1.0.0'), { ...cache, requiredBy: ['shop.v1.0.0'] }).toReversed();
      expect(shop).toMatchObject({ packageName: 'shop', differences: [{ kind: 'version' }, { kind: 'pin' }] });
      expect(messagesOf([found!])).toEqual([['unneeded', 'cache.v1.0.0 is a dependency that nothing in the lock requires; shop.v1.0.0, which is locked to another version, '
        + 'requires it; remove it with `olm-constructs remove subscription/cache-stable-hub-olm -n demo`']]);
    });

    it('is unknown if something that stays requires it', () => {
      expect(messagesOf(driftOf(['shop 1.0.0'], operatorOf('shop', '1.0.0'), { ...cache, requiredBy: ['shop.v1.0.0'] }))).toEqual([['unknown', 'cache.v1.0.0 is not in the lock; '
        + 'shop.v1.0.0 requires it; add it to the app and run `olm-constructs lock`, or remove it with `olm-constructs remove subscription/cache-stable-hub-olm -n demo`']]);
      expect(driftOf([], operatorOf('extra', '1.0.0'), { ...cache, requiredBy: ['extra.v1.0.0'] }).map(({ differences: [first] }) => first!.kind)).toEqual(['unknown', 'unknown']);
    });
  });

  it('names catalogs', () => {
    const catalogs = (...found: readonly typeof HUB[]): unknown => findDrift(lockOf(), { operators: [], catalogs: found }).catalogs;
    expect(catalogs()).toEqual([{ namespace: 'olm', name: 'hub', differences: [
      { kind: 'missing', locked: 'example.test/hub:1', found: '', message: 'CatalogSource olm/hub does not exist; apply the manifests of the app' },
    ] }]);
    expect(catalogs({ ...HUB, image: 'example.test/hub:2' })).toMatchObject([{ differences: [{
      kind: 'image', message: 'CatalogSource olm/hub has the image example.test/hub:2 instead of example.test/hub:1; apply the manifests of the app, or run `olm-constructs lock`',
    }] }]);
    expect(findDrift(lockOf(), { operators: [] }).catalogs).toEqual([]);
  });
});

describe('drift', () => {
  const drift = OperatorDrift._of(findDrift(lockOf('shop 1.1.0'), { operators: [operatorOf('shop', '1.0.0', {}, { startingCsv: 'shop.v1.1.0' })], catalogs: [] }), ['no rights']);

  it('is printed as text', () => {
    expect(drift.toText()).toBe([
      'OBJECT              DIFFERENCE  LOCKED              IN THE CLUSTER',
      'catalog olm/hub     missing     example.test/hub:1  -',
      'operator demo/shop  version     shop.v1.1.0         shop.v1.0.0',
      '',
      'catalog olm/hub',
      '  - CatalogSource olm/hub does not exist; apply the manifests of the app',
      '',
      'operator demo/shop',
      '  - shop.v1.0.0 is installed instead of shop.v1.1.0; OLM created no InstallPlan for it; see',
      '    `olm-constructs explain subscription/shop -n demo` and the channel of package shop',
      '',
    ].join('\n'));
    expect(drift.toLines()[0]).toBe('catalog olm/hub: CatalogSource olm/hub does not exist; apply the manifests of the app');
  });

  it('is printed as Markdown', () => {
    expect(drift.toMarkdown()).toBe([
      '| object | difference | locked | in the cluster |', '| --- | --- | --- | --- |',
      '| catalog olm/hub | missing | example.test/hub:1 | - |', '| operator demo/shop | version | shop.v1.1.0 | shop.v1.0.0 |',
      '', '### catalog olm/hub', '', '- CatalogSource olm/hub does not exist; apply the manifests of the app',
      '', '### operator demo/shop', '', '- shop.v1.0.0 is installed instead of shop.v1.1.0; OLM created no InstallPlan for it; see '
      + '`olm-constructs explain subscription/shop -n demo` and the channel of package shop', '',
    ].join('\n'));
  });

  it('is printed as JSON', () => {
    expect(JSON.parse(drift.toJson())).toEqual({ operators: drift.operators, catalogs: drift.catalogs, notes: ['no rights'] });
  });

  it('may be empty', () => {
    const none = OperatorDrift._of({ operators: [], catalogs: [] }, []);
    expect([none.hasDrift, drift.hasDrift, none.toText(), none.toMarkdown()]).toEqual([
      false, true, 'the cluster matches the lock\n', 'The cluster matches the lock.\n',
    ]);
  });

  it('hides control characters, and escapes what Markdown would interpret', () => {
    const odd = OperatorDrift._of(findDrift(lockOf(), { operators: [operatorOf('a|b\u001b[31m', '1.0.0')], catalogs: [HUB] }), []);
    expect(odd.toText()).not.toContain('\u001b');
    expect(odd.toMarkdown()).toContain('| operator demo/a\\|b\ufffd\\[31m | unknown | - |');
  });
});
