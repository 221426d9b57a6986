import ts from 'typescript';
import { isOwnOrOfCdk8s } from './declarations';

/** Names of primitive types, by flag. */
const PRIMITIVES: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.StringLike, 'string'], [ts.TypeFlags.NumberLike, 'number'], [ts.TypeFlags.BooleanLike, 'boolean'], [ts.TypeFlags.Null, 'null'],
];

/** Folder of the objects that `cdk8s import` generates; other checks compare them with their CRDs. */
const GENERATED = '/imports/';

/** Interfaces whose objects users do not write: another call returned them, or the library passes them to code of the user. */
const NOT_WRITTEN: readonly string[] = [
  'BundleEngineRequest', 'ClusterStatus', 'Explanation', 'LockProblem', 'Manifest', 'OlmUpgradePlanContent', 'PackageEngineRequest', 'PlanContent',
  'WebhookCertificate',
];

/** Writes types as in the table, and collects the interfaces, enums and classes that they name. */
export class TypeNames {
  public readonly structs = new Map<string, { readonly [key: string]: string }>();
  /** What required strings and numbers are for: the first sentences of their docs, by interface. */
  public readonly notes = new Map<string, { readonly [key: string]: string }>();
  public readonly enums = new Map<string, { readonly [member: string]: string | number }>();
  public readonly classes = new Map<string, ts.Type>();
  readonly #declared = new Map<string, ts.Symbol>();

  public constructor(private readonly checker: ts.TypeChecker, private readonly root: string) {}

  /** Collects the interfaces of objects that users write for a parameter: an interface, or a list or map of them. */
  public addParameter(type: ts.Type): void {
    for (const part of this.#partsOf(type)) {
      const items = this.checker.isArrayLikeType(part) ? this.checker.getTypeArguments(part as ts.TypeReference)[0]
        : this.checker.getIndexInfoOfType(part, ts.IndexKind.String)?.type;
      const symbol = part.symbol as ts.Symbol | undefined;
      if (items !== undefined) {
        this.addParameter(items);
      } else if (this.#mappedFrom(part) !== undefined
        || [symbol, part.aliasSymbol].some((own) => own !== undefined && isOwnOrOfCdk8s(this.root, own) && !isBehavioral(own))) {
        this.nameOf(part);
      }
    }
  }

