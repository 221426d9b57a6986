import { describeType, isMap, type JsonMap } from '../formats/json/json-value';
import { formatPath } from '../formats/json/source-position';
import { goDecode } from '../formats/yaml/go-decoder';
import { type GoType, mapOf, STRING, struct, type StructType } from '../formats/yaml/go-type';
import { goValue } from '../formats/yaml/go-value';
import { suggestNames } from '../text/suggest-names';
import { csvType } from '../validation/views/csv-type';
import { RenderErrorCode, type RenderProblems } from './model/render-error';

/**
 * Decodes a deployment config, and serializes it as Go does.
 *
 * @param problems receives unknown fields and values of the wrong type
 */
export function decodeDeploymentConfig(config: unknown, problems: RenderProblems): JsonMap {
  const fault = (message: string): void => problems.add(RenderErrorCode.OPTIONS, message);
  if (!isMap(config)) {
    fault(`deploymentConfig must be a map, the fields of a Subscription's spec.config, got ${describeType(config)}`);
    return {};
  }
  const type = configType();
  unknownFields(config, type, 'deploymentConfig').forEach(fault);
  const { value, faults } = goDecode(config, type, 'kubernetes');
  for (const { path, message } of faults) {
    fault(`deploymentConfig.${formatPath(path)} ${message}`);
  }
  const nodeSelector = config['nodeSelector'];
  // An empty node selector removes that of the deployment.
  return { ...goValue(value, type) as JsonMap, ...(isMap(nodeSelector) ? { nodeSelector } : {}) };
}

let made: StructType | undefined;

/** Returns the Go type of a deployment config, whose fields are those of a pod. */
function configType(): StructType {
  if (made === undefined) {
    const pod = structAt(csvType(), ['spec', 'install', 'spec', 'deployments', 'spec', 'template', 'spec']);
    const container = structAt(pod, ['containers']);
    const of = ({ fields }: StructType, names: readonly string[]): [string, GoType][] => names.map((name) => [name, fields[name]!]);
    made = struct({
      ...Object.fromEntries(of(pod, ['affinity', 'tolerations', 'volumes'])),
      ...Object.fromEntries(of(container, ['env', 'envFrom', 'resources', 'volumeMounts'])),
      nodeSelector: mapOf(STRING),
      annotations: mapOf(STRING),
    });
  }
  return made;
}

function structAt(type: StructType, path: readonly string[]): StructType {
  return path.reduce<StructType>((outer, name) => {
    const inner = outer.fields[name]!;
    return (inner.is === 'list' ? inner.items : inner) as StructType;
  }, type);
}

/** Returns the fields of the source of a volume, at any depth, that Kubernetes does not have, as sentences. */
export function unknownVolumeFields(source: object, path: string): string[] {
  const { name: _, ...sources } = structAt(configType(), ['volumes']).fields;
  return unknownFields(source, struct(sources), path);
}

/**
 * Returns the fields of a value, at any depth, that its Go type does not have, as sentences: decoding drops them.
 *
 * @param path path of the value, such as `deploymentConfig.tolerations[0]`
 */
export function unknownFields(value: unknown, type: GoType, path: string): string[] {
  if (type.is === 'opaque') {
    return unknownFields(value, type.type, path);
  }
  if (type.is === 'list') {
    return Array.isArray(value) ? value.flatMap((item, index) => unknownFields(item, type.items, `${path}[${index}]`)) : [];
  }
  if (type.is !== 'struct' || !isMap(value)) {
    return [];
  }
  return Object.entries(value).filter(([, inner]) => inner !== undefined).flatMap(([key, inner]) => {
    const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
    return field === undefined ? [`unknown field '${key}' in ${path}; known fields: ${suggestNames(key, Object.keys(type.fields))}`]
      : unknownFields(inner, field, `${path}.${key}`);
  });
}
