import * as path from 'node:path';
import ts from 'typescript';
import { isHidden, isOwnOrOfCdk8s, isTypeOnly } from '../../scripts/option-types/declarations';
import { knownPart } from '../../scripts/option-types/type-names';
import { publicExports } from '../../scripts/parity-page/entries-program';

const ROOT = path.resolve(__dirname, '../..');

/** An object that users write as a literal when they call the API. */
export interface OptionPlace {
  /** The call with the parameter, such as `Bundle.fetch(options)`, `Catalog#filter(filter)` or `new Cluster(props)`. */
  readonly call: string;

  /** Path from the parameter to the object: names of keys, `[]` for an item of a list, and `*` for a value of a map. */
  readonly path: readonly string[];

  /** Name of the object's interface. */
  readonly type: string;
}

/** Finds the objects that users write, from the declarations of an entry of the package. */
export class OptionPlaces {
  readonly #places = new Map<string, OptionPlace>();
  readonly #checker: ts.TypeChecker;
  readonly #entry: ts.SourceFile;

  /** @param isLeftOut whether users do not write objects of an interface of this project, so that they and what is in them do not count */
  public constructor(program: ts.Program, entry: string, private readonly isLeftOut: (type: string) => boolean) {
    this.#checker = program.getTypeChecker();
    this.#entry = program.getSourceFile(path.join(ROOT, entry))!;
  }

  /** Returns the objects of all functions, constructors and methods that the entry exports. */
  public all(): readonly OptionPlace[] {
    for (const exported of publicExports(this.#checker, this.#checker.getSymbolAtLocation(this.#entry)!)) {
      const symbol = (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : this.#checker.getAliasedSymbol(exported);
      for (const [name, signature] of this.#signaturesOf(exported.name, symbol, isTypeOnly(exported))) {
        for (const parameter of signature.getParameters()) {
          this.#visit(this.#checker.getTypeOfSymbol(parameter), { call: `${name}(${parameter.name})`, path: [], type: '' }, new Set());
        }
      }
    }
    return [...this.#places.values()];
  }

  /** Returns the public signatures that a symbol itself declares, without inherited ones. */
  #signaturesOf(name: string, symbol: ts.Symbol, isOnlyType: boolean): (readonly [string, ts.Signature])[] {
    const type = this.#checker.getTypeOfSymbol(symbol);
    if ((symbol.flags & ts.SymbolFlags.Function) !== 0) {
      return type.getCallSignatures().map((signature) => [name, signature]);
    }
    if ((symbol.flags & ts.SymbolFlags.Class) === 0) {
      return [];
    }
    const made = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const declares = (member: ts.Symbol): boolean => (
      (member.declarations ?? []).some((declaration) => declaration.parent === symbol.valueDeclaration && !isHidden(declaration))
    );
    const methods = (of: ts.Type, mark: string): (readonly [string, ts.Signature])[] => of.getProperties().filter(declares)
      .flatMap((member) => this.#checker.getTypeOfSymbol(member).getCallSignatures().map((signature) => [`${name}${mark}${member.name}`, signature] as const));
    const constructors = type.getConstructSignatures().filter(({ declaration }) => declaration !== undefined && !isHidden(declaration))
      .map((signature) => [`new ${name}`, signature] as const);
    return [...(isOnlyType ? [] : [...constructors, ...methods(type, '.')]), ...methods(made, '#')];
  }

  #visit(type: ts.Type, at: OptionPlace, outer: ReadonlySet<ts.Type>): void {
    const inner = new Set(outer).add(type);
    if (outer.has(type)) {
      return;
    }
    const known = knownPart(type);
    if (known !== undefined) {
      this.#visit(known, at, inner);
      return;
    }
    if (type.isUnionOrIntersection()) {
      type.types.forEach((part) => this.#visit(part, at, inner));
      return;
    }
    if (this.#checker.isArrayType(type)) {
      this.#visit(this.#checker.getTypeArguments(type as ts.TypeReference)[0]!, below(at, '[]'), inner);
      return;
    }
    const name = this.#literalName(type);
    if (name === undefined) {
      return;
    }
    if (name !== '') {
      this.#places.set(placeName(at), { ...at, type: name });
    }
    for (const property of type.getProperties()) {
      this.#visit(this.#checker.getTypeOfSymbol(property), below(at, property.name), inner);
    }
    for (const { type: value } of this.#checker.getIndexInfosOfType(type)) {
      this.#visit(value, below(at, '*'), inner);
    }
  }

  /** Returns the name of the interface of a literal, an empty string if it has none, or undefined if users do not write objects of a type. */
  #literalName(type: ts.Type): string | undefined {
    const { symbol } = type as { readonly symbol?: ts.Symbol };
    if (isMapped(type)) {
      const [from] = type.getProperties().flatMap(({ declarations = [] }) => declarations.map(({ parent }) => parent));
      const original = from !== undefined && ts.isInterfaceDeclaration(from) ? this.#checker.getSymbolAtLocation(from.name) : undefined;
      return original === undefined || !isOwnOrOfCdk8s(ROOT, original) || this.isLeftOut(original.name) ? undefined : original.name;
    }
    if (symbol === undefined || !isOwnOrOfCdk8s(ROOT, symbol) || this.isLeftOut(symbol.name)) {
      return undefined;
    }
    return (symbol.flags & ts.SymbolFlags.Interface) !== 0 ? symbol.name : (symbol.flags & ts.SymbolFlags.TypeLiteral) !== 0 ? '' : undefined;
  }
}

/** Whether a type was derived from another one, as by `Pick`. */
function isMapped(type: ts.Type): boolean {
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** Returns the name of a place, such as `new Cluster(props).olmV1`. */
export function placeName({ call, path: steps }: OptionPlace): string {
  return `${call}${steps.map((step) => (step === '[]' ? step : `.${step}`)).join('')}`;
}

function below(at: OptionPlace, step: string): OptionPlace {
  return { ...at, path: [...at.path, step] };
}
