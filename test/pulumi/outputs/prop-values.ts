import { ENUMS } from '../../../lib/formats/options/generated/option-types';
import type { OptionType, Struct } from '../../../lib/formats/options/option-type';
import type { PropSite } from './prop-sites';

/** Value of each key of a map that a test writes. */
const MAP_KEY = 'sample';

/** Values of the keys that a field needs beside it, by kind of object. */
const COMPANIONS: { readonly [struct: string]: { readonly [field: string]: unknown } } = {
  SelectorRequirement: { operator: 'In', values: ['value'] },
};

/** Valid values of fields, by kind of object and field. */
const VALUES: { readonly [field: string]: unknown } = {
  'ClusterCatalogArgs.image': 'quay.io/demo/shop:v1', 'ImageCatalogArgs.image': 'quay.io/demo/shop:v1',
};

/** Returns a copy of arguments with a value at a site, and what the objects on the way need. */
export function withValue(args: unknown, site: PropSite, value: unknown): unknown {
  return replaced(args, site, 0, value);
}

function replaced(object: unknown, site: PropSite, depth: number, value: unknown): unknown {
  const step = site.steps[depth];
  if (step === undefined) {
    return value;
  }
  if (step === '[]') {
    const [first, ...others] = Array.isArray(object) ? object as unknown[] : [];
    return [replaced(first, site, depth + 1, value), ...others];
  }
  const given = typeof object === 'object' && object !== null ? object as { readonly [key: string]: unknown } : {};
  if (step === '*') {
    return { ...given, [MAP_KEY]: replaced(given[MAP_KEY], site, depth + 1, value) };
  }
  const struct = site.structs[depth]!;
  const fields = { ...(depth === 0 ? {} : sampleOfStruct(struct)), ...given };
  return { ...fields, [step]: replaced(fields[step], site, depth + 1, value) };
}

/** Returns a valid value of a site. */
export function sampleOf({ type, steps, structs }: PropSite): unknown {
  const depth = steps.length - 1;
  const struct = structs[depth];
  return struct === undefined ? sampleOfType(type) : sampleOfField(struct, steps[depth]!, type);
}

function sampleOfType({ parts }: OptionType): unknown {
  const part = parts[0]!;
  switch (part.kind) {
    case 'list':
      return [sampleOfType(part.items)];
    case 'map':
      return { [MAP_KEY]: sampleOfType(part.values) };
    case 'literal':
      return part.value;
    case 'struct':
      return sampleOfStruct(part.struct);
    case 'name':
      return part.name in ENUMS ? Object.values(ENUMS[part.name as keyof typeof ENUMS])[0] : { string: 'sample', number: 2, boolean: true, any: 'sample' }[part.name];
    case 'refined':
      return undefined;
  }
}

function sampleOfStruct(struct: Struct): { readonly [field: string]: unknown } {
  const required = [...struct.fields].filter(([, { isOptional }]) => !isOptional).map(([name, { type }]) => [name, sampleOfField(struct, name, type)] as const);
  return { ...Object.fromEntries(required), ...COMPANIONS[struct.name] };
}

function sampleOfField({ name }: Struct, field: string, type: OptionType): unknown {
  const key = `${name}.${field}`;
  return key in VALUES ? VALUES[key] : sampleOfType(type);
}