  /** Returns a type without `undefined`, as it is written in the table. */
  public nameOf(type: ts.Type): string {
    const parts = this.#partsOf(type);
    const isInput = parts.some((part) => ['OutputInstance', 'Promise'].includes(part.symbol?.name ?? ''));
    const own = parts.filter((part) => !['OutputInstance', 'Promise'].includes(part.symbol?.name ?? ''));
    const names = [...new Set(own.map((part) => this.#single(part)))];
    const isBoolean = names.includes('true') && names.includes('false');
    const short = isBoolean ? [...names.filter((name) => name !== 'true' && name !== 'false'), 'boolean'] : names;
    const written = short.includes('any') ? 'any' : short.sort(byRank).join(' | ');
    return isInput ? `Input<${written}>` : written;
  }

  /** Returns the parts of a union, with an enum or a boolean as one part. */
  #partsOf(type: ts.Type): ts.Type[] {
    const parts = type.isUnion() ? type.types : [type];
    const whole = parts.map((part) => {
      const parent = (part.flags & ts.TypeFlags.EnumLiteral) === 0 ? undefined : (part.symbol as { readonly parent?: ts.Symbol }).parent;
      return parent === undefined || (parent.flags & ts.SymbolFlags.Enum) === 0 ? part : this.checker.getDeclaredTypeOfSymbol(parent);
    });
    return [...new Set(whole)].filter((part) => (part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0);
  }

  #single(type: ts.Type): string {
    if ((type.flags & ts.TypeFlags.Enum) !== 0 || ((type.symbol as ts.Symbol | undefined)?.flags ?? 0) & ts.SymbolFlags.Enum) {
      return this.#enum(type.symbol);
    }
    if (type.isStringLiteral()) {
      return `'${type.value}'`;
    }
    if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) {
      return this.checker.typeToString(type);
    }
    const primitive = PRIMITIVES.find(([flag]) => (type.flags & flag) !== 0);
    return primitive?.[1] ?? this.#object(type);
  }

  #object(type: ts.Type): string {
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) {
      return 'any';
    }
    const known = knownPart(type);
    if (known !== undefined) {
      return this.#object(known);
    }
    if (this.checker.isArrayLikeType(type)) {
      const items = this.nameOf(this.checker.getTypeArguments(type as ts.TypeReference)[0]!);
      return /[ |]/.test(items) && !items.endsWith('>') ? `(${items})[]` : `${items}[]`;
    }
    if (type.getCallSignatures().length > 0) {
      return 'function';
    }
    const { symbol, aliasSymbol } = type as { readonly symbol?: ts.Symbol; readonly aliasSymbol?: ts.Symbol };
    if (aliasSymbol !== undefined && isOwnOrOfCdk8s(this.root, aliasSymbol) && type.aliasTypeArguments === undefined) {
      this.#struct(aliasSymbol.name, aliasSymbol, type);
      return aliasSymbol.name;
    }
    const mapped = this.#mappedFrom(type);
    if (mapped !== undefined && isBehavioral(mapped)) {
      return this.#class(mapped);
    }
    if (mapped !== undefined) {
      this.#struct(mapped.name, mapped, this.checker.getDeclaredTypeOfSymbol(mapped));
      return `Inputs<${mapped.name}>`;
    }
    if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0) {
      return this.#class(symbol);
    }
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index !== undefined && type.getProperties().length === 0) {
      const values = this.nameOf(index.type);
      // A mapped type turns any value into an empty object.
      return `map<${values === 'object' ? 'any' : values}>`;
    }
    if (symbol === undefined || (symbol.flags & ts.SymbolFlags.Interface) === 0) {
      return 'object';
    }
    if (!isOwnOrOfCdk8s(this.root, symbol)) {
      // A class of JavaScript itself, such as Date, is an interface with a variable. Constructs have the interface IConstruct.
      return (symbol.flags & ts.SymbolFlags.Variable) !== 0 || isBehavioral(symbol) ? this.#class(symbol) : 'object';
    }
    if (isBehavioral(symbol)) {
      return this.#class(symbol);
    }
    if (NOT_WRITTEN.includes(symbol.name) || symbol.declarations![0]!.getSourceFile().fileName.includes(GENERATED)) {
      return 'object';
    }
    this.#struct(symbol.name, symbol, type);
    return symbol.name;
  }

  /** Returns the interface of which a type has the properties with other types, or undefined. */
  #mappedFrom(type: ts.Type): ts.Symbol | undefined {
    if (((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) === 0) {
      return undefined;
    }
    const from = type.getProperties().flatMap(({ declarations = [] }) => declarations.map(({ parent }) => parent))[0];
    const isDeclared = from !== undefined && (ts.isInterfaceDeclaration(from) || ts.isClassDeclaration(from)) && from.name !== undefined;
    const symbol = isDeclared ? this.checker.getSymbolAtLocation(from.name) : undefined;
    return symbol === undefined || symbol.declarations![0]!.getSourceFile().fileName.includes(GENERATED) ? undefined : symbol;
  }

  #struct(name: string, symbol: ts.Symbol, type: ts.Type): void {
    if (this.#isNew(name, symbol)) {
      const keys: { [key: string]: string } = {};
      const notes: { [key: string]: string } = {};
      this.structs.set(name, keys);
      // The names of symbols are numbered anew by each compilation.
      for (const property of this.checker.getPropertiesOfType(type).filter((each) => !each.name.startsWith('__@'))) {
        const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
        const written = this.nameOf(this.checker.getTypeOfSymbol(property));
        keys[`${property.name}${isOptional ? '?' : ''}`] = written;
        const doc = firstSentence(ts.displayPartsToString(property.getDocumentationComment(this.checker)));
        if (!isOptional && doc !== '' && /^(?:Input<)?(?:string|number)(?:\[\])?>?$/.test(written)) {
          notes[property.name] = doc;
        }
      }
      if (Object.keys(notes).length > 0) {
        this.notes.set(name, notes);
      }
    }
  }

  #enum(symbol: ts.Symbol): string {
    if (this.#isNew(symbol.name, symbol)) {
      const members = symbol.declarations!.filter(ts.isEnumDeclaration).flatMap((declaration) => [...declaration.members]);
      this.enums.set(symbol.name, Object.fromEntries(members.map((member) => [
        (member.name as ts.Identifier).text, this.checker.getConstantValue(member)!,
      ])));
    }
    return symbol.name;
  }

  /** A component has the name of the construct that it wraps. */
  #class(symbol: ts.Symbol): string {
    const name = symbol.declarations![0]!.getSourceFile().fileName.startsWith(`${this.root}/lib/pulumi/`) ? `pulumi.${symbol.name}` : symbol.name;
    if (this.#isNew(name, symbol)) {
      this.classes.set(name, this.checker.getDeclaredTypeOfSymbol(symbol));
    }
    return name;
  }

  /** @throws Error if another type has the name: the table would mix both up */
  #isNew(name: string, symbol: ts.Symbol): boolean {
    const known = this.#declared.get(name);
    if (known !== undefined && known !== symbol) {
      throw new Error(`two types of the API are named ${name}; rename one of them`);
    }
    this.#declared.set(name, symbol);
    return known === undefined;
  }
}

/** Returns the type of which outputs of Pulumi are refused, which is the first part of an intersection with `NoOutput`. */
export function knownPart(type: ts.Type): ts.Type | undefined {
  const isKnown = type.isIntersection() && type.types.some(({ symbol }) => (symbol as ts.Symbol | undefined)?.name === 'NoOutput');
  return isKnown ? type.types[0] : undefined;
}

/** Whether a class or an interface has behavior: as for jsii, the name of such an interface begins with I. */
function isBehavioral(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Class) !== 0 || /^I[A-Z]/.test(symbol.name);
}

/** Returns the first sentence of a doc without its period, as the end of another sentence. */
function firstSentence(doc: string): string {
  const [sentence = ''] = doc.replaceAll('\n', ' ').split(/[.:;](?: |$)/);
  return /^[A-Z][a-z ]/.test(sentence) ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence;
}

/** The compiler has no order of its own for the parts of a union: names come first, then literals. */
function byRank(left: string, right: string): number {
  const rank = (name: string): number => (/^(?:'|true$|false$)/.test(name) ? 1 : 0);
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}
