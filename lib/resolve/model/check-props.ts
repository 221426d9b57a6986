import type { ResolutionProps } from './resolution-props';
import { repeated } from '../../json/repeated';
import { parseTolerantVersion } from '../../semver/tolerant-version';

/**
 * Checks for input that is impossible in a cluster.
 *
 * @throws Error for the first problem
 */
export function checkResolutionProps({ namespace, catalogs, subscriptions, installed = [] }: ResolutionProps): void {
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

function checkUnique(what: string, names: readonly string[], where: string): void {
  const [first] = repeated(names);
  if (first !== undefined) {
    throw new Error(`two ${what} are named '${first.value}'; remove one of them from ${where}`);
  }
}
