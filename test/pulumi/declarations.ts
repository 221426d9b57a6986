import * as path from 'node:path';
import * as ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');

/** The declarations of the entries of the package, as the compiler sees them. */
export class Declarations {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  public constructor(program: ts.Program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  /** Symbols that an entry exports, by name; those of an exported namespace as `namespace.name`, without those that the compiler strips. */
  public exported(entry: string): Map<string, ts.Symbol> {
    const module = this.#checker.getSymbolAtLocation(this.#program.getSourceFile(path.join(ROOT, entry))!)!;
    return new Map(this.#checker.getExportsOfModule(module).flatMap((symbol) => {
      const found = this.#resolved(symbol);
      return (found.flags & ts.SymbolFlags.ValueModule) === 0 ? [[symbol.name, found] as const]
        : this.#checker.getExportsOfModule(found).map((inner) => [`${symbol.name}.${inner.name}`, this.#resolved(inner)] as const)
          .filter(([, inner]) => !this.isInternal(inner));
    }));
  }

  /**
   * Symbols of the project that the signatures of others refer to, directly or through one another.
   *
   * @param isElsewhere whether a symbol is left out, with what only it refers to
   * @returns each symbol, with the path on which it was reached first
   */
  public reachable(from: ReadonlyMap<string, ts.Symbol>, isElsewhere: (symbol: ts.Symbol) => boolean): Map<ts.Symbol, string> {
    const found = new Map<ts.Symbol, string>();
    const seen = new Set<ts.Type>();
    const need = (symbol: ts.Symbol, by: string): void => {
      if (!found.has(symbol) && this.#isOwn(symbol) && !isElsewhere(symbol)) {
        found.set(symbol, by);
        this.#typesOf(symbol).forEach(([member, type]) => visit(type, `${by}${member}`));
        this.#basesOf(symbol).forEach((base) => need(base, `${by} → ${base.name}`));
      }
    };
    const visit = (type: ts.Type, by: string): void => {
      if (seen.has(type)) {
        return;
      }
      seen.add(type);
      [...type.aliasTypeArguments ?? [], ...this.#typeArguments(type)].forEach((argument) => visit(argument, by));
      const alias = type.aliasSymbol;
      if (alias !== undefined) {
        need(alias, `${by} → ${alias.name}`);
      }
      if (type.isUnionOrIntersection()) {
        type.types.forEach((part) => visit(part, by));
        return;
      }
      const { symbol } = type as { readonly symbol?: ts.Symbol };
      if (symbol === undefined) {
        return;
      }
      const named = ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum | ts.SymbolFlags.EnumMember;
      if ((symbol.flags & named) !== 0) {
        const whole = (symbol.flags & ts.SymbolFlags.EnumMember) === 0 ? symbol : (symbol as unknown as { parent: ts.Symbol }).parent;
        need(whole, `${by} → ${whole.name}`);
      } else {
        this.#membersOf(type).forEach(([member, of]) => visit(of, `${by}${member}`));
      }
    };
    for (const [name, symbol] of from) {
      need(symbol, name);
    }
    return found;
  }

  /** Whether a declaration is documented as internal. */
  public isInternal(symbol: ts.Symbol): boolean {
    return symbol.getJsDocTags(this.#checker).some((tag) => tag.name === 'internal');
  }

  #resolved(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
  }

  #isOwn(symbol: ts.Symbol): boolean {
    return (symbol.declarations ?? []).some((declaration) => {
      const { fileName } = declaration.getSourceFile();
      return !fileName.includes('/node_modules/') && fileName.startsWith(ROOT);
    });
  }

  #typeArguments(type: ts.Type): readonly ts.Type[] {
    const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
    return isReference ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
  }

  /** Types of the members of a declaration, inherited and static ones included. */
  #typesOf(symbol: ts.Symbol): (readonly [string, ts.Type])[] {
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    return [
      ...this.#membersOf(this.#checker.getDeclaredTypeOfSymbol(symbol)),
      ...(isClass ? this.#membersOf(this.#checker.getTypeOfSymbol(symbol)) : []),
    ];
  }

  /** Types that a declaration extends, without their type arguments, which are visible in its members or not at all. */
  #basesOf(symbol: ts.Symbol): ts.Symbol[] {
    const declared = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const bases = declared.isClassOrInterface() ? this.#checker.getBaseTypes(declared) : [];
    return bases.map((base) => base.aliasSymbol ?? (base as { readonly symbol?: ts.Symbol }).symbol).filter((base) => base !== undefined);
  }

  #membersOf(type: ts.Type): (readonly [string, ts.Type])[] {
    const properties = type.getProperties().filter((property) => !this.#isHidden(property))
      .map((property) => [`.${property.name}`, this.#checker.getTypeOfSymbol(property)] as const);
    const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()]
      .filter(({ declaration }) => declaration === undefined || !this.#isHiddenDeclaration(declaration))
      .flatMap((signature) => [
        ...signature.getParameters().map((parameter) => [`(${parameter.name})`, this.#checker.getTypeOfSymbol(parameter)] as const),
        ['()', signature.getReturnType()] as const,
      ]);
    const indexed = this.#checker.getIndexInfosOfType(type).map((info) => ['[]', info.type] as const);
    return [...properties, ...signatures, ...indexed];
  }

  #isHidden(member: ts.Symbol): boolean {
    const declarations = member.declarations ?? [];
    return this.isInternal(member) || member.name === 'prototype' || declarations.some((declaration) => this.#isHiddenDeclaration(declaration));
  }

  /** Whether users cannot name a member: it is private, internal, or of another package. */
  #isHiddenDeclaration(declaration: ts.Declaration): boolean {
    const isPrivate = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Private) !== 0
      || (ts.getNameOfDeclaration(declaration)?.kind === ts.SyntaxKind.PrivateIdentifier);
    return isPrivate || ts.getJSDocTags(declaration).some((tag) => tag.tagName.text === 'internal')
      || declaration.getSourceFile().fileName.includes('/node_modules/');
  }
}
