import type { BundleProperty } from './bundle-property';
import { describeType, field, isMap, mapField } from '../../formats/json/json-value';
import { goField } from '../../formats/json/folded-keys';
import type { Manifest } from './manifest';
import { readYaml } from '../../formats/yaml/read-yaml';

const ANNOTATION = 'olm.properties';

/** Content of the annotation `olm.properties` of a ClusterServiceVersion. An invalid annotation has no properties. */
export interface OlmProperties {
  /** Properties in the order of the annotation. */
  readonly properties: BundleProperty[];

  /** Problem with the annotation. */
  readonly fault?: string;
}

/** Parses the annotation `olm.properties`, a JSON list of properties. */
export function olmProperties(csv: Manifest): OlmProperties {
  const annotation = field(mapField(csv.content['metadata'], 'annotations'), ANNOTATION);
  if (typeof annotation !== 'string' || annotation === '') {
    return { properties: [] };
  }
  try {
    return propertiesOf(parseJson(annotation));
  } catch (error) {
    return { properties: [], fault: `annotation ${ANNOTATION} is not JSON: ${(error as Error).message}` };
  }
}

/** Parses JSON, keeping all digits of integers beyond 2^53, which JSON.parse would round. */
function parseJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return LONG_NUMBER.test(json) ? field(readYaml(`{"value":${json}}`, EXACT).value, 'value') : value;
}

const LONG_NUMBER = /\d{16}/;
const EXACT = { target: 'any', maxDepth: 500, maxNodes: 1_000_000 } as const;

function propertiesOf(list: unknown): OlmProperties {
  if (!Array.isArray(list)) {
    return { properties: [], fault: `annotation ${ANNOTATION} must be a JSON list of properties, got ${describeType(list)}` };
  }
  const properties: BundleProperty[] = [];
  for (const [index, entry] of list.entries()) {
    const type = goField(entry, 'type');
    const value = goField(entry, 'value');
    if (!isMap(entry) || typeof type !== 'string' || value === undefined) {
      return { properties: [], fault: `entry ${index + 1} of annotation ${ANNOTATION} must have a type and a value, got ${describeType(entry)}` };
    }
    properties.push({ type, value });
  }
  return { properties };
}
