import { NamespaceState } from './namespace-state';
import { compareUtf8 } from '../../formats/json/go-json';
import { catalogEntries } from '../entries/catalog-entries';
import { checkResolutionProps } from '../model/check-props';
import type { ResolutionProps } from '../model/resolution-props';

/**
 * Returns the state of a namespace before it is resolved.
 *
 * @throws Error if two Subscriptions, catalogs or installed operators have the same name, or a version is invalid
 */
export function stateOf(props: ResolutionProps): NamespaceState {
  checkResolutionProps(props);
  const installed = [...props.installed ?? []].sort((left, right) => compareUtf8(left.csv, right.csv));
  return new NamespaceState(props.namespace, props.catalogs.map(catalogEntries), props.subscriptions, installed);
}
