import { type ApiType, callablesOf, isGenerated, namesIn, type TypeReference } from './assembly';

/**
 * Returns each type that a program has to pass to the API but that it cannot make in another language: no public constructor of it or of a subclass,
 * and nothing in the API returns it. Interfaces can be implemented, and data can be filled in.
 */
export function impossibleInputs(api: readonly ApiType[]): string[] {
  const types = new Map(api.map((type) => [type.fqn, type]));
  const returned = new Set(api.flatMap(resultsOf).flatMap(namesIn));
  const canBeMade = (type: ApiType): boolean => type.kind !== 'class' || isConstructible(type) || returned.has(type.fqn)
    || api.some((other) => other.base === type.fqn && canBeMade(other));
  return api.flatMap((type) => inputsOf(type).flatMap(({ place, reference }) => namesIn(reference)
    .map((fqn) => types.get(fqn))
    .filter((needed) => needed !== undefined && !canBeMade(needed))
    .map((needed) => `${place} needs a ${needed!.fqn}, which no program can make: add a static method that returns one`)));
}

/**
 * Returns each place of the API with a union, which has no type in Java, C# and Go. The typed objects that `cdk8s import` generates
 * have classes for what programs pass; only what these classes return is a union.
 */
export function unions(api: readonly ApiType[]): string[] {
  return api.filter((type) => !isGenerated(type)).flatMap((type) => [
    ...(type.properties ?? []).map((property) => ({ place: `${type.fqn}.${property.name}`, reference: property.type })), ...inputsOf(type),
    ...(type.methods ?? []).flatMap(({ name, returns }) => (returns === undefined ? [] : [{ place: `${type.fqn}.${name!}()`, reference: returns.type }])),
  ].filter(({ reference }) => hasUnion(reference)).map(({ place }) => `${place} is a union: use a class with a static method for each kind`));
}

interface Input {
  readonly place: string;
  readonly reference: TypeReference;
}

/** Returns what a program passes: the fields of data and the parameters of methods, except for those that it implements itself. */
function inputsOf(type: ApiType): readonly Input[] {
  const isImplemented = type.kind === 'interface' && type.datatype !== true;
  return [
    ...(type.datatype === true ? type.properties ?? [] : []).map(({ name, type: reference }) => ({ place: `${type.fqn}.${name}`, reference })),
    ...(isImplemented ? [] : callablesOf(type)).flatMap(({ name = 'constructor', parameters = [] }) => parameters.map((parameter) => (
      { place: `${parameter.name} of ${type.fqn}.${name}()`, reference: parameter.type }))),
  ];
}

/** Whether a program can call the constructor, or extend the class if it is abstract. */
function isConstructible({ initializer }: ApiType): boolean {
  return initializer !== undefined && initializer.protected !== true;
}

function resultsOf(type: ApiType): readonly TypeReference[] {
  return [
    ...(type.datatype === true ? [] : type.properties ?? []).map((property) => property.type),
    ...(type.methods ?? []).flatMap(({ returns }) => (returns === undefined ? [] : [returns.type])),
  ];
}

function hasUnion({ collection, union }: TypeReference): boolean {
  return union !== undefined || (collection !== undefined && hasUnion(collection.elementtype));
}
