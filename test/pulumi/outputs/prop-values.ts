import { ENUMS } from '../../../lib/formats/options/generated/option-types';
import type { OptionType, Struct } from '../../../lib/formats/options/option-type';
import type { PropSite } from './prop-sites';

/** Fields that an object needs besides its required ones, by kind of object. */
const COMPANIONS: { readonly [struct: string]: { readonly [field: string]: unknown } } = {
  SelectorRequirement: { operator: 'In', values: ['value'] },
  Toleration: { key: 'example.com/disk', effect: 'NoExecute' },
};

/** Valid values of fields for which not every string or number is one, by kind of object and field. */
const VALUES: { readonly [field: string]: unknown } = {
  'BundleImageArgs.reference': 'quay.io/demo/hello:v1', 'CatalogImageArgs.reference': 'quay.io/demo/shop:v1',
  'ClusterCatalogArgs.image': 'quay.io/demo/shop:v1', 'ImageCatalogArgs.image': 'quay.io/demo/shop:v1', 'OperatorRegistryArgs.image': 'quay.io/demo/opm:v1',
  'ExtractContentConfig.catalogDir': '/configs', 'ExtractContentConfig.cacheDir': '/cache', 'GrpcPodConfig.memoryTarget': '64Mi',
  'OperatorVolumeMount.mountPath': '/data',
};

/** Fields with maps of quantities. */
const QUANTITIES: ReadonlySet<string> = new Set(['requests', 'limits']);

/** Keys of maps for which not every string is one, by the field with the map. */
const MAP_KEYS: { readonly [field: string]: string } = { custom: 'hostPath' };

/** Returns a copy of arguments with a value at a site, and what the objects on the way need. Each site in a list has an item of its own. */
export function withValue(args: unknown, site: PropSite, value: unknown): unknown {
  return replaced(args, site, 0, value);
}

function replaced(object: unknown, site: PropSite, depth: number, value: unknown): unknown {
  const step = site.steps[depth];
  if (step === undefined) {
    return value;
  }
  if (step === '[]') {
    return [...(Array.isArray(object) ? object as unknown[] : []), replaced(undefined, site, depth + 1, value)];
  }
  const given = typeof object === 'object' && object !== null ? object as { readonly [key: string]: unknown } : {};
  const struct = site.structs[depth];
  const fields = struct === undefined || depth === 0 ? given : { ...sampleOfStruct(struct), ...given };
  const key = step === '*' ? MAP_KEYS[site.steps[depth - 1]!] ?? `key${Object.keys(fields).length}` : step;
  return { ...fields, [key]: replaced(fields[key], site, depth + 1, value) };
}

/** Returns a valid value of a site, different for each number. Of a class, there is none. */
export function sampleOf({ type, steps, structs }: PropSite, number: number): unknown {
  const [field, step] = [steps.at(-2), steps.at(-1)!];
  if (QUANTITIES.has(step) || (step === '*' && QUANTITIES.has(field ?? ''))) {
    return step === '*' ? `${1 + number}Mi` : { [`key-${number}`]: `${1 + number}Mi` };
  }
  const struct = structs.at(-1);
  return struct === undefined ? sampleOfType(type, number) : sampleOfField(struct, steps.at(-1)!, type, number);
}

function sampleOfType({ parts }: OptionType, number: number): unknown {
  const part = parts[0]!;
  switch (part.kind) {
    case 'list':
      return [sampleOfType(part.items, number)];
    case 'map':
      return { [`key-${number}`]: sampleOfType(part.values, number) };
    case 'literal':
      return part.value;
    case 'struct':
      return sampleOfStruct(part.struct, number);
    case 'name':
      return part.name in ENUMS ? Object.values(ENUMS[part.name as keyof typeof ENUMS])[0]
        : { string: `value-${number}`, number: 1 + number % 60, boolean: true, any: `value-${number}` }[part.name];
    case 'refined':
      return undefined;
  }
}

function sampleOfStruct(struct: Struct, number = 0): { readonly [field: string]: unknown } {
  const required = [...struct.fields].filter(([, { isOptional }]) => !isOptional)
    .map(([name, { type }]) => [name, sampleOfField(struct, name, type, number)] as const);
  return { ...Object.fromEntries(required), ...COMPANIONS[struct.name] };
}

function sampleOfField({ name }: Struct, field: string, type: OptionType, number: number): unknown {
  const key = `${name}.${field}`;
  return key in VALUES ? VALUES[key] : sampleOfType(type, number);
}
