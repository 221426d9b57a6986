import type { KubernetesManifest } from '../model/kubernetes-manifest';
import { OLM_GROUP } from '../model/olm-names';
import { isBefore, isWithin } from '../model/release-range';
import { openApiSchema, type SchemaTarget } from './open-api-schema';
import { object, required, string, struct, type Schema } from '../schema/schema';

/** One of OLM's CRDs. */
export interface CrdSource {
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  readonly versions: readonly CrdVersionSource[];
  /** First release of OLM with the CRD; undefined if all releases have it. */
  readonly since?: string;
}

/** A version of a CRD. All versions of OLM's CRDs are served and have a status subresource. */
export interface CrdVersionSource {
  readonly name: string;
  /** Whether this is the storage version. Exactly one version is. */
  readonly storage: boolean;
  readonly description: string;
  /** Whether the schema does not require metadata. The API server requires a name in any case. */
  readonly optionalMetadata?: true;
  readonly spec: Schema;
  readonly status: Schema;
  /** Columns of `kubectl get`; the defaults of the API server if undefined. */
  readonly columns?: readonly PrinterColumn[];
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'boolean' | 'date' | 'string';
  readonly jsonPath: string;
  /** First release of OLM with the column; undefined if all releases have it. */
  readonly since?: string;
}

/** Versions of upstream's CRD generator by first release, newest first. CRDs have the version as an annotation. */
const CONTROLLER_GEN: readonly (readonly [since: string, generator: string])[] = [
  ['0.39.0', 'v0.20.0'],
  ['0.33.0', 'v0.18.0'],
  ['0.32.0', 'v0.17.2'],
  ['0.31.0', 'v0.17.0'],
  ['0.29.0', 'v0.16.1'],
  ['0.28.0', 'v0.14.0'],
  ['0.23.0', 'v0.9.0'],
  ['0.21.0', 'v0.8.0'],
  ['0.20.0', 'v0.6.2'],
  ['0.19.0', 'v0.6.0'],
  ['0.18.0', 'v0.4.1'],
];

/** Returns the CRD of a release. */
export function customResourceDefinition(source: CrdSource, target: SchemaTarget): KubernetesManifest {
  const { kind, plural, shortNames, scope } = source;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${OLM_GROUP}`,
      annotations: { 'controller-gen.kubebuilder.io/version': controllerGen(target.release) },
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

function controllerGen(release: string): string {
  const found = CONTROLLER_GEN.find(([since]) => !isBefore(release, since));
  if (found === undefined) {
    throw new Error(`no CRD generator is known for OLM ${release}; add it to CONTROLLER_GEN`);
  }
  return found[1];
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
  return columns.filter((column) => isWithin(release, column)).map(({ name, type, jsonPath }) => ({ name, type, jsonPath }));
}
