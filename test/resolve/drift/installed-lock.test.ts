import { OperatorLockFile } from '../../../lib/resolve';
import { installedLock, unplannedInstallPlans } from '../../../lib/resolve/drift/installed-lock';
import type { OperatorInCluster } from '../../../lib/resolve/drift/installed-state';
import { lockOf, operatorOf } from './locked';

const AFTER = lockOf('shop 1.1.0');

const problems = (...operators: readonly OperatorInCluster[]): readonly string[] => installedLock({ operators }, AFTER).problems;

const installPlan = (phase: string, ...csvs: string[]): Pick<OperatorInCluster, 'installPlan'> => ({ installPlan: { name: 'install-a', phase, csvs, message: '' } });

describe('what is installed, as a lock', () => {
  it('has the operators of the namespaces of the lock, and is a valid lock', () => {
    const { content, problems: none } = installedLock({
      operators: [operatorOf('shop', '1.0.0'), operatorOf('cache', '2.0.0'), operatorOf('other', '1.0.0', { namespace: 'elsewhere', phase: 'Failed' })],
    }, AFTER);
    expect(none).toEqual([]);
    const lock = OperatorLockFile._of(content);
    expect(OperatorLockFile.fromString(lock.toYaml()).operators).toEqual(lock.operators);
    expect(lock.operators.map(({ csv }) => csv)).toEqual(['cache.v2.0.0', 'shop.v1.0.0']);
    expect(lock.catalogs).toEqual([{ namespace: 'olm', name: 'hub' }]);
  });

  it('has no operator that is not installed yet, and the locked channel for the default one', () => {
    expect(installedLock({ operators: [operatorOf('shop', '1.0.0', { csv: '', version: '', phase: '' })] }, AFTER)).toEqual({
      content: { operators: [], catalogs: [] }, problems: [],
    });
    expect(installedLock({ operators: [operatorOf('shop', '1.0.0', {}, { channel: '' })] }, AFTER).content.operators[0]!.channel).toBe('stable');
  });

  it('is refused while an operator has failed, is being installed, or is gone', () => {
    const explain = 'see `olm-constructs explain subscription/shop -n demo`';
    expect(problems(operatorOf('shop', '1.0.0', { phase: 'Failed', message: 'install timeout' }))).toEqual([
      `operator demo/shop: shop.v1.0.0 is in phase Failed (install timeout); resolve that, ${explain}`,
    ]);
    expect(problems(operatorOf('shop', '1.0.0', { phase: 'Installing' }))).toEqual([
      `operator demo/shop: shop.v1.0.0 is in phase Installing; wait until it is installed, ${explain}`,
    ]);
    expect(problems(operatorOf('shop', '1.0.0', { phase: '', isDeleted: true }))).toEqual([
      `operator demo/shop: shop.v1.0.0 was deleted, although its Subscription lists it as installed; ${explain}`,
    ]);
  });

  it('is refused while an InstallPlan is under way or has failed', () => {
    expect(problems(operatorOf('shop', '1.0.0', installPlan('Installing', 'shop.v1.1.0')))).toEqual([expect.stringContaining(
      'InstallPlan demo/install-a, which installs shop.v1.1.0, is in phase Installing; wait until it is complete, ')]);
    expect(problems(operatorOf('shop', '1.0.0', installPlan('Failed', 'shop.v1.1.0')))).toEqual([expect.stringContaining('is in phase Failed; resolve that, ')]);
    expect(problems(operatorOf('shop', '1.0.0', installPlan('RequiresApproval', 'shop.v1.1.0')))).toEqual([]);
  });

  it('is refused if OLM would upgrade nothing', () => {
    const { subscription: _, ...orphan } = operatorOf('shop', '1.0.0');
    expect(problems(orphan)).toEqual(['operator demo/shop: shop.v1.0.0 has no Subscription, so OLM does not upgrade it; apply the manifests of the app, or delete it with '
      + '`kubectl delete clusterserviceversion shop.v1.0.0 -n demo`']);
    expect(problems({ ...orphan, packageName: 'unrelated' })).toEqual([]);
    expect(problems(operatorOf('shop', '1.0.0'), operatorOf('shop', '1.0.0', {}, { name: 'again' }))).toEqual([
      'operator demo/shop has two Subscriptions, for which OLM resolves nothing; remove one of them',
    ]);
    expect(problems(operatorOf('shop', '1.0.0', {}, { catalog: '' }))).toEqual(['Subscription demo/shop has no package or no catalog; apply the manifests of the app']);
  });
});

describe('an InstallPlan that waits for approval', () => {
  const plan = { operators: [{ namespace: 'demo', approvals: ['shop.v1.1.0'] }] };
  const unplanned = (...csvs: string[]): string[] => {
    const waiting = operatorOf('shop', '1.0.0', installPlan('RequiresApproval', ...csvs));
    return unplannedInstallPlans({ operators: [waiting, { ...waiting, packageName: 'cache' }, { ...waiting, namespace: 'elsewhere' }] }, AFTER, plan);
  };

  it('is accepted if the plan contains what it installs', () => {
    expect(unplanned('shop.v1.1.0')).toEqual([]);
  });

  it('is named once otherwise', () => {
    expect(unplanned('shop.v1.2.0', 'shop.v1.1.0')).toEqual(['InstallPlan demo/install-a requires approval, and installs shop.v1.2.0, which is not in the plan; lock what it '
      + 'installs, or see `olm-constructs explain installplan/install-a -n demo`']);
  });
});
