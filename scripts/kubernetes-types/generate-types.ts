import { type OpenApiTypes, shortName } from './open-api';
import { typeClosure } from './type-closure';
import { isBuiltIn, typeSource } from './type-source';

/** Kubernetes types that OLM's CRDs embed. The types that they refer to are added. */
export const ROOT_TYPES: readonly string[] = [
  'io.k8s.api.admissionregistration.v1.RuleWithOperations',
  'io.k8s.api.apps.v1.DeploymentSpec',
  'io.k8s.api.core.v1.Affinity',
  'io.k8s.api.core.v1.EnvFromSource',
  'io.k8s.api.core.v1.EnvVar',
  'io.k8s.api.core.v1.ObjectReference',
  'io.k8s.api.core.v1.ResourceRequirements',
  'io.k8s.api.core.v1.Toleration',
  'io.k8s.api.core.v1.Volume',
  'io.k8s.api.core.v1.VolumeMount',
  'io.k8s.api.rbac.v1.PolicyRule',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
];

/** Files of Kubernetes' OpenAPI v3 with these types. */
export const OPEN_API_FILES: readonly string[] = [
  'api__v1_openapi.json',
  'apis__admissionregistration.k8s.io__v1_openapi.json',
  'apis__apps__v1_openapi.json',
  'apis__rbac.authorization.k8s.io__v1_openapi.json',
];

const BUILDERS = [
  'atomicListOf', 'boolean', 'changedIn', 'dateTime', 'int32', 'int64', 'intOrString', 'keyedListOf', 'listOf', 'mapOf', 'marksSince',
  'quantity', 'required', 'setOf', 'since', 'string', 'struct', 'until',
];

/**
 * Returns the TypeScript module of the Kubernetes types, written with the builders of lib/formats/schema/schema.ts.
 *
 * @param version version of Kubernetes, for the header of the module
 * @param types types of Kubernetes' OpenAPI, at least `ROOT_TYPES` and the types that they refer to
 */
export function kubernetesTypesModule(version: string, types: OpenApiTypes): string {
  const definitions = typeClosure(ROOT_TYPES, types, isBuiltIn).map((fullName) => {
    const name = shortName(fullName);
    return `export const ${name} = ${typeSource(name, types[fullName] ?? {})};\n`;
  });
  const body = definitions.join('\n');
  const used = BUILDERS.filter((builder) => new RegExp(`\\b${builder}\\(`).test(body));
  return [
    `// Generated from the OpenAPI of Kubernetes ${version} by \`npm run generate\`. Do not edit.\n`,
    `import {\n${used.map((builder) => `  ${builder},\n`).join('')}} from '../../../formats/schema/schema';\n`,
    body,
  ].join('\n');
}
