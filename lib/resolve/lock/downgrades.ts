import type { Catalog } from '../../catalog/catalog';
import type { CatalogChannel } from '../../catalog/catalog-channel';
import { UpgradeIndex } from '../../catalog/declcfg/upgrade-index';
import { compareVersions, parseVersion } from '../../formats/semver/version';
import { catalogKeyOf, type LockContent, operatorKey } from './lock-content';
import type { LockedOperator } from './locked-operator';

/** An operator that goes back to an earlier version. */
export interface Downgrade {
  readonly before: LockedOperator;
  readonly after: LockedOperator;
}

/**
 * Returns the operators that another lock moves to an earlier version: one that is lower, or from which the channels of the package lead to the
 * locked one, but not back.
 *
 * @param contents known contents of catalogs, by namespace and name
 */
export function downgradesBetween(current: LockContent, next: LockContent, contents: ReadonlyMap<string, Catalog>): Downgrade[] {
  const locked = new Map(current.operators.map((operator) => [operatorKey(operator), operator]));
  return next.operators.flatMap((after) => {
    const before = locked.get(operatorKey(after));
    return before !== undefined && isDowngrade(before, after, contents.get(catalogKeyOf(after))) ? [{ before, after }] : [];
  });
}

function isDowngrade(before: LockedOperator, after: LockedOperator, content: Catalog | undefined): boolean {
  const [from, to] = [parseVersion(before.version), parseVersion(after.version)];
  if (from !== undefined && to !== undefined && compareVersions(to, from) < 0) {
    return true;
  }
  const channels = content?.tryFindPackage(after.packageName)?.channels ?? [];
  const leads = (one: LockedOperator, other: LockedOperator): boolean => channels.some((channel) => leadsTo(channel, one, other));
  return before.csv !== after.csv && leads(after, before) && !leads(before, after);
}

/** Whether upgrades of a channel, one after the other, lead from one CSV to another. */
function leadsTo({ entries }: CatalogChannel, from: LockedOperator, to: LockedOperator): boolean {
  const upgrades = new UpgradeIndex(entries);
  const reached = new Set([from.csv]);
  const versions = new Map([[from.csv, from.version], ...entries.map(({ bundle }): [string, string] => [bundle.name, bundle.version])]);
  for (const csv of reached) {
    upgrades.take(csv, parseVersion(versions.get(csv) ?? '')).forEach(({ bundle }) => reached.add(bundle.name));
  }
  return from.csv !== to.csv && reached.has(to.csv);
}
