import { CUSTOM_RESOURCE_DEFINITIONS } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { KubernetesObject } from '../view/kubernetes-object';
import { named, objectOf } from '../view/queries';
import { OwnedApi } from '../operator/owned-apis';
import { listableVersion } from './crd-conversion';
import { fieldAt, isMap, stringField } from '../../../formats/json/json-value';

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
