import { isDeepStrictEqual } from 'node:util';
import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { someSchema } from '../../formats/schema/changes/crd-schema';
import type { FieldError, FieldPath } from '../../formats/schema/checks/field-error';
import { label1035Errors } from '../../formats/schema/checks/kubernetes-names';
import { append } from '../../text/lists';
import type { CrdPart, CrdVersion, CrdVersionParts, InternalCrd } from './crd-internal-form';

const MAX_WARNING_BYTES = 256;

/** Returns the errors in the list of versions. */
export function crdVersionsErrors(crd: InternalCrd): FieldError[] {
  const { versions, spec } = crd;
  const fieldPath = spec.child('versions');
  const names = versions.map(({ name }) => name);
  return [
    ...versions.flatMap((version) => [...versionNameErrors(version), ...deprecationErrors(version)]),
    ...(new Set(names).size < names.length ? [fieldPath.error('have unique names')] : []),
    ...firstVersionErrors(crd),
  ];
}

/** Returns the errors in the choice of the storage version. */
export function crdStorageErrors({ versions, spec }: InternalCrd): FieldError[] {
  const stored = versions.filter(({ storage }) => storage);
  if (stored.length === 1) {
    return [];
  }
  const found = stored.length === 0 ? 'none' : stored.map(({ name }) => name).join(', ');
  return [spec.child('versions').error(`have exactly one version with storage: true, got ${found}`)];
}

function versionNameErrors({ name, fieldPath }: CrdVersion): FieldError[] {
  const requirements = label1035Errors(name);
  return requirements.length === 0 ? [] : [fieldPath.child('name').error(requirements.join(', and '), name)];
}

function deprecationErrors({ deprecated, deprecationWarning, fieldPath }: CrdVersion): FieldError[] {
  const at = fieldPath.child('deprecationWarning');
  if (deprecationWarning === undefined) {
    return [];
  }
  if (!deprecated) {
    return [at.error('be omitted, because the version is not deprecated')];
  }
  const bytes = Buffer.byteLength(deprecationWarning);
  return [
    ...(bytes > MAX_WARNING_BYTES ? [at.error(`have at most ${MAX_WARNING_BYTES} bytes, got ${bytes}`)] : []),
    ...(deprecationWarning === '' ? [at.error('not be empty')] : []),
    ...(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(deprecationWarning) ? [at.error('contain only printable characters and no line breaks')] : []),
  ];
}

function firstVersionErrors({ version, versions, spec }: InternalCrd): FieldError[] {
  if (version === '') {
    return [];
  }
  // The field of v1beta1. In the internal form of a v1 file, it contains the name of the first version.
  const fieldPath = spec.child('version');
  const requirements = label1035Errors(version);
  return [
    ...(requirements.length === 0 ? [] : [fieldPath.error(requirements.join(', and '), version)]),
    ...(versions[0] !== undefined && versions[0].name !== version ? [fieldPath.error('be the first version of spec.versions', version)] : []),
  ];
}

/** Returns an error for each part that is set both in the spec and in versions, or is the same in all versions. Only v1beta1 allows either. */
export function crdSharedPartsErrors({ shared, versions, spec }: InternalCrd): FieldError[] {
  const parts = [['schema', 'validation'], ['subresources', 'subresources'], ['columns', 'additionalPrinterColumns']] as const;
  return [
    ...parts.flatMap(([part, name]) => (
      shared[part] !== undefined && versions.some(({ own }) => own[part] !== undefined)
        ? [spec.child(name).error('be set either in spec or in versions, not in both')]
        : []
    )),
    ...parts.flatMap(([part, name]) => {
      const [first, ...others] = versions.map(({ own }) => own[part]?.value);
      return first !== undefined && others.every((other) => isDeepStrictEqual(other, first))
        ? [spec.child('versions').error(`not all have the same ${part === 'schema' ? 'schema' : name}; move it to spec.${name}`)]
        : [];
    }),
  ];
}

/** Checks that unknown fields are not preserved, which is the default of v1beta1. */
export function crdUnknownFieldsErrors({ preserveUnknownFields, versions, shared, spec }: InternalCrd): FieldError[] {
  if (!preserveUnknownFields) {
    return [];
  }
  const fieldPath = spec.child('preserveUnknownFields');
  const hasDefaults = [shared, ...versions.map(({ own }) => own)].some(({ schema }) => schemaHasDefaults(schema?.value));
  return [
    ...(hasDefaults ? [fieldPath.error('be false, because the schema has defaults')] : []),
    fieldPath.error('be false; to preserve unknown fields, set x-kubernetes-preserve-unknown-fields in the schema'),
  ];
}

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
    append(faults, [
      ...(found.keys[0] === 'metadata' ? [at.error('not be in metadata', path)] : []),
      ...(SELECTABLE_TYPES.includes(found.type) ? [] : [at.error(`be the path of a field of type ${SELECTABLE_TYPES.join(', ')}`, path)]),
      ...(seen.has(key) ? [at.error('be unique', path)] : []),
    ]);
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

/** Whether any schema in the map around `openAPIV3Schema` has a default. */
function schemaHasDefaults(holder: JsonMap | undefined): boolean {
  return someSchema(field(holder, 'openAPIV3Schema'), (schema) => (field(schema, 'default') ?? null) !== null);
}

/**
 * Returns the type and the keys of the field at a path such as `.spec.replicas`, or the requirement that the path does not meet, as a
 * phrase that follows "must".
 *
 * @see https://github.com/kubernetes/apiextensions-apiserver/blob/master/pkg/apiserver/schema/cel/validation.go
 */
function fieldAtPath(holder: JsonMap, path: string): { readonly type: string; readonly keys: readonly string[] } | string {
  let schema: unknown = field(holder, 'openAPIV3Schema');
  const keys: string[] = [];
  for (let rest = path; rest !== '';) {
    if (rest.startsWith('[')) {
      return 'use dots, not brackets';
    }
    if (!rest.startsWith('.')) {
      return 'start with a dot';
    }
    const key = keyAt(rest);
    if (key === '') {
      return 'not end with a dot';
    }
    const properties = field(schema, 'properties');
    const inner = isMap(properties) && Object.keys(properties).length > 0 ? field(properties, key) : field(schema, 'additionalProperties');
    if (!isMap(inner)) {
      return 'be the path of a field in the schema';
    }
    schema = inner;
    keys.push(key);
    rest = rest.slice(1 + key.length);
  }
  return { type: stringField(schema, 'type') ?? '', keys };
}

/** Returns the key after the leading dot, up to the next dot or bracket unless quoted. */
function keyAt(rest: string): string {
  return /^\.('(?:[^\\']|\\.)*'|\[|\]|\.|[^.[\]]*)/.exec(rest)?.[1] ?? '';
}
