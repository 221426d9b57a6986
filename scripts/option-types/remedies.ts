import ts from 'typescript';
import { isHidden, isOwn } from './declarations';

/** Maximum number of ways in a message. */
const MAX_WAYS = 4;

/** One way to make an instance. */
interface Way {
  readonly kind: 'constructor' | 'method' | 'late method' | 'constant';
  /** Type of what it makes. */
  readonly type: ts.Type;
  /** Code, with the names of the parameters that are required. */
  readonly code: string;
}

/** How to make instances of the classes and interfaces of the API, from its constructors and static members. */
export class Remedies {
  readonly #ways: Way[] = [];

  public constructor(private readonly checker: ts.TypeChecker, private readonly root: string) {}

  /** Adds what a class of the API makes. */
  public add(symbol: ts.Symbol): void {
    this.#ways.push(...this.#waysOf(symbol));
  }

  /**
   * Returns up to four ways to make an instance of a class, or of one that has an interface. An interface has one that needs no construct first;
   * of constants, such as versions, only the last is listed.
   */
  public of(type: ts.Type): string[] {
    const isClass = (type.symbol.flags & ts.SymbolFlags.Class) !== 0;
    const order: readonly Way['kind'][] = isClass ? ['constructor', 'method', 'late method'] : ['method', 'late method', 'constructor'];
    const ways = (isOwn(this.root, type.symbol) ? this.#ways : this.#waysOf(type.symbol))
      .filter((way) => (isClass ? isSubclass(this.checker, way.type, type) : isImplementation(this.checker, way.type, type)));
    const codes = (kind: Way['kind']): string[] => ways.filter((way) => way.kind === kind).map(({ code }) => code);
    return [...new Set([...order.flatMap(codes), ...codes('constant').slice(-1)])].slice(0, MAX_WAYS);
  }

  #waysOf(symbol: ts.Symbol): Way[] {
    const declaration = symbol.valueDeclaration;
    if (declaration === undefined || !ts.isClassDeclaration(declaration)) {
      return [];
    }
    const type = this.checker.getTypeOfSymbol(symbol);
    const isAbstract = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Abstract) !== 0;
    const constructors = isAbstract ? [] : type.getConstructSignatures()
      .filter((signature) => (signature.declaration as ts.Declaration | undefined)?.parent === declaration && !isHidden(signature.declaration!))
      .map((signature): Way => ({
        kind: 'constructor', type: this.checker.getDeclaredTypeOfSymbol(symbol), code: `new ${symbol.name}(${parametersOf(signature)})`,
      }));
    const isOfClass = (each: ts.Declaration): boolean => each.parent === declaration && !isHidden(each);
    const members = type.getProperties().filter(({ declarations = [] }) => declarations.some(isOfClass));
    return [...constructors, ...members.map((member) => this.#staticWay(symbol, member))];
  }

  #staticWay(symbol: ts.Symbol, member: ts.Symbol): Way {
    const type = this.checker.getTypeOfSymbol(member);
    const code = `${symbol.name}.${member.name}`;
    const [signature] = type.getCallSignatures();
    if (signature === undefined) {
      return { kind: 'constant', type, code };
    }
    const made = signature.getReturnType();
    const awaited = this.checker.getAwaitedType(made) ?? made;
    const call = `${code}(${parametersOf(signature)})`;
    return awaited === made ? { kind: 'method', type: made, code: call } : { kind: 'late method', type: awaited, code: `await ${call}` };
  }
}

function parametersOf(signature: ts.Signature): string {
  return signature.getParameters().filter(({ valueDeclaration }) => (
    valueDeclaration === undefined || !ts.isParameter(valueDeclaration)
    || (valueDeclaration.questionToken === undefined && valueDeclaration.initializer === undefined && valueDeclaration.dotDotDotToken === undefined)
  )).map(({ name }) => name).join(', ');
}

/** Whether a type says that it has an interface: many constructs happen to have the same members. */
function isImplementation(checker: ts.TypeChecker, made: ts.Type, type: ts.Type): boolean {
  return (made as { readonly symbol?: ts.Symbol }).symbol?.declarations?.some((declaration) => made.symbol === type.symbol
    || ((ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)) && (declaration.heritageClauses ?? []).some(
      ({ types }) => types.some((clause) => isImplementation(checker, checker.getTypeAtLocation(clause), type))))) ?? false;
}

function isSubclass(checker: ts.TypeChecker, made: ts.Type, type: ts.Type): boolean {
  return made.symbol !== undefined && (made.symbol === type.symbol
    || (made.isClass() && checker.getBaseTypes(made).some((base) => isSubclass(checker, base, type))));
}
