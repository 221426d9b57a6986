import { CatalogError, CatalogErrorCode, type CatalogProblem } from '../../catalog/declcfg/catalog-error';
import { counted } from '../../text/counted';
import { CliError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice } from '../frame/option';
import { writeTable } from '../frame/table';
import { eachInput } from './each-input';
import { CATALOG_DESCRIPTION, checkOperands, readCatalog } from './inputs';

/** Problems of a catalog, and the numbers of its packages and bundles. */
interface Verdict {
  /** Report of the problems, or an empty string. */
  readonly text: string;
  readonly problems: readonly CatalogProblem[];
  readonly packages: number;
  readonly bundles: number;
}

/** Problems that prevented the catalog from being read at all. */
const UNREADABLE = [CatalogErrorCode.NOT_FOUND, CatalogErrorCode.WRONG_KIND, CatalogErrorCode.UNSAFE_ENTRY, CatalogErrorCode.LIMIT];

/** `olm-constructs catalog validate` */
export const catalogValidateCommand = defineCommand({
  description: 'Validates catalogs by the rules of `opm validate`, and reports every problem with its file, line and remedy. The exit code is 1 if there are problems.',
  operands: [{ name: 'CATALOG', description: CATALOG_DESCRIPTION, several: true }],
  options: { format: choice('FORMAT', ['text', 'json'], 'text', 'format of the report') },
  examples: [{ description: 'Validate a catalog', command: 'olm-constructs catalog validate catalog' }],
  run: async (context, { operands, options: { format } }) => {
    checkOperands(operands);
    const { results, unreadable } = await eachInput(operands, context, async (operand): Promise<Verdict> => {
      try {
        const catalog = await readCatalog(operand, context);
        return { text: '', problems: [], packages: catalog.packageNames.length, bundles: catalog.bundleNames.length };
      } catch (error) {
        if (!(error instanceof CatalogError)) {
          throw error;
        }
        if (error.problems.some(({ code }) => UNREADABLE.includes(code))) {
          throw new CliError(error.message);
        }
        return { text: error.message, problems: error.problems, packages: 0, bundles: 0 };
      }
    });
    const { stdout } = context;
    if (format === 'json') {
      const contents = results.map(({ operand, value }) => ({ source: operand, passed: value.problems.length === 0, problems: value.problems }));
      stdout.line(JSON.stringify(operands.length === 1 ? contents[0] : contents, undefined, 2));
    } else {
      results.filter(({ value }) => value.text !== '').forEach(({ operand, value }) => stdout.line(`${operand}:\n${value.text}\n`));
      writeTable(stdout, ['INPUT', 'PACKAGES', 'BUNDLES', 'RESULT'], results.map(({ operand, value }) => [
        operand, String(value.packages), String(value.bundles), value.problems.length === 0 ? { text: 'passed', style: 'green' }
          : { text: counted(value.problems.length, 'problem'), style: 'red' },
      ]));
    }
    return unreadable > 0 ? ExitCode.ERROR : results.some(({ value }) => value.problems.length > 0) ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});
