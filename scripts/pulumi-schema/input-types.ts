import type { OptionsName } from '../../lib/formats/options/check-options';
import { ENUMS, STRUCTS } from '../../lib/formats/options/generated/option-types';
import { type OptionPart, type OptionType, OptionTypes, type Struct } from '../../lib/formats/options/option-type';
import { ANY, type Properties, type PropertySchema, reference, type TypeSchemas } from './schema-types';

/** What the plugin takes for an object of this library. `CONVERSIONS` in lib/pulumi/plugin/component-args.ts makes the object. */
const CONVERTED: { readonly [type: string]: { readonly schema: PropertySchema; readonly note: string } } = {
  Bundle: { schema: { type: 'string' }, note: 'The path of a folder or archive, relative to the program, or an image with its registry.' },
  Catalog: { schema: { type: 'string' }, note: 'The path of a file or folder, relative to the program, or an image with its registry.' },
  ClusterApis: { schema: { type: 'string' }, note: 'The path of a file with the output of `olm-constructs apis` or `kubectl api-resources`, relative to the program.' },
  DefaultCatalog: { schema: { type: 'string' }, note: 'An image, `operatorhub`, or `none`.' },
  Duration: { schema: { type: 'string' }, note: 'A duration such as `10m30s`.' },
  InstallMode: { schema: reference('InstallMode'), note: '' },
  OlmVersion: { schema: { type: 'string' }, note: 'A release such as `0.46.0`.' },
  OperatorGroupRef: { schema: { type: 'string' }, note: 'The name of the OperatorGroup.' },
  OperatorLockFile: { schema: { type: 'string' }, note: 'The path of the lock file, relative to the program.' },
  OperatorServiceAccount: { schema: { type: 'string' }, note: 'The name of an existing ServiceAccount.' },
  OperatorUpgradePlan: { schema: { type: 'string' }, note: 'The path of the file with the plan, relative to the program.' },
  PlainBundle: { schema: { type: 'string' }, note: 'The path of a folder, relative to the program.' },
};

const INSTALL_MODE = {
  type: 'object',
  description: 'Namespaces that an operator watches.',
  properties: {
    type: { type: 'string', description: 'One of `OwnNamespace`, `SingleNamespace`, `MultiNamespace`, `AllNamespaces`.' },
    targetNamespaces: { type: 'array', items: { type: 'string' }, description: 'Namespaces to watch, for `SingleNamespace` and `MultiNamespace`.' },
  },
  required: ['type'],
} as const;

/** Properties that are secrets. */
const SECRET = ['kubeconfig'];

const TYPES = new OptionTypes({ structs: STRUCTS });

/** Writes what programs in other languages may pass, by the table of options, and collects the types that it needs. */
export class InputTypes {
  /** @param describe returns the description of an interface, or of a field of it */
  public constructor(private readonly types: TypeSchemas, private readonly describe: (struct: string, field?: string) => string) {}

  /** Returns the properties of the arguments of a resource or component. What only TypeScript has is left out. */
  public argsOf(name: string, isComponent: boolean): Properties {
    return this.#fieldsOf(TYPES.struct(name), isComponent, true);
  }

  /** Returns the type of options that are a setting of the plugin. */
  public optionsOf(name: OptionsName): PropertySchema {
    return this.#structOf(TYPES.struct(name), true);
  }

