/** One of the types that an option takes. */
export type OptionPart =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'struct'; readonly struct: Struct; readonly hasInputs: boolean }
  | { readonly kind: 'refined'; readonly refinement: Refinement }
  | { readonly kind: 'literal'; readonly value: string | boolean }
  | { readonly kind: 'list'; readonly items: OptionType }
  | { readonly kind: 'map'; readonly values: OptionType };

/** What an option takes. */
export interface OptionType {
  readonly parts: readonly OptionPart[];
  /** Whether it also takes an output of Pulumi, or a promise. */
  readonly isInput: boolean;
}

/** A field of an object with options. */
export interface OptionField {
  readonly type: OptionType;
  readonly isOptional: boolean;
}

/** Strings or numbers of which not all are taken. */
export type Refinement = {
  /** What one of them is, such as `a non-empty string`, and what several are. */
  readonly words: readonly [one: string, several: string];
} & (
  | { readonly of: 'string'; readonly fits: (value: string) => boolean }
  | { readonly of: 'number'; readonly fits: (value: number) => boolean }
);

/** Types by the names that other types have for them. */
export interface Declarations {
  /** Types of the fields of each kind of object with options; names of optional fields end with a question mark. */
  readonly structs: { readonly [name: string]: { readonly [field: string]: string } };

  /** What fields are, for messages when they are missing. */
  readonly notes?: { readonly [struct: string]: { readonly [field: string]: string } };
  readonly refinements?: { readonly [name: string]: Refinement };
}

/** A kind of object with options. */
export class Struct {
  #fields: ReadonlyMap<string, OptionField> | undefined;

  public constructor(private readonly types: OptionTypes, public readonly name: string) {}

  /** The fields by name. They are read when they are first used, because a field may be an object of the same kind. */
  public get fields(): ReadonlyMap<string, OptionField> {
    this.#fields ??= new Map(Object.entries(this.types.declarations.structs[this.name]!).map(([key, text]): [string, OptionField] => {
      const isOptional = key.endsWith('?');
      return [isOptional ? key.slice(0, -1) : key, { type: this.types.type(text), isOptional }];
    }));
    return this.#fields;
  }

  public get requiredKeys(): string[] {
    return [...this.fields].filter(([, { isOptional }]) => !isOptional).map(([key]) => key);
  }

  /** Returns what a field is, or undefined if its name says that. */
  public noteOn(key: string): string | undefined {
    return this.types.declarations.notes?.[this.name]?.[key];
  }
}

const TOKEN = /\s*('[^']*'|[\w.]+|[<>()[\]|])/gy;

/** Reads types in a notation like TypeScript's, such as `Input<map<string>>` or `(Bundle | 'all')[]`. */
export class OptionTypes {
  readonly #types = new Map<string, OptionType>();
  readonly #structs = new Map<string, Struct>();

  public constructor(public readonly declarations: Declarations) {}

  public type(text: string): OptionType {
    let type = this.#types.get(text);
    if (type === undefined) {
      type = this.#union([...text.matchAll(TOKEN)].map(([, token]) => token!));
      this.#types.set(text, type);
    }
    return type;
  }

  /** Returns a declared kind of object. */
  public struct(name: string): Struct {
    let struct = this.#structs.get(name);
    if (struct === undefined) {
      struct = new Struct(this, name);
      this.#structs.set(name, struct);
    }
    return struct;
  }

  /** Takes the tokens of a union from the front of a list. */
  #union(tokens: string[]): OptionType {
    const types = [this.#listOrOne(tokens)];
    while (tokens[0] === '|') {
      tokens.shift();
      types.push(this.#listOrOne(tokens));
    }
    return { parts: types.flatMap(({ parts }) => parts), isInput: types.some(({ isInput }) => isInput) };
  }

  #listOrOne(tokens: string[]): OptionType {
    let type = this.#one(tokens);
    while (tokens[0] === '[') {
      tokens.splice(0, 2);
      type = of({ kind: 'list', items: type });
    }
    return type;
  }

  #one(tokens: string[]): OptionType {
    const token = tokens.shift()!;
    if (token === '(') {
      const type = this.#union(tokens);
      tokens.shift();
      return type;
    }
    if (tokens[0] === '<') {
      tokens.shift();
      const inner = this.#union(tokens);
      tokens.shift();
      return wrapped(token, inner);
    }
    const isLiteral = token.startsWith('\'') || token === 'true' || token === 'false';
    return of(isLiteral ? { kind: 'literal', value: token.startsWith('\'') ? token.slice(1, -1) : token === 'true' } : this.#named(token));
  }

  #named(name: string): OptionPart {
    const { structs, refinements = {} } = this.declarations;
    return Object.hasOwn(structs, name) ? { kind: 'struct', struct: this.struct(name), hasInputs: false }
      : Object.hasOwn(refinements, name) ? { kind: 'refined', refinement: refinements[name]! } : { kind: 'name', name };
  }
}

function wrapped(by: string, inner: OptionType): OptionType {
  if (by === 'map') {
    return of({ kind: 'map', values: inner });
  }
  const parts = by === 'Inputs' ? inner.parts.map((part) => (part.kind === 'struct' ? { ...part, hasInputs: true } : part)) : inner.parts;
  return { parts, isInput: by === 'Input' };
}

function of(part: OptionPart): OptionType {
  return { parts: [part], isInput: false };
}
