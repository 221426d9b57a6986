import type { KubernetesManifest } from '../kubernetes-manifest';
import { OLM_GROUP } from '../olm-group';
import { openApiSchema, type SchemaTarget } from './open-api-schema';
import { object, required, string, struct, type Schema } from './schema';

/** One of OLM's CRDs. */
export interface CrdSource {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  readonly versions: readonly CrdVersionSource[];
}

/** A version of a CRD. Every one of OLM's is served and has a status subresource. */
export interface CrdVersionSource {
  readonly name: string;
  /** Whether objects are stored in this version. Exactly one is. */
  readonly storage: boolean;
  readonly description: string;
  /** Whether an object without metadata would pass the schema. The API server wants a name anyway. */
  readonly optionalMetadata?: true;
  readonly spec: Schema;
  readonly status: Schema;
  /** What `kubectl get` shows; the columns of the API server's own choice otherwise. */
  readonly columns?: readonly PrinterColumn[];
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'boolean' | 'date' | 'string';
  readonly jsonPath: string;
}

/** The generator with which upstream makes its CRDs: they carry it, so ours do. */
const CONTROLLER_GEN = 'v0.20.0';

/** The CRD as a release has it. */
export function customResourceDefinition(source: CrdSource, target: SchemaTarget): KubernetesManifest {
  const { kind, plural, shortNames, scope } = source;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${OLM_GROUP}`,
      annotations: { 'controller-gen.kubebuilder.io/version': CONTROLLER_GEN },
    },
    spec: {
      group: OLM_GROUP,
      names: {
        categories: ['olm'],
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
    ...(columns ? { additionalPrinterColumns: columns } : {}),
    schema: { openAPIV3Schema: openApiSchema(root, target) },
    served: true,
    storage,
    subresources: { status: {} },
  };
}