  #fieldsOf(struct: Struct, isComponent: boolean, isTop: boolean): Properties {
    const properties: [string, PropertySchema][] = [];
    const required: string[] = [];
    for (const [key, { type, isOptional }] of struct.fields) {
      const schema = SECRET.includes(key) ? { type: 'string' } : this.#schemaOf(type, isComponent);
      if (schema !== undefined) {
        const isPlain = isTop && isComponent && !hasInputs(type) && !SECRET.includes(key);
        // Typed languages have no value that is either an object or false.
        const text = this.describe(struct.name, key).replace('False means', '`skip: true` means');
        const description = [text, ...notesOf(type, isComponent)].filter((part) => part !== '').join(' ');
        properties.push([key, { ...schema, description, ...(isPlain ? { plain: true } : {}), ...(SECRET.includes(key) ? { secret: true } : {}) }]);
        if (!isOptional) {
          required.push(key);
        }
      }
    }
    return { properties: Object.fromEntries(properties.sort(([left], [right]) => (left < right ? -1 : 1))), required: required.sort() };
  }

  #schemaOf({ parts }: OptionType, isComponent: boolean): PropertySchema | undefined {
    const own = parts.some(({ kind }) => kind === 'struct') ? parts.filter(({ kind }) => kind !== 'literal') : parts;
    const isText = own.every((part) => part.kind === 'literal' && typeof part.value === 'string');
    if (isText) {
      return { type: 'string' };
    }
    const schemas = own.map((part) => this.#partOf(part, isComponent)).filter((schema) => schema !== undefined);
    return schemas.length > 1 ? { oneOf: schemas } : schemas[0];
  }

  #partOf(part: OptionPart, isComponent: boolean): PropertySchema | undefined {
    switch (part.kind) {
      case 'list': {
        const items = this.#schemaOf(part.items, isComponent);
        return items && { type: 'array', items };
      }
      case 'map': {
        const additionalProperties = this.#schemaOf(part.values, isComponent);
        return additionalProperties && { type: 'object', additionalProperties };
      }
      case 'struct':
        return this.#structOf(part.struct, isComponent);
      case 'name':
        return this.#named(part.name, isComponent);
      default:
        return undefined;
    }
  }

  #named(name: string, isComponent: boolean): PropertySchema | undefined {
    if (['string', 'number', 'boolean'].includes(name)) {
      return { type: name };
    }
    if (name === 'any' || name === 'object') {
      return ANY;
    }
    if (Object.hasOwn(ENUMS, name)) {
      const members = Object.entries((ENUMS as { readonly [of: string]: { readonly [member: string]: string | number } })[name]!);
      this.types.set(name, { type: typeof members[0]![1], enum: members.map(([member, value]) => ({ name: pascalCase(member), value })) });
      return reference(name);
    }
    // The resource itself takes the content of a plan.
    if (!isComponent) {
      return name === 'OperatorUpgradePlan' ? ANY : undefined;
    }
    if (name === 'InstallMode') {
      this.types.set(name, INSTALL_MODE);
    }
    return CONVERTED[name]?.schema;
  }

  #structOf(struct: Struct, isComponent: boolean): PropertySchema {
    if (!this.types.has(struct.name)) {
      // An object may contain objects of its own kind.
      this.types.set(struct.name, { type: 'object' });
      const description = this.describe(struct.name);
      this.types.set(struct.name, { type: 'object', ...(description === '' ? {} : { description }), ...this.#fieldsOf(struct, isComponent, false) });
    }
    return reference(struct.name);
  }
}

/** Whether outputs of other resources are possible in a value. In plain objects, Pulumi's generated code takes none. */
function hasInputs({ parts, isInput }: OptionType): boolean {
  return isInput || parts.some((part) => (
    part.kind === 'struct' || (part.kind === 'list' ? hasInputs(part.items) : part.kind === 'map' && hasInputs(part.values))
  ));
}

/** Returns what the docstrings do not say: the strings that an argument takes. */
function notesOf({ parts }: OptionType, isComponent: boolean): string[] {
  const texts = parts.flatMap((part) => (part.kind === 'literal' && typeof part.value === 'string' ? [`\`${part.value}\``] : []));
  const converted = parts.flatMap((part) => {
    const inner = part.kind === 'list' ? part.items.parts : [part];
    return isComponent ? inner.flatMap((of) => (of.kind === 'name' ? [CONVERTED[of.name]?.note ?? ''] : [])) : [];
  });
  return [...(texts.length === 0 ? [] : [`One of ${texts.join(', ')}.`]), ...converted];
}

function pascalCase(member: string): string {
  return member.split('_').map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`).join('');
}
