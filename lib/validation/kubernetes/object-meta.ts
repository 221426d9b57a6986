import { integerField, mapListField, stringField, stringMapField, stringListField } from '../../formats/json/json-value';
import type { FieldError, FieldPath } from '../../formats/schema/checks/field-error';
import { annotationsErrors, finalizerErrors, labelsErrors, ownerErrors } from '../../formats/schema/checks/object-meta';

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
