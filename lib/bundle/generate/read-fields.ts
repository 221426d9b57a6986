import { exactJson } from '../../formats/json/exact-json';
import { type JsonMap, mapField } from '../../formats/json/json-value';
import { otherThanStrings, withStrings } from '../../formats/schema/string-values';
import { abridgedList } from '../../text/text-table';
import { GenerationNoteCode } from '../model/generation-note';
import type { GenerationNotes } from './generation-notes';
import { type InputObject, withContent } from './input-object';

/** Fields of the metadata that a cluster sets. */
export const CLUSTER_METADATA = ['creationTimestamp', 'uid', 'resourceVersion', 'generation', 'managedFields', 'selfLink', 'ownerReferences'];

/** Maximum number of values in a note. */
const MAX_VALUES = 5;

/**
 * Returns an object with strings where Kubernetes declares strings: YAML reads `y` and `1` as other values. operator-sdk decodes many of them as
 * strings, and the API server would refuse the object.
 */
export function withStringValues(object: InputObject, notes: GenerationNotes): InputObject {
  const found = otherThanStrings(object.content);
  if (found.length === 0) {
    return object;
  }
  // Null is an empty string for the API server, too.
  const others = found.filter(({ value }) => value !== null).map(({ path, value }) => `${path.at(-1)}: ${exactJson(value)}`);
  if (others.length > 0) {
    notes.decide(GenerationNoteCode.FIELDS, `has values that YAML does not read as strings (${abridgedList([...new Set(others)], MAX_VALUES)}), and that are strings in the bundle; put them in quotes`, object);
  }
  return withContent(object, withStrings(object.content, (value) => value === null ? '' : exactJson(value)));
}

/** Returns an object without what a cluster has set, as in the output of `kubectl get`. */
export function withoutClusterFields(object: InputObject, notes: GenerationNotes): InputObject {
  const { content } = object;
  const metadata = mapField(content, 'metadata');
  const spec = mapField(content, 'spec');
  const hasValue = (key: string): boolean => (metadata[key] ?? null) !== null;
  const isOfCluster = hasValue('uid') || hasValue('resourceVersion');
  const ofMetadata = CLUSTER_METADATA.filter(hasValue);
  const ofContent = isOfCluster && content['status'] !== undefined ? ['status'] : [];
  // An address that the cluster has chosen; a Service without one has None.
  const ofSpec = isOfCluster && object.kind === 'Service' && spec['clusterIP'] !== 'None' ? ['clusterIP', 'clusterIPs'].filter((key) => spec[key] !== undefined) : [];
  const lost = [...ofMetadata.map((key) => `metadata.${key}`), ...ofSpec.map((key) => `spec.${key}`), ...ofContent];
  if (lost.length === 0) {
    return object;
  }
  notes.inform(GenerationNoteCode.FIELDS, `has fields that a cluster has set, and that are left out: ${lost.join(', ')}`, object);
  return withContent(object, {
    ...without(content, ofContent), metadata: without(metadata, ofMetadata), ...(ofSpec.length === 0 ? {} : { spec: without(spec, ofSpec) }),
  });
}

function without(map: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)));
}
