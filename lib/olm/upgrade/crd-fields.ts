import type { KubernetesManifest } from '../kubernetes-manifest';
import { differingPaths } from './differing-paths';

/** The parts of a CRD that decide what becomes of its objects. */
export interface CrdContent {
  readonly versions: readonly CrdVersionContent[];
}

interface CrdVersionContent {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: { readonly openAPIV3Schema: OpenApi };
}

interface OpenApi {
  readonly properties?: { readonly [field: string]: OpenApi };
  readonly items?: OpenApi;
  readonly additionalProperties?: OpenApi;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Fields by their path, such as `spec.list[].name`: each with what is said about it itself, descriptions aside. */
type FieldMap = ReadonlyMap<string, string>;

/** How the fields of one version of a CRD change. Of a field that is there with all below it, only itself is named. */
export interface FieldChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** What a CRD defines. */
export function crdContent(crd: KubernetesManifest): CrdContent {
  return crd['spec'] as CrdContent;
}

/** How the fields of a version of a CRD differ between two releases. */
export function fieldChanges(before: CrdVersionContent, after: CrdVersionContent): FieldChanges {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  return {
    added: topmost([...current.keys()].filter((field) => !old.has(field))),
    removed: topmost([...old.keys()].filter((field) => !current.has(field))),
    changed: [...old.keys()].filter((field) => current.has(field) && current.get(field) !== old.get(field)),
  };
}

/** Where two CRDs differ outside of their schemas. */
export function pathsOutsideSchemas(before: KubernetesManifest, after: KubernetesManifest): string[] {
  return differingPaths(withoutSchemas(before), withoutSchemas(after));
}

function withoutSchemas(crd: KubernetesManifest): object {
  const versions = crdContent(crd).versions.map((version) => ({ ...version, schema: undefined }));
  return { ...crd, spec: { ...(crd['spec'] as object), versions } };
}

function fieldsOf(version: CrdVersionContent): FieldMap {
  const fields = new Map<string, string>();
  const visit = (schema: OpenApi, path: string): void => {
    const { properties = {}, items, additionalProperties, description: _, ...own } = schema;
    fields.set(path, JSON.stringify(own));
    for (const [name, field] of Object.entries(properties)) {
      visit(field, path === '' ? name : `${path}.${name}`);
    }
    if (items !== undefined) {
      visit(items, `${path}[]`);
    }
    if (additionalProperties !== undefined) {
      visit(additionalProperties, `${path}.*`);
    }
  };
  visit(version.schema.openAPIV3Schema, '');
  return fields;
}

/** Paths come after those of the fields that they lie in. */
function topmost(paths: readonly string[]): string[] {
  const found = new Set<string>();
  return paths.filter((path) => {
    const isInner = outer(path).some((prefix) => found.has(prefix));
    found.add(path);
    return !isInner;
  });
}

/** The path of the field that a field lies in, if any; one step is enough, because that one is there as well. */
function outer(path: string): string[] {
  const end = path.endsWith('[]') ? path.length - 2 : path.lastIndexOf('.');
  return end > 0 ? [path.slice(0, end)] : [];
}
