import type { KubernetesManifest } from '../../../lib/formats/schema/kubernetes-manifest';
import type { JsonSchema } from '../../../lib/formats/schema/checks/json-schema';
import { objectProblems } from '../../../lib/formats/schema/checks/object-problems';

/** Returns the CRD of a kind `Thing` whose spec has a schema. */
export function crdOf(spec: JsonSchema, root: JsonSchema = {}): KubernetesManifest {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.test' },
    spec: {
      group: 'example.test',
      names: { kind: 'Thing', plural: 'things' },
      scope: 'Cluster',
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'object', properties: { spec, status: STATUS }, ...root } } },
        { name: 'v0', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  };
}

const STATUS: JsonSchema = { type: 'object', properties: { ready: { type: 'boolean' } } };

/** Returns an object of the kind `Thing`. */
export function thing(spec: unknown, metadata: unknown = { name: 'thing' }): { [field: string]: unknown } {
  return { apiVersion: 'example.test/v1', kind: 'Thing', metadata, spec };
}

/** Returns the problems of a spec under a schema, as lines. */
export function problemsOf(schema: JsonSchema, spec: unknown, earlier?: unknown): string[] {
  const before = earlier === undefined ? undefined : thing(earlier);
  return objectProblems(crdOf(schema), thing(spec), before).map(({ field, message }) => `${field}: ${message}`);
}
