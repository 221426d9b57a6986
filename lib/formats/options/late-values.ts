import { isObjectLiteral } from '../json/json-value';
import { API } from './api-types';
import type { OptionsName } from './check-options';
import { isInstanceOf, isLate } from './found-value';
import type { OptionPart, OptionType, Struct } from './option-type';

/** What a value that is known later is once it is known. */
export type LateKind = 'string' | 'number' | 'boolean' | 'map' | 'any';

/** Returns what takes the place of a value that is known later, at a path such as `args.labels.team`. */
export type ReplaceLate = (late: object, kind: LateKind, path: string) => unknown;

/**
 * Returns a copy of options in which the values that are known later are replaced: outputs of Pulumi, and promises. Instances of classes, such as
 * bundles, are not copied, unless they stand for an object with options.
 *
 * @param name interface of the options, which tells what each value is
 * @param path path of the options
 */
export function replaceLateOptions(name: OptionsName, options: object, path: string, replace: ReplaceLate): object {
  return withReplacedFields(API.struct(name), options, path, replace);
}

/** Returns a copy of a value of unknown type in which the values that are known later are replaced. */
export function replaceLateValues(value: unknown, path: string, replace: ReplaceLate): unknown {
  return replaced(undefined, value, path, replace);
}

function replaced(type: OptionType | undefined, value: unknown, path: string, replace: ReplaceLate): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (isLate(value)) {
    return replace(value, lateKind(type), path);
  }
  const parts = type?.parts ?? [];
  if (Array.isArray(value)) {
    const items = partOf(parts, 'list')?.items;
    return value.map((item, index) => replaced(items, item, `${path}[${index}]`, replace));
  }
  const isInstance = !isObjectLiteral(value);
  if (isInstance && parts.some((part) => part.kind === 'name' && isInstanceOf(part.name, value))) {
    return value;
  }
  const struct = partOf(parts, 'struct')?.struct;
  if (struct !== undefined) {
    return isInstance && !hasLateField(struct, value) ? value : withReplacedFields(struct, value, path, replace);
  }
  const values = partOf(parts, 'map')?.values;
  return isInstance ? value
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(values, item, `${path}.${key}`, replace)]));
}

/** An instance of a class has its fields from anywhere, so those of the interface are read. */
function withReplacedFields(struct: Struct, value: object, path: string, replace: ReplaceLate): object {
  const keys = isObjectLiteral(value) ? Object.keys(value) : [...struct.fields.keys()].filter((key) => key in value);
  return Object.fromEntries(keys.map((key) => [key, replaced(
    struct.fields.get(key)?.type, (value as { readonly [key: string]: unknown })[key], `${path}.${key}`, replace,
  )]));
}

function hasLateField(struct: Struct, value: object): boolean {
  return [...struct.fields.keys()].some((key) => isLate((value as { readonly [key: string]: unknown })[key]));
}

function partOf<Kind extends OptionPart['kind']>(parts: readonly OptionPart[], kind: Kind): Extract<OptionPart, { readonly kind: Kind }> | undefined {
  return parts.find((part): part is Extract<OptionPart, { readonly kind: Kind }> => part.kind === kind);
}

/** Returns what a value of a type is, if it is always the same. */
function lateKind(type: OptionType | undefined): LateKind {
  const kinds = new Set((type?.parts ?? []).map((part): LateKind => {
    switch (part.kind) {
      case 'map':
        return 'map';
      case 'name':
        return part.name === 'string' || part.name === 'number' || part.name === 'boolean' ? part.name : 'any';
      default:
        return 'any';
    }
  }));
  return kinds.size === 1 ? [...kinds][0]! : 'any';
}
