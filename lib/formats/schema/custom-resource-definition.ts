import type { KubernetesManifest } from './kubernetes-manifest';
import { isWithin } from './release-range';
import { openApiSchema, type SchemaTarget } from './open-api-schema';
import { object, required, string, struct, type Schema } from './schema';

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
