/** One of the types that an option takes. */
export type OptionPart =
  | { readonly kind: 'name'; readonly name: string; readonly hasInputs: boolean }
  | { readonly kind: 'literal'; readonly value: string | boolean }
  | { readonly kind: 'list'; readonly items: OptionType }
  | { readonly kind: 'map'; readonly values: OptionType };

/** What an option takes. */
export interface OptionType {
  readonly parts: readonly OptionPart[];
  /** Whether it also takes an output of Pulumi, or a promise. */
  readonly isInput: boolean;
}

const TOKEN = /\s*('[^']*'|[\w.]+|[<>()[\]|])/gy;

const read = new Map<string, OptionType>();

/** Reads a type of the generated table, such as `Input<map<string>>` or `(Bundle | 'all')[]`. */
export function optionType(text: string): OptionType {
  const known = read.get(text);
  if (known !== undefined) {
    return known;
  }
  const tokens = [...text.matchAll(TOKEN)].map(([, token]) => token!);
  const type = union(tokens);
  read.set(text, type);
  return type;
}

/** Takes the tokens of a union from the front of a list. */
function union(tokens: string[]): OptionType {
  const types = [listOrOne(tokens)];
  while (tokens[0] === '|') {
    tokens.shift();
    types.push(listOrOne(tokens));
  }
  return { parts: types.flatMap(({ parts }) => parts), isInput: types.some(({ isInput }) => isInput) };
}

function listOrOne(tokens: string[]): OptionType {
  let type = one(tokens);
  while (tokens[0] === '[') {
    tokens.splice(0, 2);
    type = { parts: [{ kind: 'list', items: type }], isInput: false };
  }
  return type;
}

function one(tokens: string[]): OptionType {
  const token = tokens.shift()!;
  if (token === '(') {
    const type = union(tokens);
    tokens.shift();
    return type;
  }
  if (tokens[0] === '<') {
    tokens.shift();
    const inner = union(tokens);
    tokens.shift();
    return wrapped(token, inner);
  }
  const isLiteral = token.startsWith('\'') || token === 'true' || token === 'false';
  return of(isLiteral ? { kind: 'literal', value: token.startsWith('\'') ? token.slice(1, -1) : token === 'true' }
    : { kind: 'name', name: token, hasInputs: false });
}

function wrapped(by: string, inner: OptionType): OptionType {
  if (by === 'map') {
    return of({ kind: 'map', values: inner });
  }
  const parts = by === 'Inputs' ? inner.parts.map((part) => ({ ...part, hasInputs: true })) : inner.parts;
  return { parts, isInput: by === 'Input' };
}

function of(part: OptionPart): OptionType {
  return { parts: [part], isInput: false };
}
