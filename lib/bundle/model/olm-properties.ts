import type { BundleProperty } from './bundle-property';
import { describe, field, isMap, mapField, textField } from './json-value';
import type { Manifest } from './manifest';
import { readYaml } from './yaml/on-demand';

const ANNOTATION = 'olm.properties';

/** What the annotation `olm.properties` of a ClusterServiceVersion says; a fault is told where there is one, and nothing is read then. */
export interface OlmProperties {
  /** The properties, in the order of the annotation. */
  readonly properties: BundleProperty[];

  /** What is wrong with the annotation. */
  readonly fault?: string;
}

/** Reads the annotation `olm.properties`, JSON that holds a list of properties. */
export function olmProperties(csv: Manifest): OlmProperties {
  const text = field(mapField(csv.content['metadata'], 'annotations'), ANNOTATION);
  if (typeof text !== 'string' || text === '') {
    return { properties: [] };
  }
  try {
    return propertiesOf(parseJson(text));
  } catch (error) {
    return { properties: [], fault: `annotation ${ANNOTATION} is not JSON: ${(error as Error).message}` };
  }
}

/** The value of a JSON text, with every digit of whole numbers beyond 2^53, which JSON.parse would round. */
function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return LONG_NUMBER.test(text) ? field(readYaml(`{"value":${text}}`, EXACT).value, 'value') : value;
}

const LONG_NUMBER = /\d{16}/;
const EXACT = { target: 'any', maxDepth: 500, maxNodes: 1_000_000 } as const;

function propertiesOf(list: unknown): OlmProperties {
  if (!Array.isArray(list)) {
    return { properties: [], fault: `annotation ${ANNOTATION} must hold a JSON list of properties, got ${describe(list)}` };
  }
  const properties: BundleProperty[] = [];
  for (const [index, entry] of list.entries()) {
    const type = textField(entry, 'type');
    if (!isMap(entry) || type === undefined || !('value' in entry)) {
      return { properties: [], fault: `entry ${index + 1} of annotation ${ANNOTATION} must have a type and a value, got ${describe(entry)}` };
    }
    properties.push({ type, value: entry['value'] });
  }
  return { properties };
}
