import { UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice, list, text } from '../frame/option';
import { CATALOG_DESCRIPTION, readCatalog } from './inputs';
import { UpgradeGraph } from '../../catalog/upgrade-graph';

/** `olm-constructs catalog graph` */
export const catalogGraphCommand = defineCommand({
  description: 'Draws the upgrades that a package of a catalog offers.',
  operands: [
    { name: 'CATALOG', description: CATALOG_DESCRIPTION },
    { name: 'PACKAGE', description: 'name of the package; by default the only one', required: false },
  ],
  options: {
    format: choice('FORMAT', ['mermaid', 'svg'], 'mermaid', 'format of the drawing'),
    channel: list('NAME', 'channel to draw; by default all'),
    from: text('BUNDLE', 'name or version of a bundle; the upgrades from it to the heads are highlighted'),
  },
  examples: [{ description: 'For a README on GitHub', command: 'olm-constructs catalog graph catalog hello-operator' }],
  run: async (context, { operands: [path = '', name], options: { format, channel, from } }) => {
    const catalog = await readCatalog(path, context);
    const [first = '', ...others] = catalog.packageNames;
    if (name === undefined && others.length > 0) {
      throw new UsageError(`the catalog has ${others.length + 1} packages; add the name of one: ${catalog.packageNames.slice(0, 10).join(', ')}`
        + (others.length > 9 ? ', …' : ''));
    }
    const graph = UpgradeGraph.of(catalog, name ?? first, {
      ...(channel.length === 0 ? {} : { channels: [...channel] }), ...(from === undefined ? {} : { fromBundle: from }),
    });
    context.stdout.write(`${(format === 'svg' ? graph.toSvg() : graph.toMermaid()).trimEnd()}\n`);
    return ExitCode.SUCCESS;
  },
});
