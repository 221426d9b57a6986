import type { KubernetesManifest } from '../kubernetes-manifest';

type Schema = { readonly [keyword: string]: unknown };

/** Keywords whose value is one schema, and those whose value is schemas by name. */
const ONE = ['items', 'additionalProperties', 'not'];
const NAMED = ['properties'];
const SEVERAL = ['allOf', 'anyOf', 'oneOf'];

/** A CRD whose schemas say nothing for people. Fields that are called `description` stay. */
export function withoutDescriptions(crd: KubernetesManifest): KubernetesManifest {
  const spec = crd['spec'] as { readonly versions: readonly { readonly schema?: { readonly openAPIV3Schema: Schema } }[] };
  const versions = spec.versions.map((version) => (
    version.schema === undefined ? version : { ...version, schema: { ...version.schema, openAPIV3Schema: bare(version.schema.openAPIV3Schema) } }
  ));
  return { ...crd, spec: { ...spec, versions } };
}

function bare(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'description').map(([keyword, value]) => [keyword, inner(keyword, value)]));
}

function inner(keyword: string, value: unknown): unknown {
  if (ONE.includes(keyword) && typeof value === 'object' && value !== null) {
    return bare(value as Schema);
  }
  if (SEVERAL.includes(keyword)) {
    return (value as readonly Schema[]).map(bare);
  }
  if (NAMED.includes(keyword)) {
    return Object.fromEntries(Object.entries(value as { readonly [name: string]: Schema }).map(([name, schema]) => [name, bare(schema)]));
  }
  return value;
}
