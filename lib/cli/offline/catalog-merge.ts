import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { flag } from '../frame/option';
import { catalogOutputOptions, writeCatalog } from './catalog-output';
import { CATALOG_DESCRIPTION, checkOperands, readCatalog } from './inputs';
import { Catalog } from '../../catalog/catalog';
import { SamePackage } from '../../catalog/merge-blobs';

/** `olm-constructs catalog merge` */
export const catalogMergeCommand = defineCommand({
  description: 'Merges catalogs into one.',
  operands: [{ name: 'CATALOG', description: CATALOG_DESCRIPTION, several: true }],
  options: {
    ...catalogOutputOptions,
    union: flag('unite packages that several catalogs have; the first one decides about icon, description and default channel'),
  },
  examples: [{ description: 'Add a catalog to another one', command: 'olm-constructs catalog merge catalog catalog-next --union --out merged' }],
  run: async (context, { operands, options: { union, ...output } }) => {
    checkOperands(operands);
    const catalogs: Catalog[] = [];
    for (const operand of operands) {
      catalogs.push(await readCatalog(operand, context));
    }
    writeCatalog(Catalog.merge(catalogs, { samePackage: union ? SamePackage.UNION : SamePackage.REFUSE }), output, context);
    return ExitCode.SUCCESS;
  },
});
