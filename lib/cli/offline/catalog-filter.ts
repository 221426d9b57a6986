import { Catalog } from '../../catalog/catalog';
import type { FilteredCatalog } from '../../catalog/catalog-options';
import type { CatalogFilter, PackageFilter } from '../../catalog/filter/catalog-filter';
import { UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { ExitCode } from '../frame/exit-code';
import { flag, list, type Values } from '../frame/option';
import { catalogOutputOptions, writeCatalog } from './catalog-output';
import { CATALOG_DESCRIPTION, isFolder, isImage, readCatalog } from './inputs';
import { pairOf } from './name-value';

const options = {
  ...catalogOutputOptions,
  package: list('NAME', 'package to keep; by default all'),
  channel: list('PACKAGE=CHANNEL', 'channel to keep of a package; by default all'),
  versions: list('PACKAGE=RANGE', "versions to keep of a package, such as 'etcd=>=0.9.0 <1.0.0'"),
  defaultChannel: list('PACKAGE=CHANNEL', 'default channel of a package'),
  headsOnly: flag('keep only the head of each channel'),
  dependencies: flag('also keep the dependencies of kept bundles'),
};

/** `olm-constructs catalog filter` */
export const catalogFilterCommand = defineCommand({
  description: 'Keeps some packages, channels and versions of a catalog. Upgrades, default channels and deprecations are repaired, and a note on standard error states what '
    + 'was changed for that. Files and folders of any size are filtered without loading them into memory.',
  operands: [{ name: 'CATALOG', description: CATALOG_DESCRIPTION }],
  options,
  examples: [
    { description: 'One package', command: 'olm-constructs catalog filter catalog --package hello-operator' },
    { description: 'Only what is current', command: 'olm-constructs catalog filter catalog --heads-only --format json' },
  ],
  run: async (context, { operands: [catalog = ''], options: values }) => {
    const filtered = await filteredCatalog(catalog, filterOf(values), context);
    filtered.notes.forEach((note) => context.stderr.line(note));
    writeCatalog(filtered.catalog, values, context);
    return ExitCode.SUCCESS;
  },
});

async function filteredCatalog(operand: string, filter: CatalogFilter, context: CommandContext): Promise<FilteredCatalog> {
  if (operand === '-' || isImage(operand) || /\.(tar|tar\.gz|tgz)$/.test(operand)) {
    return (await readCatalog(operand, context)).filter(filter);
  }
  return isFolder(operand) ? Catalog.filterDirectory(operand, filter) : Catalog.filterFile(operand, filter);
}

/** Returns the filter. An option for a package also keeps the package. */
function filterOf(values: Values<typeof options>): CatalogFilter {
  const [channels, versions, defaults] = [
    values.channel.map((given) => pairOf('--channel', given)),
    values.versions.map((given) => pairOf('--versions', given)),
    values.defaultChannel.map((given) => pairOf('--default-channel', given)),
  ];
  const names = [...new Set([...values.package, ...[...channels, ...versions, ...defaults].map(([name]) => name)])];
  const packages = names.map((name): PackageFilter => {
    const kept = channels.filter(([owner]) => owner === name).map(([, channel]) => ({ name: channel }));
    const range = only('--versions', name, versions);
    const defaultChannel = only('--default-channel', name, defaults);
    return {
      name,
      ...(kept.length === 0 ? {} : { channels: kept }),
      ...(range === undefined ? {} : { versionRange: range }),
      ...(defaultChannel === undefined ? {} : { defaultChannel }),
    };
  });
  return { headsOnly: values.headsOnly, dependencies: values.dependencies, ...(packages.length === 0 ? {} : { packages }) };
}

function only(option: string, name: string, pairs: readonly (readonly [string, string])[]): string | undefined {
  const values = pairs.filter(([owner]) => owner === name).map(([, value]) => value);
  if (values.length > 1) {
    throw new UsageError(`${option} is set ${values.length} times for package ${name}; set it once`);
  }
  return values[0];
}
