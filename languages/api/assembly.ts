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
  /** Submodule, if the type is not in the root. */
  readonly namespace?: string;
  /** Source file without its extension, a colon and the name there. */
  readonly symbolId?: string;
  /** Whether an interface is data, which programs make with its fields. */
  readonly datatype?: boolean;
  readonly base?: string;
  readonly interfaces?: readonly string[];
  readonly initializer?: Callable;
  readonly methods?: readonly Callable[];
  readonly properties?: readonly Value[];
}

interface Assembly {
  readonly types: { readonly [fqn: string]: ApiType };
  readonly submodules: { readonly [fqn: string]: { readonly targets?: { readonly dotnet?: { readonly namespace: string } } } };
}

/** The public API as jsii describes it to the generators of other languages, after `npm run build`. */
export function publicApi(): readonly ApiType[] {
  return Object.values(assembly().types);
}

/** Returns the last part of each submodule's namespace in C#, by name of the submodule. */
export function csharpNamespaces(): { readonly [submodule: string]: string } {
  return Object.fromEntries(Object.entries(assembly().submodules).map(([fqn, { targets }]) => {
    const name = fqn.split('.').pop()!;
    return [name, targets?.dotnet?.namespace.split('.').pop() ?? name[0]!.toUpperCase() + name.slice(1)];
  }));
}

function assembly(): Assembly {
  return JSON.parse(gunzipSync(readFileSync(path.join(ROOT, '.jsii.gz'))).toString()) as Assembly;
}

/** Whether `cdk8s import` made the type of a CRD. */
export function isGenerated({ symbolId }: ApiType): boolean {
  return symbolId?.startsWith('imports/') === true;
}

/** Returns the methods of a type, and its constructor. */
export function callablesOf({ methods = [], initializer }: ApiType): readonly Callable[] {
  return initializer === undefined ? methods : [...methods, initializer];
}

/** Returns the names of the types that a reference consists of. */
export function namesIn({ fqn, collection, union }: TypeReference): readonly string[] {
  const elements = collection === undefined ? [] : namesIn(collection.elementtype);
  return [...(fqn === undefined ? [] : [fqn]), ...elements, ...(union?.types ?? []).flatMap(namesIn)];
}
