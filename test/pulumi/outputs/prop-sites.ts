import { STRUCTS } from '../../../lib/formats/options/generated/option-types';
import { type OptionPart, type OptionType, OptionTypes, type Struct } from '../../../lib/formats/options/option-type';

const API = new OptionTypes({ structs: STRUCTS });

/** Name of an interface of arguments. */
export type ArgsName = keyof typeof STRUCTS & `${string}Args`;

/** A prop at any depth. */
export interface PropSite {
  /** Steps from the arguments: names of keys, `[]` for an item of a list, and `*` for a value of a map. */
  readonly steps: readonly string[];
  readonly type: OptionType;

  /** Kind of the object that has each step as its key, or undefined for steps into lists and maps. */
  readonly structs: readonly (Struct | undefined)[];
}

/** Returns the props of an interface at every depth, from the declarations. A kind of object within itself is visited once. */
export function propSites(args: ArgsName): PropSite[] {
  const sites: PropSite[] = [];
  const visit = (type: OptionType, steps: readonly string[], structs: readonly (Struct | undefined)[]): void => {
    sites.push({ steps, type, structs });
    for (const part of type.parts) {
      visitPart(part, steps, structs);
    }
  };
  const visitPart = (part: OptionPart, steps: readonly string[], structs: readonly (Struct | undefined)[]): void => {
    if (part.kind === 'list') {
      visit(part.items, [...steps, '[]'], [...structs, undefined]);
    } else if (part.kind === 'map') {
      visit(part.values, [...steps, '*'], [...structs, undefined]);
    } else if (part.kind === 'struct') {
      visitStruct(part.struct, steps, structs);
    }
  };
  const visitStruct = (struct: Struct, steps: readonly string[], structs: readonly (Struct | undefined)[]): void => {
    if (!structs.includes(struct)) {
      struct.fields.forEach(({ type }, key) => visit(type, [...steps, key], [...structs, struct]));
    }
  };
  visitStruct(API.struct(args), [], []);
  return sites;
}

/** Returns the path of a site as it is written, such as `config.env[].value`. */
export function pathOf({ steps }: PropSite): string {
  return steps.map((step) => (step === '[]' ? step : `.${step}`)).join('').slice(1);
}
