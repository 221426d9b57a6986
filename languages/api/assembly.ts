import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';

const ROOT = path.resolve(__dirname, '../..');

/** Type of a property, a parameter or a result. */
export interface TypeReference {
  /** Name of a class, an interface or an enum. */
  readonly fqn?: string;
  readonly primitive?: string;
  readonly collection?: { readonly elementtype: TypeReference };
  readonly union?: { readonly types: readonly TypeReference[] };
}

/** A property, or a parameter of a method. */
export interface Value {
  readonly name: string;
  readonly type: TypeReference;
}

/** A method or, without a name, a constructor. */
export interface Callable {
  readonly name?: string;
  readonly protected?: boolean;
  readonly parameters?: readonly Value[];
  readonly returns?: { readonly type: TypeReference };
}

/** A class, an interface or an enum. */
export interface ApiType {
  readonly fqn: string;
  readonly kind: 'class' | 'interface' | 'enum';
  /** Whether an interface is data, which programs make with its fields. */
  readonly datatype?: boolean;
  readonly base?: string;
  readonly initializer?: Callable;
  readonly methods?: readonly Callable[];
  readonly properties?: readonly Value[];
}

/** The public API as jsii describes it to the generators of other languages, after `npm run build`. */
export function publicApi(): readonly ApiType[] {
  const assembly = JSON.parse(gunzipSync(readFileSync(path.join(ROOT, '.jsii.gz'))).toString()) as { readonly types: { readonly [fqn: string]: ApiType } };
  return Object.values(assembly.types);
}

/** Returns the methods of a type, and its constructor. */
export function callablesOf({ methods = [], initializer }: ApiType): readonly Callable[] {
  return initializer === undefined ? methods : [...methods, initializer];
}
