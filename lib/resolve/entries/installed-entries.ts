import { EntrySource } from './entry-source';
import { ProvidedProperties } from './provided-properties';
import { INSTALLED_SOURCE, ResolverEntry } from './resolver-entry';
import type { BundleProperty } from '../../bundle/model/bundle-property';
import type { InstalledOperator } from '../model/installed-operator';
import type { ResolutionSubscription } from '../model/resolution-subscription';

/** Returns the installed operators of a namespace, which OLM prefers to all entries of catalogs. */
export function installedEntries(
  namespace: string, installed: readonly InstalledOperator[], subscriptions: readonly ResolutionSubscription[],
): EntrySource {
  const key = { name: INSTALLED_SOURCE, namespace };
  return new EntrySource(key, 0, installed.map((operator) => {
    const owners = subscriptions.filter(({ installedCsv }) => installedCsv === operator.csv);
    const properties = new ProvidedProperties(propertiesOf(operator, owners));
    return new ResolverEntry({
      source: key,
      package: properties.packages.at(-1)?.name ?? '',
      channel: '',
      isDefaultChannel: false,
      csv: operator.csv,
      version: operator.version ?? '0.0.0',
      properties,
      hasSubscription: owners.length > 0,
    });
  }));
}

/** A CSV without properties, as created by early releases of OLM, belongs to the package of its Subscription. */
function propertiesOf({ packageName: named, version = '', properties }: InstalledOperator, owners: readonly ResolutionSubscription[]): BundleProperty[] {
  const packages = new Set(owners.map((owner) => owner.packageName));
  const packageName = named ?? (packages.size === 1 ? [...packages][0] : undefined);
  return packageName === undefined || properties.some(({ type }) => type === 'olm.package') ? properties
    : [...properties, { type: 'olm.package', value: { packageName, version } }];
}
