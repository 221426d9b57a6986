import ts from 'typescript';
import { isHidden, isOwn } from '../option-types/declarations';
import { describedBy } from './descriptions';
import { type Properties, type PropertySchema, reference, type TypeSchemas } from './schema-types';

/** Members of every resource. */
const OF_EVERY_RESOURCE = ['urn', 'id'];

/** Writes the outputs of resources and components, by their declarations, and collects the types that they need. */
export class OutputTypes {
  public constructor(private readonly types: TypeSchemas, private readonly checker: ts.TypeChecker, private readonly root: string) {}

  /** Returns the outputs of a class. Those of components may be plain values too; resources among them are left out. */
  public membersOf(symbol: ts.Symbol, isComponent: boolean): Properties {
    const members = this.checker.getDeclaredTypeOfSymbol(symbol).getProperties().filter((member) => (
      isPublicMember(member) && isOwn(this.root, member) && !OF_EVERY_RESOURCE.includes(member.name)
    ));
    return this.#properties(members, (type) => {
      const output = this.#valueOf(type);
      return output ?? (isComponent ? type : undefined);
    });
  }

  #properties(members: readonly ts.Symbol[], valueOf: (type: ts.Type) => ts.Type | undefined): Properties {
    const properties: [string, PropertySchema][] = [];
    const required: string[] = [];
    for (const member of members) {
      const value = valueOf(this.checker.getTypeOfSymbol(member));
      const schema = value === undefined ? undefined : this.#schemaOf(value);
      if (schema !== undefined) {
        const description = describedBy(this.checker, member);
        properties.push([member.name, { ...schema, ...(description === '' ? {} : { description }) }]);
        const isMaybeAbsent = [value!, this.checker.getTypeOfSymbol(member)].some((of) => partsOf(of).some(isAbsent));
        if (!isMaybeAbsent && (member.flags & ts.SymbolFlags.Optional) === 0) {
          required.push(member.name);
        }
      }
    }
    return { properties: Object.fromEntries(properties.sort(([left], [right]) => (left < right ? -1 : 1))), required: required.sort() };
  }

  /** Returns the type of the value of an output, or undefined for another type. */
  #valueOf(type: ts.Type): ts.Type | undefined {
    const output = [type, ...(type.isIntersection() || type.isUnion() ? type.types : [])].find((part) => (
      ['OutputInstance', 'Output'].includes(part.symbol?.name ?? '') || part.aliasSymbol?.name === 'Output'
    ));
    return output?.aliasTypeArguments?.[0] ?? (output === undefined ? undefined : this.checker.getTypeArguments(output as ts.TypeReference)[0]);
  }

  #schemaOf(type: ts.Type): PropertySchema | undefined {
    const parts = partsOf(type).filter((part) => !isAbsent(part));
    const [only] = parts;
    if (parts.length > 0 && parts.every((part) => (part.flags & ts.TypeFlags.BooleanLike) !== 0)) {
      return { type: 'boolean' };
    }
    if (only === undefined || parts.length > 1) {
      return undefined;
    }
    if ((only.flags & ts.TypeFlags.StringLike) !== 0) {
      return { type: 'string' };
    }
    if ((only.flags & ts.TypeFlags.NumberLike) !== 0) {
      return { type: 'number' };
    }
    if (this.checker.isArrayLikeType(only)) {
      const items = this.#schemaOf(this.checker.getTypeArguments(only as ts.TypeReference)[0]!);
      return items && { type: 'array', items };
    }
    const index = this.checker.getIndexInfoOfType(only, ts.IndexKind.String);
    if (index !== undefined) {
      const additionalProperties = this.#schemaOf(index.type);
      return additionalProperties && { type: 'object', additionalProperties };
    }
    const symbol = only.symbol as ts.Symbol | undefined;
    const isInterface = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Interface) !== 0 && isOwn(this.root, symbol);
    return isInterface ? this.#interface(symbol, only) : undefined;
  }

  #interface(symbol: ts.Symbol, type: ts.Type): PropertySchema {
    if (!this.types.has(symbol.name)) {
      const properties = this.#properties(type.getProperties(), (value) => value);
      this.types.set(symbol.name, { type: 'object', description: describedBy(this.checker, symbol), ...properties });
    }
    return reference(symbol.name);
  }
}

/** Whether a member of a class is public. */
function isPublicMember({ declarations = [] }: ts.Symbol): boolean {
  return declarations.length > 0 && !declarations.some(isHidden);
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function isAbsent({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) !== 0;
}
