import { OwnedApi } from '../operator/owned-apis';
import { suggestNames } from '../../../text/suggest-names';

/** CRDs to delete: all CRDs of an operator, none, or those of some kinds, by kind and group such as `Database.example.com`. */
export type CrdSelection = boolean | readonly string[];

/** Returns kind and group of an API, such as `Database.example.com`. */
export function kindAndGroup({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return `${kind}.${group}`;
}

/** Whether any CRD may be selected. */
export function selectsCrds(selection: CrdSelection): boolean {
  return typeof selection === 'boolean' ? selection : selection.length > 0;
}

/** Whether the CRD of an API is selected. */
export function selectsCrd(selection: CrdSelection, api: OwnedApi): boolean {
  return typeof selection === 'boolean' ? selection : selection.includes(kindAndGroup(api));
}

/**
 * Returns an error message for selected kinds without a CRD of the operator, or undefined if the operator owns all of them.
 *
 * @param setting the setting, for the message
 */
export function unknownKind(
  setting: string, selection: readonly string[], apis: readonly { readonly kind: string; readonly group: string }[],
): string | undefined {
  const known = [...new Set(apis.map(kindAndGroup))].sort();
  const unknown = selection.find((kind) => !known.includes(kind));
  return unknown === undefined ? undefined : `${setting} has '${unknown}', which the operator does not own; choose from its kinds: ${suggestNames(unknown, known)}`;
}
