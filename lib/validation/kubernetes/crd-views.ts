import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import type { FieldError, FieldPath } from '../../formats/schema/metadata/field-error';
import type { CrdPart, CrdVersionParts, InternalCrd } from './crd-internal-form';
import { fieldAtPath } from './crd-schema';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const SELECTABLE_TYPES = ['string', 'boolean', 'integer'];
const MAX_SELECTABLE_FIELDS = 8;

/** Returns the errors in the printer columns. */
export function crdColumnsErrors(crd: InternalCrd): FieldError[] {
  return allParts(crd).flatMap(({ columns }) => columns?.value.flatMap((column, index) => (
    columnErrors(column, columns.fieldPath.item(index), crd.columnPathKey)
  )) ?? []);
}

function columnErrors(column: JsonMap, fieldPath: FieldPath, pathKey: string): FieldError[] {
  const type = stringField(column, 'type') ?? '';
  const format = stringField(column, 'format') ?? '';
  const path = stringField(column, pathKey) ?? '';
  const jsonPath = fieldPath.child('JSONPath', [pathKey]);
  return [
    ...((stringField(column, 'name') ?? '') === '' ? [fieldPath.child('name').error('be set')] : []),
    ...(COLUMN_TYPES.includes(type) ? [] : [fieldPath.child('type').error(`be one of ${COLUMN_TYPES.join(', ')}`, type === '' ? undefined : type)]),
    ...(format === '' || COLUMN_FORMATS.includes(format) ? [] : [fieldPath.child('format').error(`be one of ${COLUMN_FORMATS.join(', ')}`, format)]),
    ...(path === '' ? [jsonPath.error('be set')] : simplePathErrors(path, jsonPath)),
  ];
}

/** Returns the errors in the subresources. Like upstream's validator, it does not check the status. */
export function crdSubresourcesErrors(crd: InternalCrd): FieldError[] {
  return allParts(crd).flatMap(({ subresources }) => (subresources === undefined ? [] : scaleErrors(subresources)));
}

function scaleErrors({ value, fieldPath }: CrdPart<JsonMap>): FieldError[] {
  const scale = field(value, 'scale');
  if (!isMap(scale)) {
    return [];
  }
  const replicas = stringField(scale, 'specReplicasPath') ?? '';
  const replicasPath = fieldPath.child('scale.specReplicasPath');
  const selector = stringField(scale, 'labelSelectorPath') ?? '';
  const selectorPath = fieldPath.child('scale.labelSelectorPath');
  return [
    ...(replicas === '' ? [replicasPath.error('be set')] : pathUnderErrors(replicas, ['.spec.'], replicasPath)),
    ...(selector === '' ? [] : pathUnderErrors(selector, ['.spec.', '.status.'], selectorPath)),
  ];
}

function pathUnderErrors(path: string, roots: readonly string[], fieldPath: FieldPath): FieldError[] {
  const faults = simplePathErrors(path, fieldPath);
  return faults.length > 0 || roots.some((root) => path.startsWith(root))
    ? faults
    : [fieldPath.error(`start with ${roots.join(' or ')}`, path)];
}

function simplePathErrors(path: string, fieldPath: FieldPath): FieldError[] {
  return path.startsWith('.') ? [] : [fieldPath.error('start with a dot, such as .spec.size', path)];
}

/** Returns the errors in the selectable fields. */
export function crdSelectableFieldsErrors(crd: InternalCrd): FieldError[] {
  const { shared, versions } = crd;
  return [
    ...versions.flatMap(({ own }) => selectableErrors(own, isMap(field(own.schema?.value, 'openAPIV3Schema')))),
    ...selectableErrors(shared, shared.schema !== undefined),
  ];
}

/**
 * The schema must be at the same level as the fields: API servers reject fields that all versions share if their schemas differ.
 *
 * @param hasSchema whether a schema counts as set; in the spec, an empty one does
 */
function selectableErrors({ selectableFields, schema }: CrdVersionParts, hasSchema: boolean): FieldError[] {
  if (selectableFields === undefined) {
    return [];
  }
  const { value: fields, fieldPath } = selectableFields;
  if (schema === undefined || !hasSchema) {
    return [fieldPath.error('be omitted unless a schema is set at the same level: versions share both or neither')];
  }
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const [index, entry] of fields.entries()) {
    const at = fieldPath.item(index).child('jsonPath');
    const path = stringField(entry, 'jsonPath') ?? '';
    const found = path === '' ? 'be set' : fieldAtPath(schema.value, path);
    if (typeof found === 'string') {
      faults.push(at.error(found, path === '' ? undefined : path));
      continue;
    }
    const key = found.keys.join('.');
    faults.push(
      ...(found.keys[0] === 'metadata' ? [at.error('not be in metadata', path)] : []),
      ...(SELECTABLE_TYPES.includes(found.type) ? [] : [at.error(`be the path of a field of type ${SELECTABLE_TYPES.join(', ')}`, path)]),
      ...(seen.has(key) ? [at.error('be unique', path)] : []),
    );
    seen.add(key);
  }
  if (seen.size > MAX_SELECTABLE_FIELDS) {
    faults.push(fieldPath.error(`have at most ${MAX_SELECTABLE_FIELDS} entries, got ${seen.size}`));
  }
  return faults;
}

function allParts({ shared, versions }: InternalCrd): CrdVersionParts[] {
  return [...versions.map(({ own }) => own), shared];
}
