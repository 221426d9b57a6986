import { CrdChangeKind } from '../../../formats/schema/changes/crd-change';
import { type CrdVersion, crdVersions } from '../../../formats/schema/changes/crd-schema';
import { schemaChanges } from '../../../formats/schema/changes/schema-changes';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { differingPaths } from './differing-paths';

/** Changed fields of a version of a CRD, by path. Fields under an added or removed field are not listed. */
export interface FieldChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Returns the changed fields of each version that both CRDs have, in the order of the second one. */
export function changedFields(before: KubernetesManifest, after: KubernetesManifest): { version: string; changes: FieldChanges }[] {
  const old = new Map(crdVersions(before).map((version) => [version.name, version]));
  return crdVersions(after).flatMap((current) => {
    const version = old.get(current.name);
    return version === undefined ? [] : [{ version: current.name, changes: fieldChanges(version, current) }];
  });
}

/** Returns the changed fields of a version of a CRD. */
export function fieldChanges(before: Pick<CrdVersion, 'schema'>, after: Pick<CrdVersion, 'schema'>): FieldChanges {
  // A change inside a keyword is also reported with its own path.
  const changes = schemaChanges(before.schema, after.schema).map(({ change }) => change).filter(({ rule }) => rule !== CrdChangeKind.INNER_SCHEMA);
  const paths = (isOf: (rule: CrdChangeKind) => boolean): string[] => [...new Set(changes.filter(({ rule }) => isOf(rule)).map(({ path }) => path))];
  return {
    added: paths((rule) => rule === CrdChangeKind.FIELD_ADDED),
    removed: paths((rule) => rule === CrdChangeKind.FIELD_REMOVED),
    changed: paths((rule) => rule !== CrdChangeKind.FIELD_ADDED && rule !== CrdChangeKind.FIELD_REMOVED),
  };
}

/** Returns the paths at which two CRDs differ outside of their schemas. */
export function pathsOutsideSchemas(before: KubernetesManifest, after: KubernetesManifest): string[] {
  return differingPaths(withoutSchemas(before), withoutSchemas(after));
}

function withoutSchemas(crd: KubernetesManifest): object {
  const spec = crd['spec'] as { readonly versions: readonly object[] };
  return { ...crd, spec: { ...spec, versions: spec.versions.map((version) => ({ ...version, schema: undefined })) } };
}
