import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice } from '../frame/option';
import { BUNDLE_DESCRIPTION, checkOperands, readBundle } from './inputs';
import { BundleComparison } from '../../report/bundle-comparison';

/** `olm-constructs diff` */
export const diffCommand = defineCommand({
  description: 'Prints what changes for a cluster when one bundle replaces another one: APIs, install modes, CRDs by the rules of OLM v1, rights, images and webhooks. '
    + 'The exit code is 1 if CRDs change in a way that OLM v1 refuses, or an install mode is removed.',
  operands: [{ name: 'OLD', description: BUNDLE_DESCRIPTION }, { name: 'NEW', description: 'the bundle that replaces it, as OLD' }],
  options: { format: choice('FORMAT', ['text', 'json'], 'text', 'format of the comparison') },
  examples: [{ description: 'Compare two versions of an operator', command: 'olm-constructs diff bundle bundle-next' }],
  run: async (context, { operands, options: { format } }) => {
    const [before = '', after = ''] = operands;
    checkOperands(operands);
    const comparison = BundleComparison.of(await readBundle(before, context), await readBundle(after, context));
    context.stdout.line(format === 'json' ? JSON.stringify(comparison.content, undefined, 2) : comparison.toText());
    return comparison.hasSafeCrds && comparison.content.installModesLost.length === 0 ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});
