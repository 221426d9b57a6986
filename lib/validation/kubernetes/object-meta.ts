import { BundleLimits } from '../../bundle/size';
import type { JsonMap } from '../../json/json-value';
import { field, integerField, mapListField, stringField, stringMapField, stringListField } from '../../json/json-value';
import type { FieldError, FieldPath } from './field-error';
import { labelValueErrors, qualifiedNameErrors } from './names';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Returns the requirements that a name does not meet, as phrases that follow "must". `isPrefix` is set for a `generateName`. */
export type NameErrors = (name: string, isPrefix: boolean) => string[];

/**
 * Returns the errors in the metadata of an object that is created without a namespace.
 *
 * @param metadata the field metadata, of any type
 * @param fieldPath the field
 * @param nameErrors returns the requirements of the kind of object that a name does not meet
 *
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/api/validation/objectmeta.go
 */
export function objectMetaErrors(metadata: unknown, fieldPath: FieldPath, nameErrors: NameErrors = () => []): FieldError[] {
  const name = stringField(metadata, 'name') ?? '';
  const generateName = stringField(metadata, 'generateName') ?? '';
  const namespace = stringField(metadata, 'namespace') ?? '';
  const generation = integerField(metadata, 'generation') ?? 0;
  return [
    ...(generateName === '' ? [] : fieldPath.child('generateName').errors(nameErrors(generateName, true), generateName)),
    ...(name === ''
      ? [fieldPath.child('name').error('be set; generateName alone is not enough in a bundle')]
      : fieldPath.child('name').errors(nameErrors(name, false), name)),
    ...(namespace === '' ? [] : [fieldPath.child('namespace').error('be omitted, because OLM chooses the namespace', namespace)]),
    ...(generation < 0 ? [fieldPath.child('generation').error('not be negative', generation)] : []),
    ...labelsErrors(stringMapField(metadata, 'labels'), fieldPath.child('labels')),
    ...annotationsErrors(stringMapField(metadata, 'annotations'), fieldPath.child('annotations')),
    ...ownerErrors(mapListField(metadata, 'ownerReferences'), fieldPath.child('ownerReferences')),
    ...finalizerErrors(stringListField(metadata, 'finalizers'), fieldPath.child('finalizers')),
  ];
}

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

/** Returns the errors in annotations: case does not matter in their keys, and one size limit applies to all of them. */
export function annotationsErrors(annotations: { readonly [key: string]: string }, fieldPath: FieldPath): FieldError[] {
  const entries = Object.entries(annotations);
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  const limit = BundleLimits.ANNOTATIONS_BYTES;
  return [
    ...entries.flatMap(([key]) => qualifiedNameErrors(key.toLowerCase()).map((requirement) => keyError(fieldPath, key, requirement))),
    ...(bytes > limit ? [fieldPath.error(`have at most ${limit} bytes, keys and values together, got ${bytes}`)] : []),
  ];
}

function keyError(fieldPath: FieldPath, key: string, requirement: string): FieldError {
  return fieldPath.error(`have valid keys; each must ${requirement}`, key, [key]);
}

function ownerErrors(owners: readonly JsonMap[], fieldPath: FieldPath): FieldError[] {
  const controllers = owners.filter((owner) => field(owner, 'controller') === true).length;
  return [
    ...owners.flatMap((owner, index) => ownerReferenceErrors(owner, fieldPath.unnamedItem(index))),
    ...Array.from({ length: Math.max(0, controllers - 1) }, () => fieldPath.error('have at most one controller')),
  ];
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

function finalizerErrors(finalizers: readonly string[], fieldPath: FieldPath): FieldError[] {
  return [
    ...finalizers.flatMap((finalizer) => fieldPath.errors(qualifiedNameErrors(finalizer), finalizer)),
    ...(finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)
      ? [fieldPath.error(`not contain both ${ORPHAN} and ${FOREGROUND}`)]
      : []),
  ];
}

