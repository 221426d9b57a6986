import { BundleComparison } from '../../report/bundle-comparison';
import { BundleReport } from '../../report/bundle-report';
import { reportText } from '../../report/report-text';
import { ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { outputFormat } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { writeResult } from '../frame/write-result';
import { BUNDLE_DESCRIPTION, checkOperands, eachInput, readBundle, writeSummary } from './inputs';

/** `olm-constructs report` */
export const reportCommand = defineCommand({
  description: 'Prints what you should know about a bundle before you install it: APIs, rights and their risks, images and whether mirroring finds them, webhooks and sizes.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options: { output: outputFormat(['text', 'json'], 'text', 'format of the report'), ...registryOptions },
  examples: [
    { description: 'The report on a bundle', command: 'olm-constructs report bundle' },
    { description: 'The same for programs', command: 'olm-constructs report bundle -o json' },
  ],
  run: async (context, { operands, options: { output, ...registry } }) => {
    const { stdout } = context;
    checkOperands(operands);
    const inputs = await eachInput(operands, context, async (operand) => {
      const bundle = await readBundle(operand, context, registry);
      return { bundle, report: BundleReport.of(bundle) };
    }, { areListed: output === 'json' });
    if (output === 'json') {
      writeResult(stdout, output, 'BundleReportList', { items: inputs.results.map(({ value }) => value.report.content), errors: inputs.errors });
    } else {
      stdout.write(`${inputs.results.map(({ value }) => reportText(value.report.content, stdout.proseWidth)).join('\n\n')}\n`);
      writeSummary(inputs, context, ['BUNDLE', 'APIS', 'IMAGES', 'RISKS'], ({ bundle, report: { content } }) => [
        bundle.name, String(content.ownedApis.length), String(content.images.length), String(content.risks.length),
      ]);
    }
    return inputs.unreadable > 0 ? ExitCode.ERROR : ExitCode.SUCCESS;
  },
});

/** `olm-constructs diff` */
export const diffCommand = defineCommand({
  description: 'Prints what changes for a cluster when one bundle replaces another one: APIs, install modes, CRDs by the rules of OLM v1, rights, images and webhooks. '
    + 'The exit code is 1 if CRDs change in a way that OLM v1 refuses, or an install mode is removed.',
  operands: [{ name: 'OLD', description: BUNDLE_DESCRIPTION }, { name: 'NEW', description: 'the bundle that replaces it, as OLD' }],
  options: { output: outputFormat(['text', 'json'], 'text', 'format of the comparison'), ...registryOptions },
  examples: [{ description: 'Compare two versions of an operator', command: 'olm-constructs diff bundle bundle-next' }],
  run: async (context, { operands, options: { output, ...registry } }) => {
    const [before = '', after = ''] = operands;
    checkOperands(operands);
    const comparison = BundleComparison.of(await readBundle(before, context, registry), await readBundle(after, context, registry));
    if (output === 'json') {
      writeResult(context.stdout, output, 'BundleComparison', comparison.content);
    } else {
      context.stdout.write(`${comparison._toText(context.stdout.proseWidth)}\n`);
    }
    return comparison.hasSafeCrds && comparison.content.installModesLost.length === 0 ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});
