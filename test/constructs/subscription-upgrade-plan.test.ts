import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CatalogRef, OperatorLock, OperatorSubscription } from 'olm-constructs';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorLockFile, OperatorUpgradePlan } from 'olm-constructs/resolve';
import { LOCK_COMMAND_VARIABLE } from '../../lib/constructs/model/lock-command';
import { bundleOf } from '../builders/bundle-of';
import { synth } from '../builders/synthesized';
import { planJson, PlannedPath, planOf } from '../builders/upgrade-plan';

const CATALOG = CatalogRef.named('hub', 'olm', {
  content: Catalog.fromBundles([
    bundleOf({
      package: 'shop', files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '>=1.0.0' } }] } },
    }),
    bundleOf({ package: 'cache' }),
  ]),
});

const LOCK = ((): OperatorLockFile => {
  const chart = new Chart(new App(), 'test');
  const lock = new OperatorLock(chart, 'lock', { path: join(tmpdir(), 'no-lock.yaml') });
  new OperatorSubscription(chart, 'shop', { catalog: CATALOG, packageName: 'shop' });
  return lock.resolve();
})();

/** An app with the shop, which is locked to 1.0.0 with its cache. */
function shopWith(upgradePlan: OperatorUpgradePlan): Chart {
  const chart = new Chart(new App(), 'test');
  new OperatorSubscription(chart, 'shop', { catalog: CATALOG, packageName: 'shop', lock: LOCK, upgradePlan });
  return chart;
}

const to = (packageName: string, csv: string, namespace = 'shop'): PlannedPath => ({ namespace, packageName, approvals: [csv] });

const PROBLEM = 'the plan leads to shop.v2.0.0, and Subscription shop/shop is pinned to shop.v1.0.0; make the plan again for the present lock';

describe('an upgrade plan of a Subscription', () => {
  it.each<[string, PlannedPath[]]>([
    ['the locked version of the operator', [to('shop', 'shop.v1.0.0')]],
    ['the locked versions of the operator and its dependency', [to('shop', 'shop.v1.0.0'), to('cache', 'cache.v1.0.0')]],
    ['other packages of the namespace', [to('other', 'other.v2.0.0')]],
    ['the same package in other namespaces', [to('shop', 'shop.v2.0.0', 'other')]],
  ])('may lead to %s', (_, paths) => {
    expect(() => synth(shopWith(planOf(...paths)))).not.toThrow();
  });

  it.each<[string, PlannedPath, string]>([
    ['the operator', to('shop', 'shop.v2.0.0'), `[test/shop] the plan:4: ${PROBLEM}`],
    ['its dependency', to('cache', 'cache.v2.0.0'), '[test/shop/Dependency-cache] the plan:4: the plan leads to cache.v2.0.0, and Subscription shop/cache is pinned to cache.v1.0.0; '
      + 'make the plan again for the present lock'],
  ])('is refused at synthesis if it leads to another version of %s', (_, path, problem) => {
    expect(() => synth(shopWith(planOf(path)))).toThrow(problem);
  });

  it('is not checked while the command makes the lock, since a plan can only be made after that', () => {
    process.env[LOCK_COMMAND_VARIABLE] = JSON.stringify({ folder: tmpdir(), update: [] });
    try {
      expect(shopWith(planOf(to('shop', 'shop.v2.0.0'))).node.findAll().flatMap(({ node }) => node.validate())).toEqual([]);
    } finally {
      delete process.env[LOCK_COMMAND_VARIABLE];
    }
  });

  it('is refused with the file and line of the plan', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plan-'));
    try {
      const path = join(folder, 'plan.json');
      writeFileSync(path, planJson(to('other', 'other.v1.0.0'), to('shop', 'shop.v2.0.0')));
      expect(() => synth(shopWith(OperatorUpgradePlan.fromFile(path)))).toThrow(`[test/shop] ${path}:14: ${PROBLEM}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
