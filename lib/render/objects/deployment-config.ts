import { defined } from '../../formats/json/defined';
import { isMap, type JsonMap, mapField, mapListField, sameJson, stringMapField } from '../../formats/json/json-value';
import type { PlainObject } from '../model/operator';

/**
 * Applies a deployment config, as OLM does: variables and volumes replace those of the same name, sources of variables and tolerations are added,
 * resources and node selector are replaced, parts of the affinity are replaced or, if they are empty, removed, and annotations are added where
 * there are none with the same key.
 *
 * @see https://github.com/operator-framework/operator-lifecycle-manager/blob/master/doc/design/subscription-config.md
 */
export function configured(deployment: PlainObject, config: JsonMap): PlainObject {
  if (Object.keys(config).length === 0) {
    return deployment;
  }
  const spec = mapField(deployment, 'spec');
  const template = mapField(spec, 'template');
  const annotations = stringMapField(config, 'annotations');
  return {
    ...deployment,
    metadata: annotated(deployment.metadata, annotations),
    spec: { ...spec, template: { ...template, metadata: annotated(mapField(template, 'metadata'), annotations), spec: configuredPod(mapField(template, 'spec'), config) } },
  };
}

function configuredPod(pod: JsonMap, config: JsonMap): JsonMap {
  const { affinity, nodeSelector, ...rest }: JsonMap = { ...pod, ...affinityOf(pod, config), ...mapNamed('nodeSelector', config) };
  return {
    ...rest,
    ...defined({ affinity }),
    ...(nodeSelector === undefined || isEmpty(nodeSelector) ? {} : { nodeSelector }),
    ...listed('volumes', replacedByName(mapListField(pod, 'volumes'), mapListField(config, 'volumes'))),
    ...listed('tolerations', added(mapListField(pod, 'tolerations'), mapListField(config, 'tolerations'))),
    containers: mapListField(pod, 'containers').map((container) => ({
      ...container,
      ...listed('env', replacedByName(mapListField(container, 'env'), mapListField(config, 'env'))),
      ...listed('envFrom', added(mapListField(container, 'envFrom'), mapListField(config, 'envFrom'))),
      ...listed('volumeMounts', replacedByName(mapListField(container, 'volumeMounts'), mapListField(config, 'volumeMounts'))),
      ...mapNamed('resources', config),
    })),
  };
}

function mapNamed(name: string, map: JsonMap): JsonMap {
  return map[name] === undefined ? {} : { [name]: map[name] };
}

function isEmpty(map: unknown): boolean {
  return isMap(map) && Object.keys(map).length === 0;
}

function listed(name: string, list: readonly JsonMap[]): JsonMap {
  return list.length === 0 ? {} : { [name]: list };
}

function replacedByName(list: readonly JsonMap[], replacements: readonly JsonMap[]): JsonMap[] {
  const result = [...list];
  for (const replacement of replacements) {
    const index = list.findLastIndex((item) => item['name'] === replacement['name']);
    if (index < 0) {
      result.push(replacement);
    } else {
      result[index] = replacement;
    }
  }
  return result;
}

function added(list: readonly JsonMap[], items: readonly JsonMap[]): JsonMap[] {
  const result = [...list];
  for (const item of items) {
    if (!result.some((known) => sameJson(known, item))) {
      result.push(item);
    }
  }
  return result;
}

/** Returns the affinity to set: undefined removes it, and without the key it is kept. */
function affinityOf(pod: JsonMap, config: JsonMap): { readonly affinity?: JsonMap | undefined } {
  const changes = config['affinity'];
  if (!isMap(changes)) {
    return {};
  }
  const kept = Object.entries(Object.keys(changes).length === 0 ? {} : { ...mapField(pod, 'affinity'), ...changes });
  const parts = kept.filter(([name, part]) => !Object.hasOwn(changes, name) || !isEmptyAffinity(part));
  return { affinity: parts.every(([, part]) => isEmptyAffinity(part)) ? undefined : Object.fromEntries(parts) };
}

function isEmptyAffinity(part: unknown): boolean {
  const required = isMap(part) ? part['requiredDuringSchedulingIgnoredDuringExecution'] : undefined;
  return mapListField(part, 'preferredDuringSchedulingIgnoredDuringExecution').length === 0
    && (isMap(required) ? mapListField(required, 'nodeSelectorTerms').length === 0 : !Array.isArray(required) || required.length === 0);
}

function annotated(metadata: JsonMap, annotations: { readonly [key: string]: string }): JsonMap {
  return Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations: { ...annotations, ...mapField(metadata, 'annotations') } };
}
