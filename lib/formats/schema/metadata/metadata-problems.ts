import { integerField, type JsonMap, mapListField, stringField, stringListField, stringMapField } from '../../json/json-value';
import { labelErrors, subdomainErrors } from '../formats/names';
import type { ObjectProblem } from '../model/object-problem';
import { blockingProblem, problem, type ValueProblem } from '../model/value-problem';
import { storedValue } from '../structure/stored-value';
import { valueProblems } from '../structure/value-problems';
import { type FieldError, FieldPath } from './field-error';
import { annotationsErrors, finalizerErrors, labelsErrors, ownerErrors, withoutTrailingDash } from './object-meta';
import { OBJECT_META } from './object-meta-schema';

/** Returns the problems of the metadata of an object that is sent to the API server, which may lack a namespace because clients add it. */
export function metadataProblems(metadata: unknown, unknown: ObjectProblem[]): ValueProblem[] {
  const path = new FieldPath('metadata', ['metadata']);
  const name = stringField(metadata, 'name') ?? '';
  const generateName = stringField(metadata, 'generateName') ?? '';
  return [
    ...checkedMetadata(metadata, 'metadata', unknown, stored => [
      ...path.child('generateName').errors(generateName === '' ? [] : subdomainErrors(withoutTrailingDash(generateName)), generateName),
      ...path.child('name').errors(name === '' ? generatedErrors(generateName) : subdomainErrors(name), name === '' ? generateName : name),
      ...commonErrors(stored, path),
    ]),
    ...(name === '' && generateName === '' ? [blockingProblem('metadata.name', 'is required')] : []),
  ];
}

/** Returns the problems of the metadata of an object in a field of another one, whose name must only be valid in a URL. */
export function embeddedMetadataProblems(metadata: unknown, field: string, unknown: ObjectProblem[]): ValueProblem[] {
  const path = new FieldPath(field, [field]);
  return checkedMetadata(metadata, field, unknown, stored => [
    ...path.child('generateName').errors(segmentErrors(stringField(stored, 'generateName') ?? '', true)),
    ...path.child('name').errors(segmentErrors(stringField(stored, 'name') ?? '', false)),
    ...commonErrors(stored, path),
  ]);
}

function checkedMetadata(metadata: unknown, field: string, unknown: ObjectProblem[], errorsOf: (stored: JsonMap) => FieldError[]): ValueProblem[] {
  const stored = storedValue(metadata ?? {}, OBJECT_META, field, unknown);
  const problems = valueProblems(stored, OBJECT_META, field);
  return problems.length > 0 ? problems : errorsOf(stored as JsonMap).map(error => problem(error.field, error.requirement));
}

function commonErrors(metadata: JsonMap, path: FieldPath): FieldError[] {
  const namespace = stringField(metadata, 'namespace') ?? '';
  const generation = integerField(metadata, 'generation') ?? 0;
  return [
    ...path.child('namespace').errors(namespace === '' ? [] : labelErrors(namespace), namespace),
    ...(generation < 0 ? [path.child('generation').error('not be negative', generation)] : []),
    ...labelsErrors(stringMapField(metadata, 'labels'), path.child('labels')),
    ...annotationsErrors(stringMapField(metadata, 'annotations'), path.child('annotations')),
    ...ownerErrors(mapListField(metadata, 'ownerReferences'), path.child('ownerReferences')),
    ...finalizerErrors(stringListField(metadata, 'finalizers'), path.child('finalizers')),
  ];
}

/** Checks the name that the API server generates from a prefix: the start of the prefix, and five characters. */
function generatedErrors(generateName: string): string[] {
  return generateName === '' ? [] : subdomainErrors(`${generateName.slice(0, 58)}xxxxx`);
}

function segmentErrors(name: string, isPrefix: boolean): string[] {
  return [
    ...(!isPrefix && (name === '.' || name === '..') ? [`not be '${name}'`] : []),
    ...['/', '%'].filter(character => name.includes(character)).map(character => `not contain '${character}'`),
  ];
}
