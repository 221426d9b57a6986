import { type ApiType, callablesOf } from './assembly';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Names that jsii-pacmak has to change: keywords, and in Java the methods of its own builders and of every object. */
const PYTHON = words('False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda '
  + 'nonlocal not or pass raise return self try while with yield');
const JAVA = words('abstract assert boolean break build byte case catch char class const continue default do double else enum extends false final finally float for '
  + 'goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch '
  + 'synchronized this throw throws transient true try void volatile while');
const JAVA_METHODS = words('clone equals finalize getClass hashCode notify notifyAll wait');

/** Names of parameters that are reserved. Members are capitalized in these languages, so that none of them is. */
const CSHARP = words('abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit '
  + 'extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override '
  + 'params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint '
  + 'ulong unchecked unsafe ushort using virtual void volatile while');
const GO = words('break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch '
  + 'type var');

/** Parameters that C# or Go reserve, and that stay: programs pass them by position, so that they do not see what jsii-pacmak makes of the name. */
const ACCEPTED: { readonly [name: string]: string } = {
  namespace: 'the word of Kubernetes; @namespace in C#',
  object: 'the word of Kubernetes; @object in C#',
  ref: 'the word of OCI for a name with a tag or digest; @ref in C#',
  type: 'the word of OLM for an install mode; type_ in Go',
};

/** Returns each name of the API that another language reserves, with the languages. */
export function reservedNames(api: readonly ApiType[]): string[] {
  return api.flatMap((type) => [
    ...(type.properties ?? []).flatMap(({ name }) => problem(`${type.fqn}.${name}`, [['Python', PYTHON.has(snakeCase(name))], ['Java', JAVA.has(name)]])),
    ...callablesOf(type).flatMap(({ name: method = 'constructor', parameters = [] }) => [
      ...problem(`${type.fqn}.${method}()`, [['Python', PYTHON.has(snakeCase(method))], ['Java', JAVA.has(method) || JAVA_METHODS.has(method)]]),
      ...parameters.filter(({ name }) => !(name in ACCEPTED)).flatMap(({ name }) => problem(`${name} of ${type.fqn}.${method}()`, [
        ['Python', PYTHON.has(snakeCase(name))], ['Java', JAVA.has(name)], ['C#', CSHARP.has(name)], ['Go', GO.has(name)],
      ])),
    ]),
  ]);
}

/** Returns the types that have the name of another one, ignoring case. In C#, data is an interface, and has the prefix of one. */
export function sameNames(api: readonly ApiType[]): string[] {
  const names = new Map<string, string>();
  return api.flatMap(({ fqn, datatype }) => [fqn, ...(datatype === true ? [fqn.replace(/\w+$/, 'I$&')] : [])].flatMap((name) => {
    const other = names.get(name.toLowerCase());
    names.set(name.toLowerCase(), fqn);
    return other === undefined ? [] : [`${fqn} has the name of ${other} in C#: choose another name`];
  }));
}

/** Returns the namespaces of C# that have the name of a class in them: C# takes `Bundle` for the namespace then. */
export function namespacesNamedAsTypes(api: readonly ApiType[], namespaces: { readonly [submodule: string]: string }): string[] {
  const names = new Set(api.map(({ fqn }) => fqn));
  return Object.entries(namespaces).filter(([submodule, namespace]) => names.has(`olm-constructs.${submodule}.${namespace}`))
    .map(([submodule, namespace]) => `namespace ${namespace} has the name of a class in it in C#: choose another one in .jsiirc.json beside the index of ${submodule}`);
}

/** Returns the accepted parameters that the API does not have. */
export function unusedExceptions(api: readonly ApiType[]): string[] {
  const used = new Set(api.flatMap(callablesOf).flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)));
  return Object.keys(ACCEPTED).filter((name) => !used.has(name));
}

function problem(name: string, languages: readonly (readonly [language: string, isReserved: boolean])[]): string[] {
  const reserving = languages.filter(([, isReserved]) => isReserved).map(([language]) => language);
  return reserving.length === 0 ? [] : [`${name} is reserved in ${reserving.join(' and ')}: choose another name`];
}

function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase();
}
