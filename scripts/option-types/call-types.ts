import ts from 'typescript';
import { isHidden } from './declarations';
import type { TypeNames } from './type-names';

/** Methods that the library calls, with what it made itself: users override them. */
const CALLED_BY_LIBRARY: ReadonlySet<string> = new Set(['deploy', 'installPackage', 'provide']);

/** The functions and methods of the API, and what their arguments are. */
export class CallTypes {
  readonly #signatures = new Map<string, ts.Signature>();

  public constructor(private readonly checker: ts.TypeChecker, private readonly root: string) {}

  /** Adds a function, or the methods of a class without those that it inherits; unless only its type is exported, also what creates instances. */
  public add(symbol: ts.Symbol, isTypeOnly: boolean): void {
    const type = this.checker.getTypeOfSymbol(symbol);
    if ((symbol.flags & ts.SymbolFlags.Function) !== 0) {
      this.#addSignature(symbol.name, type);
    } else if ((symbol.flags & ts.SymbolFlags.Class) !== 0) {
      const name = symbol.valueDeclaration!.getSourceFile().fileName.startsWith(`${this.root}/lib/pulumi/`) ? `pulumi.${symbol.name}` : symbol.name;
      if (!isTypeOnly) {
        this.#addConstructor(name, type);
        this.#addMethods(symbol, type, `${name}.`);
      }
      this.#addMethods(symbol, this.checker.getDeclaredTypeOfSymbol(symbol), `${name}#`);
    }
  }

  /** Returns the types of the arguments by the name of the call, such as `Catalog.fromFile` or `Catalog#findPackage`. */
  public all(names: TypeNames): ReadonlyMap<string, object> {
    const entries = [...this.#signatures].map(([name, signature]): [string, object] => [name, Object.fromEntries(
      signature.getParameters().flatMap((parameter) => {
        const declaration = parameter.valueDeclaration as ts.ParameterDeclaration;
        const type = names.nameOf(this.checker.getTypeOfSymbol(parameter));
        const isOptional = declaration.questionToken !== undefined || declaration.initializer !== undefined;
        return type === 'any' || isCheckedElsewhere(names, type) ? [] : [[`${parameter.name}${isOptional ? '?' : ''}`, type]];
      }),
    )]);
    return new Map(entries.filter(([, fields]) => Object.keys(fields).length > 0));
  }

  /** A construct has a scope and an ID. */
  #addConstructor(name: string, type: ts.Type): void {
    const signature = type.getConstructSignatures().find(({ parameters, declaration }) => (
      parameters[0]?.name === 'scope' && declaration !== undefined && !isHidden(declaration)
    ));
    if (signature !== undefined) {
      this.#signatures.set(`new ${name}`, signature);
    }
  }

  #addMethods(symbol: ts.Symbol, type: ts.Type, prefix: string): void {
    type.getProperties()
      .filter(({ name, declarations = [] }) => !CALLED_BY_LIBRARY.has(name)
        && declarations.some((declaration) => declaration.parent === symbol.valueDeclaration && !isHidden(declaration)))
      .forEach((method) => this.#addSignature(`${prefix}${method.name}`, this.checker.getTypeOfSymbol(method)));
  }

  #addSignature(name: string, type: ts.Type): void {
    const [signature] = type.getCallSignatures();
    if (signature?.declaration !== undefined && (signature.declaration as ts.FunctionLikeDeclaration).body !== undefined) {
      this.#signatures.set(name, signature);
    }
  }
}

/** Objects with options and values of enums are checked where they are used. */
function isCheckedElsewhere({ structs, enums }: TypeNames, type: string): boolean {
  return [...type.matchAll(/[\w.]+/g)].some(([name]) => structs.has(name) || enums.has(name));
}
