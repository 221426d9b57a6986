import { checkKnownKeys, type KnownKeys } from '../../formats/json/known-keys';
import { parseTolerantVersion } from '../../formats/semver/tolerant-version';
import { repeated } from '../../text/repeated';
import type { InstalledOperator } from './installed-operator';
import type { ResolutionProps } from './resolution-props';
import type { ResolutionSubscription } from './resolution-subscription';

/**
 * Checks for input that is impossible in a cluster.
 *
 * @throws Error for the first problem
 */
export function checkResolutionProps(props: ResolutionProps): void {
  checkKnownKeys('props of Resolution', props, { namespace: true, catalogs: true, subscriptions: true, installed: true });
  const { namespace, catalogs, subscriptions, installed = [] } = props;
  catalogs.forEach((catalog, index) => checkKnownKeys(`catalogs[${index}]`, catalog, { name: true, namespace: true, content: true, priority: true }));
  subscriptions.forEach((subscription, index) => checkKnownKeys(`subscriptions[${index}]`, subscription, SUBSCRIPTION_KEYS));
  installed.forEach((operator, index) => checkInstalled(`installed[${index}]`, operator));
  if (namespace === '') {
    throw new Error('namespace is required: set it to the namespace of the Subscriptions');
  }
  checkUnique('Subscriptions', subscriptions.map(({ name }) => name), `namespace '${namespace}'`);
  checkUnique('catalogs', catalogs.map(catalog => `${catalog.namespace}/${catalog.name}`), 'the resolution');
  checkUnique('installed operators', installed.map(({ csv }) => csv), `namespace '${namespace}'`);
  const invalid = installed.find(({ version }) => version !== undefined && parseTolerantVersion(version) === undefined);
  if (invalid !== undefined) {
    throw new Error(`version '${invalid.version!}' of the installed operator '${invalid.csv}' is not a semantic version; set it to the version of the ClusterServiceVersion`);
  }
}

const SUBSCRIPTION_KEYS: KnownKeys<ResolutionSubscription> = {
  name: true, packageName: true, channel: true, catalog: true, catalogNamespace: true, startingCsv: true, installedCsv: true,
};

function checkInstalled(what: string, operator: InstalledOperator): void {
  checkKnownKeys(what, operator, { csv: true, packageName: true, version: true, properties: true });
  operator.properties.forEach((property, index) => checkKnownKeys(`${what}.properties[${index}]`, property, { type: true, value: true }));
}

function checkUnique(what: string, names: readonly string[], where: string): void {
  const [first] = repeated(names);
  if (first !== undefined) {
    throw new Error(`two ${what} are named '${first.value}'; remove one of them from ${where}`);
  }
}
