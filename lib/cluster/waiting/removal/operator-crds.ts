import { fieldAt, isMap, stringField } from '../../../formats/json/json-value';
import { suggestNames } from '../../../text/suggest-names';
import { listableVersion } from '../rules/crds';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../view/api-resource';
import { OwnedApi } from '../view/cluster-service-version';
import { ClusterView, Interest, named, objectOf } from '../view/cluster-view';
import { KubernetesObject } from '../view/kubernetes-object';

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

/**
 * Returns the CRDs in OLM's record of an operator, an Operator object: which lists them as long as they exist, even after the operator is deleted.
 */
export function recordedCrds(record: KubernetesObject | null | undefined): string[] {
  const refs = fieldAt(record?.status, 'components', 'refs');
  return (Array.isArray(refs) ? refs.filter(isMap) : []).filter((ref) => stringField(ref, 'kind') === CUSTOM_RESOURCE_DEFINITIONS.kind)
    .map((ref) => stringField(ref, 'name')).filter((name) => name !== undefined).sort();
}

/** Returns the interest in a recorded CRD. */
export function recordedCrd(name: string): Interest {
  return named(CUSTOM_RESOURCE_DEFINITIONS, name);
}

/** Returns the APIs of recorded CRDs, or an empty list until all of them are listed. */
export function recordedApis(record: KubernetesObject | null | undefined, view: ClusterView): OwnedApi[] {
  const crds = recordedCrds(record).map((name) => objectOf(view, recordedCrd(name)));
  return crds.includes(undefined) ? [] : crds.filter((crd) => crd !== null && crd !== undefined).map(apiOf).filter((api) => api !== undefined);
}

function apiOf(crd: KubernetesObject): OwnedApi | undefined {
  const [group, version] = [stringField(crd.spec, 'group'), listableVersion(crd)];
  const [plural, kind] = ['plural', 'kind'].map((key) => stringField(fieldAt(crd.spec, 'names'), key));
  return group === undefined || version === undefined || plural === undefined || kind === undefined ? undefined
    : { crd: crd.metadata.name, group, plural, kind, version };
}
