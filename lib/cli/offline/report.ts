import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice } from '../frame/option';
import { eachInput, writeSummary } from './each-input';
import { BUNDLE_DESCRIPTION, checkOperands, readBundle } from './inputs';
import { BundleReport } from '../../report/bundle-report';

/** `olm-constructs report` */
export const reportCommand = defineCommand({
  description: 'Prints what you should know about a bundle before you install it: APIs, rights and their risks, images and whether mirroring finds them, webhooks and sizes.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options: { format: choice('FORMAT', ['text', 'json'], 'text', 'format of the report') },
  examples: [
    { description: 'The report on a bundle', command: 'olm-constructs report bundle' },
    { description: 'The same for programs', command: 'olm-constructs report bundle --format json' },
  ],
  run: async (context, { operands, options: { format } }) => {
    const { stdout } = context;
    checkOperands(operands);
    const inputs = await eachInput(operands, context, async (operand) => {
      const bundle = await readBundle(operand, context);
      return { bundle, report: BundleReport.of(bundle) };
    });
    if (format === 'json') {
      const contents = inputs.results.map(({ value }) => value.report.content);
      stdout.line(JSON.stringify(operands.length === 1 ? contents[0] : contents, undefined, 2));
    } else {
      stdout.line(inputs.results.map(({ value }) => value.report.toText()).join('\n\n'));
      writeSummary(inputs, context, ['BUNDLE', 'APIS', 'IMAGES', 'RISKS'], ({ bundle, report: { content } }) => [
        bundle.name, String(content.ownedApis.length), String(content.images.length), String(content.risks.length),
      ]);
    }
    return inputs.unreadable > 0 ? ExitCode.ERROR : ExitCode.SUCCESS;
  },
});
