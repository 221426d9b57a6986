import { installedState } from '../../cluster/inspection/installed/installed-state';
import { namespaceInterests } from '../../cluster/waiting/operator/operator-interests';
import type { ClusterView } from '../../cluster/waiting/view/cluster-view';
import { objectsOf } from '../../cluster/waiting/view/queries';
import { type JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import type { DriftedOperator } from '../../resolve/drift/drift-types';
import { findDrift } from '../../resolve/drift/find-drift';
import type { LockedOperator } from '../../resolve/lock/locked-operator';
import { requiredString } from '../provider/checked-inputs';
import { fields, listOf, name, string } from '../provider/input-checks';

/** Check of the input `locked`. */
export const LOCKED_CHECK = listOf(fields({
  packageName: name, version: string, csv: name, channel: string, catalog: name, catalogNamespace: name, subscription: name,
}, ['packageName', 'version', 'csv', 'channel', 'catalog', 'catalogNamespace']));

/**
 * Returns how an operator differs from its lock, and what its namespace contains that is not locked, or undefined without a lock or until the
 * namespace is listed. Only the first operator in the lock with a Subscription reports what is not locked.
 *
 * @param inputs inputs of the waiter
 */
export function lockDrift(inputs: JsonMap, view: ClusterView): string[] | undefined {
  const [namespace, packageName] = [requiredString(inputs, 'namespace'), stringField(inputs, 'package')];
  const locked = mapListField(inputs, 'locked').map((item) => lockedOperator(namespace, item));
  const { subscriptions, csvs, plans } = namespaceInterests(namespace);
  const [found, installed, installPlans] = [subscriptions, csvs, plans].map((interest) => objectsOf(view, interest));
  if (locked.length === 0 || found === undefined || installed === undefined || installPlans === undefined) {
    return undefined;
  }
  const reporter = locked.find(({ subscription }) => subscription !== undefined) ?? locked[0]!;
  const { operators } = findDrift({ operators: locked, catalogs: [] }, installedState({ subscriptions: found, csvs: installed, installPlans }));
  return operators.filter((operator) => (operator.lockedCsv === '' ? reporter.packageName === packageName : operator.packageName === packageName)).flatMap(linesOf);
}

function linesOf({ differences }: DriftedOperator): string[] {
  return differences.map(({ message }) => message);
}

function lockedOperator(namespace: string, item: JsonMap): LockedOperator {
  const value = (key: string): string => stringField(item, key) ?? '';
  const subscription = stringField(item, 'subscription');
  return {
    namespace, packageName: value('packageName'), version: value('version'), csv: value('csv'), channel: value('channel'), catalog: value('catalog'),
    catalogNamespace: value('catalogNamespace'), ...(subscription === undefined ? {} : { subscription }), requiredBy: [], waivers: [],
  };
}
