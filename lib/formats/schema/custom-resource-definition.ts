import type { KubernetesManifest } from './kubernetes-manifest';
import { isBefore, isWithin } from './release-range';
import { type Fields, MARKS, object, required, type Schema, string, struct } from './schema';

/**
 * Descriptions in OLM's CRDs, for `kubectl explain` and editors.
 *
 * Embedded Kubernetes types, such as pod templates, never have descriptions: with them the largest CRD would not fit into the annotation that
 * client-side `kubectl apply` writes.
 */
export enum CrdDescriptions {
  /** A description for every field that OLM defines. */
  FULL = 'full',

  /** No descriptions, for the smallest CRDs. */
  NONE = 'none',
}

/** Common parts of the CRDs of a product. */
export interface CrdFamily {
  readonly group: string;
  readonly categories?: readonly string[];
  /** Annotations of the CRD of a kind in a release. */
  readonly annotations: (release: string, experimental: boolean, kind: string) => { readonly [key: string]: string };
}

/** A CRD, in all releases of a product. */
export interface CrdSource {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  readonly versions: readonly CrdVersionSource[];
  /** First release with the CRD, or undefined if all releases have it. */
  readonly since?: string;
  /** First release without the CRD. */
  readonly until?: string;
  /** Whether only the experimental CRDs contain it. */
  readonly experimental?: true;
}

/** A version of a CRD. All versions are served and have a status subresource. */
export interface CrdVersionSource {
  readonly name: string;
  /** Whether this is the storage version. Exactly one version is. */
  readonly storage: boolean;
  readonly description: string;
  /** Whether the schema does not require metadata. The API server requires a name in any case. */
  readonly optionalMetadata?: true;
  readonly spec: Schema;
  readonly status: Schema;
  /** Columns of `kubectl get`, or undefined for the defaults of the API server. */
  readonly columns?: readonly PrinterColumn[];
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'boolean' | 'date' | 'string';
  readonly jsonPath: string;
  /** 1 to show the column only with `-o wide`, or undefined to always show it. */
  readonly priority?: 1;
  /** First release with the column, or undefined if all releases have it. */
  readonly since?: string;
  /** First release without the column. */
  readonly until?: string;
}

/** Returns the CRD of a release. */
export function customResourceDefinition(family: CrdFamily, source: CrdSource, target: SchemaTarget): KubernetesManifest {
  const { group, categories, annotations } = family;
  const { kind, plural, shortNames, scope } = source;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: annotations(target.release, target.experimental ?? false, kind),
    },
    spec: {
      group,
      names: {
        ...(categories ? { categories } : {}),
        kind,
        listKind: `${kind}List`,
        plural,
        ...(shortNames ? { shortNames } : {}),
        singular: kind.toLowerCase(),
      },
      scope,
      versions: source.versions.map((version) => crdVersion(version, target)),
    },
  };
}

function crdVersion(version: CrdVersionSource, target: SchemaTarget): object {
  const { name, storage, columns, description, spec, status } = version;
  const metadata = version.optionalMetadata ? struct() : required(struct());
  const root = object(description, { apiVersion: string(), kind: string(), metadata, spec, status });
  return {
    name,
    ...(columns ? { additionalPrinterColumns: printerColumns(columns, target.release) } : {}),
    schema: { openAPIV3Schema: openApiSchema(root, target) },
    served: true,
    storage,
    subresources: { status: {} },
  };
}

function printerColumns(columns: readonly PrinterColumn[], release: string): object[] {
  return columns.filter((column) => isWithin(release, column)).map(({ since: _since, until: _until, ...column }) => column);
}

/** Release and options of an OpenAPI schema. */
export interface SchemaTarget {
  /** Release of OLM, such as `0.46.0`. */
  readonly release: string;
  readonly descriptions: CrdDescriptions;
  /** Whether to use the experimental CRDs of the release. @default false */
  readonly experimental?: boolean;
}

/** An OpenAPI schema in a CRD. */
interface OpenApi {
  [keyword: string]: unknown;
}

/**
 * Converts a schema to the structural OpenAPI v3 schema of a CRD: with the fields of the release, required fields sorted by name as upstream's
 * generator sorts them, and descriptions if requested.
 *
 * Fills objects in place, since it is called tens of thousands of times if many releases are built.
 */
export function openApiSchema(schema: Schema, target: SchemaTarget): OpenApi {
  const { description, fields, items, values } = schema;
  const result: OpenApi = {};
  if (description !== undefined && target.descriptions === CrdDescriptions.FULL) {
    result['description'] = description;
  }
  addKeywords(result, schema, target.release);
  if (fields !== undefined) {
    addFields(result, fields, target);
  }
  if (items !== undefined) {
    result['items'] = openApiSchema(items, target);
  }
  if (values !== undefined) {
    result['additionalProperties'] = openApiSchema(values, target);
  }
  return result;
}

function addKeywords(result: OpenApi, { keywords, marksSince }: Schema, release: string): void {
  const isUnmarked = marksSince !== undefined && isBefore(release, marksSince);
  for (const keyword in keywords) {
    if (!isUnmarked || !MARKS.has(keyword)) {
      result[keyword] = keywords[keyword];
    }
  }
}

function addFields(result: OpenApi, fields: Fields, target: SchemaTarget): void {
  const properties: OpenApi = {};
  const required: string[] = [];
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined && hasField(target, field)) {
      const current = schemaIn(target.release, field);
      properties[name] = openApiSchema(current, target);
      if (current.required) {
        required.push(name);
      }
    }
  }
  result['properties'] = properties;
  if (required.length > 0) {
    result['required'] = required.sort();
  }
}

/** Whether the CRDs of a release and channel have a field. */
function hasField({ release, experimental = false }: SchemaTarget, field: Schema): boolean {
  return isWithin(release, field) && (experimental || !(field.experimental ?? []).some((range) => isWithin(release, range)));
}

/** Returns the schema of a field in a release. */
function schemaIn(release: string, field: Schema): Schema {
  return field.before !== undefined && isBefore(release, field.before.release) ? schemaIn(release, field.before.schema) : field;
}
