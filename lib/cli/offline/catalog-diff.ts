import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/cli-error';
import { choice } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { CATALOG_DESCRIPTION, checkOperands, readCatalog } from './inputs';
import { CatalogDiff } from '../../catalog/catalog-diff';

/** `olm-constructs catalog diff` */
export const catalogDiffCommand = defineCommand({
  description: 'Prints what differs between two catalogs: packages, channels, upgrades, bundles and deprecations. The exit code is 1 if they differ.',
  operands: [{ name: 'OLD', description: CATALOG_DESCRIPTION }, { name: 'NEW', description: 'the newer catalog, as OLD' }],
  options: { format: choice('FORMAT', ['text', 'json'], 'text', 'format of the differences'), ...registryOptions },
  examples: [{ description: 'Compare two catalogs', command: 'olm-constructs catalog diff catalog catalog-next' }],
  run: async (context, { operands, options: { format, ...registry } }) => {
    const [before = '', after = ''] = operands;
    checkOperands(operands);
    const diff = CatalogDiff.between(await readCatalog(before, context, registry), await readCatalog(after, context, registry));
    context.stdout.write(format === 'json' ? `${JSON.stringify(diff.packages, undefined, 2)}\n` : diff.toText());
    return diff.isEmpty ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});
