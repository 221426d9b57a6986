import { ESLintUtils } from '@typescript-eslint/utils';

/** Encodings of bytes that lose nothing, or that a caller must name. */
const EXACT = /^(?:base64|base64url|hex|latin1|utf16le)$/;

/**
 * Refuses to decode bytes without a word about those that are not UTF-8, which Node.js replaces: only `textOf` and `goText` decode, and the caller
 * chooses between them.
 */
export const uncheckedText = {
  meta: {
    type: 'problem', schema: [],
    messages: { unchecked: 'bytes that are not UTF-8 would be replaced: decode with textOf, or with goText if they are only shown or compared.' },
  },
  create(context) {
    const services = ESLintUtils.getParserServices(context, true);
    if (services.program === null) {
      return {};
    }
    const checker = services.program.getTypeChecker();
    const areBytes = (node) => checker.typeToString(checker.getNonNullableType(services.getTypeAtLocation(node))).split(' | ')
      .some((name) => /^(?:NonShared)?(?:Buffer|Uint8Array)(?:<.*>)?$/.test(name));
    const report = (node) => context.report({ node, messageId: 'unchecked' });
    return {
      'CallExpression[callee.property.name="toString"]': (node) => {
        const [encoding] = node.arguments;
        if (!(encoding?.type === 'Literal' && EXACT.test(encoding.value)) && areBytes(node.callee.object)) {
          report(node);
        }
      },
      'CallExpression[callee.name="readFileSync"][arguments.length>1]': report,
      'NewExpression[callee.name=/^(?:TextDecoder|StringDecoder)$/]': report,
      'CallExpression[callee.property.name="setEncoding"]': report,
    };
  },
};
