import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/cli-error';
import { outputFormat } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { writeTable } from '../frame/table';
import { writeResult } from '../frame/write-result';
import { CATALOG_DESCRIPTION, checkOperands, readCatalog } from './inputs';
import { CatalogDiff } from '../../catalog/catalog-diff';
import { DIFF_HEAD, diffRows } from '../../catalog/compare/diff-table';

/** `olm-constructs catalog diff` */
export const catalogDiffCommand = defineCommand({
  description: 'Prints what differs between two catalogs: packages, channels, upgrades, bundles and deprecations. The exit code is 1 if they differ.',
  operands: [{ name: 'OLD', description: CATALOG_DESCRIPTION }, { name: 'NEW', description: 'the newer catalog, as OLD' }],
  options: { output: outputFormat(['text', 'json'], 'text', 'format of the differences'), ...registryOptions },
  examples: [{ description: 'Compare two catalogs', command: 'olm-constructs catalog diff catalog catalog-next' }],
  run: async (context, { operands, options: { output, ...registry } }) => {
    const [before = '', after = ''] = operands;
    checkOperands(operands);
    const [old, next] = [await readCatalog(before, context, registry), await readCatalog(after, context, registry)];
    const diff = CatalogDiff.between(old, next);
    if (output === 'json') {
      writeResult(context.stdout, output, 'CatalogDiff', { packages: diff.packages });
    } else if (!diff.isEmpty) {
      writeTable(context.stdout, DIFF_HEAD, diffRows(diff.packages));
    }
    return diff.isEmpty ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});
