import { field, type JsonMap, stringField } from '../../json/json-value';
import { labelValueErrors, qualifiedNameErrors } from './kubernetes-names';
import type { FieldError, FieldPath } from './field-error';

/** Maximum size of all annotations of an object, keys and values. */
export const MAX_ANNOTATIONS_BYTES = 262_144;

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Returns a valid name if only the trailing dash is invalid: a `generateName` may end with one. */
export function withoutTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}

/** Returns the errors in labels. Kubernetes reports them for the whole map. */
export function labelsErrors(labels: { readonly [key: string]: string }, fieldPath: FieldPath): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameErrors(key).map((requirement) => keyError(fieldPath, key, requirement)),
    ...labelValueErrors(value).map((requirement) => fieldPath.error(`have a valid value for ${JSON.stringify(key)}, which must ${requirement}`, value, [key])),
  ]);
}

/** Returns the errors in annotations. The case of their keys does not matter, and one size limit applies to all of them together. */
export function annotationsErrors(annotations: { readonly [key: string]: string }, fieldPath: FieldPath): FieldError[] {
  const entries = Object.entries(annotations);
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...entries.flatMap(([key]) => qualifiedNameErrors(key.toLowerCase()).map((requirement) => keyError(fieldPath, key, requirement))),
    ...(bytes > MAX_ANNOTATIONS_BYTES ? [fieldPath.error(`have at most ${MAX_ANNOTATIONS_BYTES} bytes, keys and values together, got ${bytes}`)] : []),
  ];
}

/** Returns the errors in owner references. */
export function ownerErrors(owners: readonly JsonMap[], fieldPath: FieldPath): FieldError[] {
  const controllers = owners.filter((owner) => field(owner, 'controller') === true).length;
  return [
    ...owners.flatMap((owner, index) => ownerReferenceErrors(owner, fieldPath.unnamedItem(index))),
    ...Array.from({ length: Math.max(0, controllers - 1) }, () => fieldPath.error('have at most one controller')),
  ];
}

/** Returns the errors in finalizers. */
export function finalizerErrors(finalizers: readonly string[], fieldPath: FieldPath): FieldError[] {
  return [
    ...finalizers.flatMap((finalizer) => fieldPath.errors(qualifiedNameErrors(finalizer), finalizer)),
    ...(finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)
      ? [fieldPath.error(`not contain both ${ORPHAN} and ${FOREGROUND}`)]
      : []),
  ];
}

function keyError(fieldPath: FieldPath, key: string, requirement: string): FieldError {
  return fieldPath.error(`have valid keys; each must ${requirement}`, key, [key]);
}

function ownerReferenceErrors(owner: JsonMap, fieldPath: FieldPath): FieldError[] {
  const apiVersion = stringField(owner, 'apiVersion') ?? '';
  const missing = ['kind', 'name', 'uid'].filter((key) => (stringField(owner, key) ?? '') === '');
  return [
    ...(apiVersion === '' ? [fieldPath.child('apiVersion').error('be set')] : []),
    ...(apiVersion !== '' && !/^(?:[^/]*\/)?[^/]+$/.test(apiVersion)
      ? [fieldPath.child('apiVersion').error('have the form <version> or <group>/<version>', apiVersion)]
      : []),
    ...missing.map((key) => fieldPath.child(key).error('be set')),
    ...(/^\/?v1$/.test(apiVersion) && stringField(owner, 'kind') === 'Event' ? [fieldPath.error('not be an Event, which cannot own objects')] : []),
  ];
}
