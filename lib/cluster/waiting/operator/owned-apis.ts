import { fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { KubernetesObject } from '../view/kubernetes-object';

/** API that an operator owns. */
export interface OwnedApi {
  /** Name of its CustomResourceDefinition: plural and group. */
  readonly crd: string;
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  readonly version: string;
}

/** Cache of the APIs of each ClusterServiceVersion, which are needed in many places. Objects of the API server are replaced, never changed. */
const OWNED = new WeakMap<KubernetesObject, readonly OwnedApi[]>();

/** Returns the APIs that a ClusterServiceVersion owns by CRDs. Incomplete entries are skipped, because OLM rejects them itself. */
export function ownedApis(csv: KubernetesObject | undefined): readonly OwnedApi[] {
  if (csv === undefined) {
    return [];
  }
  const known = OWNED.get(csv) ?? readOwnedApis(csv);
  OWNED.set(csv, known);
  return known;
}

function readOwnedApis({ spec }: KubernetesObject): OwnedApi[] {
  return mapListField(fieldAt(spec, 'customresourcedefinitions'), 'owned').flatMap((owned) => {
    const [crd, kind, version] = [stringField(owned, 'name'), stringField(owned, 'kind'), stringField(owned, 'version')];
    const dot = crd?.indexOf('.') ?? -1;
    if (crd === undefined || kind === undefined || version === undefined || dot < 1) {
      return [];
    }
    return [{ crd, kind, version, plural: crd.slice(0, dot), group: crd.slice(dot + 1) }];
  });
}
