import type { KubernetesManifest } from '../kubernetes-manifest';
import { differingPaths } from './differing-paths';
import { CrdRule } from '../../bundle/crd/crd-change';
import { crdVersions } from '../../bundle/crd/crd-schema';
import type { CrdVersion } from '../../bundle/crd/crd-schema';
import { schemaChanges } from '../../bundle/crd/schema-changes';

/** How the fields of one version of a CRD change. Of a field that is there with all below it, only itself is named. */
export interface FieldChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** How the fields differ of each version that two CRDs have both, in the order of the second one. */
export function changedFields(before: KubernetesManifest, after: KubernetesManifest): { version: string; changes: FieldChanges }[] {
  const old = new Map(crdVersions(before).map((version) => [version.name, version]));
  return crdVersions(after).flatMap((current) => {
    const version = old.get(current.name);
    return version === undefined ? [] : [{ version: current.name, changes: fieldChanges(version, current) }];
  });
}

/** How the fields of a version of a CRD differ between two releases. */
export function fieldChanges(before: Pick<CrdVersion, 'schema'>, after: Pick<CrdVersion, 'schema'>): FieldChanges {
  // What changes inside of a keyword is named by its own path.
  const changes = schemaChanges(before.schema, after.schema).map(({ change }) => change).filter(({ rule }) => rule !== CrdRule.INNER_SCHEMA);
  const paths = (isOf: (rule: CrdRule) => boolean): string[] => [...new Set(changes.filter(({ rule }) => isOf(rule)).map(({ path }) => path))];
  return {
    added: paths((rule) => rule === CrdRule.FIELD_ADDED),
    removed: paths((rule) => rule === CrdRule.FIELD_REMOVED),
    changed: paths((rule) => rule !== CrdRule.FIELD_ADDED && rule !== CrdRule.FIELD_REMOVED),
  };
}

/** Where two CRDs differ outside of their schemas. */
export function pathsOutsideSchemas(before: KubernetesManifest, after: KubernetesManifest): string[] {
  return differingPaths(withoutSchemas(before), withoutSchemas(after));
}

function withoutSchemas(crd: KubernetesManifest): object {
  const spec = crd['spec'] as { readonly versions: readonly object[] };
  return { ...crd, spec: { ...spec, versions: spec.versions.map((version) => ({ ...version, schema: undefined })) } };
}
