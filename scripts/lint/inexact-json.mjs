import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/** How deep the rule looks into a type. */
const MAX_DEPTH = 5;

/**
 * Refuses `JSON.stringify` for values whose type may contain a `bigint`, which it cannot write: what strangers wrote is `unknown`, with integers
 * beyond 2^53 as `bigint`.
 */
export const inexactJson = {
  meta: {
    type: 'problem', schema: [],
    messages: { inexact: 'JSON.stringify throws at a bigint, which a value of strangers may contain: use exactJson, goJson or printableJson.' },
  },
  create(context) {
    const services = ESLintUtils.getParserServices(context, true);
    if (services.program === null) {
      return {};
    }
    const checker = services.program.getTypeChecker();
    const mayHaveBigInt = (type, depth, seen) => {
      if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive | ts.TypeFlags.BigIntLike | ts.TypeFlags.TypeParameter)) {
        return true;
      }
      if (type.isUnionOrIntersection()) {
        return type.types.some((one) => mayHaveBigInt(one, depth, seen));
      }
      if (!(type.flags & ts.TypeFlags.Object) || depth === 0 || seen.has(type)) {
        return false;
      }
      seen.add(type);
      const isList = checker.isArrayType(type) || checker.isTupleType(type);
      const inner = isList ? checker.getTypeArguments(type) : [
        ...checker.getIndexInfosOfType(type).map((info) => info.type),
        ...checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property)),
      ];
      return (inner.length === 0 && !isList && type.getCallSignatures().length === 0) || inner.some((one) => mayHaveBigInt(one, depth - 1, seen));
    };
    return {
      'CallExpression[callee.object.name="JSON"][callee.property.name="stringify"]': (node) => {
        const [value] = node.arguments;
        if (value !== undefined && mayHaveBigInt(services.getTypeAtLocation(value), MAX_DEPTH, new Set())) {
          context.report({ node, messageId: 'inexact' });
        }
      },
    };
  },
};
