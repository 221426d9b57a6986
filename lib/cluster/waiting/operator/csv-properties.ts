import { KubernetesObject } from '../view/kubernetes-object';
import { isMap, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { OLM_GROUP } from '../../../olm/v0/model/olm-names';

/** Annotation in which OLM records the properties of the bundle. */
const PROPERTIES_ANNOTATION = 'operatorframework.io/properties';

/** Returns the properties of the bundle of a ClusterServiceVersion, or an empty list if OLM did not record them. */
export function csvProperties({ metadata: { annotations } }: KubernetesObject): JsonMap[] {
  try {
    const parsed: unknown = JSON.parse(annotations?.[PROPERTIES_ANNOTATION] ?? '{}');
    return isMap(parsed) ? mapListField(parsed, 'properties') : [];
  } catch {
    return [];
  }
}

/** Returns the package of a ClusterServiceVersion from the properties of its bundle; old releases of OLM set only a label. */
export function csvPackage(csv: KubernetesObject): string | undefined {
  const property = csvProperties(csv).find(({ type }) => type === 'olm.package');
  const { labels = {}, namespace = '' } = csv.metadata;
  const prefix = `${OLM_GROUP}/`;
  const suffix = `.${namespace}`;
  const label = Object.keys(labels).find((key) => key.startsWith(prefix) && key.endsWith(suffix));
  return stringField(property?.['value'], 'packageName') ?? label?.slice(prefix.length, -suffix.length);
}
