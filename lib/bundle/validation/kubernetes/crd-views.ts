import type { JsonMap } from '../../json-value';
import { field, isMap, textField } from '../../json-value';
import type { CrdPart, CrdVersionParts, InternalCrd } from './crd-internal-form';
import { fieldAtPath } from './crd-schema';
import type { FieldFault, FieldPlace } from './field-fault';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const SELECTABLE_TYPES = ['string', 'boolean', 'integer'];
const MOST_SELECTABLE_FIELDS = 8;

/** What is wrong with the columns that kubectl prints. */
export function crdColumnsFaults(crd: InternalCrd): FieldFault[] {
  return everyPart(crd).flatMap(({ columns }) => columns?.value.flatMap((column, index) => (
    columnFaults(column, columns.place.item(index), crd.columnPathKey)
  )) ?? []);
}

function columnFaults(column: JsonMap, place: FieldPlace, pathKey: string): FieldFault[] {
  const type = textField(column, 'type') ?? '';
  const format = textField(column, 'format') ?? '';
  const path = textField(column, pathKey) ?? '';
  const pathPlace = place.child('JSONPath', [pathKey]);
  return [
    ...((textField(column, 'name') ?? '') === '' ? [place.child('name').fault('be given')] : []),
    ...(COLUMN_TYPES.includes(type) ? [] : [place.child('type').fault(`be one of ${COLUMN_TYPES.join(', ')}`, type === '' ? undefined : type)]),
    ...(format === '' || COLUMN_FORMATS.includes(format) ? [] : [place.child('format').fault(`be one of ${COLUMN_FORMATS.join(', ')}`, format)]),
    ...(path === '' ? [pathPlace.fault('be given')] : simplePathFaults(path, pathPlace)),
  ];
}

/** What is wrong with the subresources. What concerns the status is left out, as upstream's validator leaves it out. */
export function crdSubresourcesFaults(crd: InternalCrd): FieldFault[] {
  return everyPart(crd).flatMap(({ subresources }) => (subresources === undefined ? [] : scaleFaults(subresources)));
}

function scaleFaults({ value, place }: CrdPart<JsonMap>): FieldFault[] {
  const scale = field(value, 'scale');
  if (!isMap(scale)) {
    return [];
  }
  const replicas = textField(scale, 'specReplicasPath') ?? '';
  const replicasPlace = place.child('scale.specReplicasPath');
  const selector = textField(scale, 'labelSelectorPath') ?? '';
  const selectorPlace = place.child('scale.labelSelectorPath');
  return [
    ...(replicas === '' ? [replicasPlace.fault('be given')] : pathUnderFaults(replicas, ['.spec.'], replicasPlace)),
    ...(selector === '' ? [] : pathUnderFaults(selector, ['.spec.', '.status.'], selectorPlace)),
  ];
}

function pathUnderFaults(path: string, roots: readonly string[], place: FieldPlace): FieldFault[] {
  const faults = simplePathFaults(path, place);
  return faults.length > 0 || roots.some((root) => path.startsWith(root))
    ? faults
    : [place.fault(`begin with ${roots.join(' or ')}`, path)];
}

function simplePathFaults(path: string, place: FieldPlace): FieldFault[] {
  return path.startsWith('.') ? [] : [place.fault('begin with a dot, such as .spec.size', path)];
}

/** What is wrong with the fields that field selectors may name. */
export function crdSelectableFieldsFaults(crd: InternalCrd): FieldFault[] {
  const { shared, versions } = crd;
  return [
    ...versions.flatMap(({ own }) => selectableFaults(own, isMap(field(own.schema?.value, 'openAPIV3Schema')))),
    ...selectableFaults(shared, shared.schema !== undefined),
  ];
}

/**
 * The schema must stand where the fields do: API servers refuse fields that all versions share beside schemas that differ.
 *
 * @param hasSchema whether API servers take the parts for having one: beside the versions an empty one will do
 */
function selectableFaults({ selectableFields, schema }: CrdVersionParts, hasSchema: boolean): FieldFault[] {
  if (selectableFields === undefined) {
    return [];
  }
  const { value: fields, place } = selectableFields;
  if (schema === undefined || !hasSchema) {
    return [place.fault('be left out where no schema stands beside them: versions share both or neither')];
  }
  const seen = new Set<string>();
  const faults: FieldFault[] = [];
  for (const [index, entry] of fields.entries()) {
    const at = place.item(index).child('jsonPath');
    const path = textField(entry, 'jsonPath') ?? '';
    const found = path === '' ? 'be given' : fieldAtPath(schema.value, path);
    if (typeof found === 'string') {
      faults.push(at.fault(found, path === '' ? undefined : path));
      continue;
    }
    const key = found.keys.join('.');
    faults.push(
      ...(found.keys[0] === 'metadata' ? [at.fault('not lead into metadata', path)] : []),
      ...(SELECTABLE_TYPES.includes(found.type) ? [] : [at.fault(`lead to a field of type ${SELECTABLE_TYPES.join(', ')}`, path)]),
      ...(seen.has(key) ? [at.fault('not repeat a field', path)] : []),
    );
    seen.add(key);
  }
  if (seen.size > MOST_SELECTABLE_FIELDS) {
    faults.push(place.fault(`have at most ${MOST_SELECTABLE_FIELDS} entries, got ${seen.size}`));
  }
  return faults;
}

function everyPart({ shared, versions }: InternalCrd): CrdVersionParts[] {
  return [...versions.map(({ own }) => own), shared];
}
