import type { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import type { FilteredCatalog } from '../../catalog/catalog-options';
import { CatalogError } from '../../catalog/declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../../catalog/declcfg/catalog-problem';
import type { CatalogFilter, PackageFilter } from '../../catalog/filter/catalog-filter';
import { SamePackage } from '../../catalog/merge-blobs';
import { ChannelPlan } from '../../catalog/render/channel-plan';
import { UpgradeGraph } from '../../catalog/upgrade-graph';
import { defined } from '../../formats/json/defined';
import { counted } from '../../text/phrases';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { inCommandLineTerms } from '../frame/command-line-terms';
import type { CommandContext } from '../frame/context';
import { limitsFor } from '../frame/limits';
import { choice, flag, list, outputFormat, pairOf, text, type Values } from '../frame/option';
import { withProgress } from '../frame/progress';
import { type RegistryOptions, registryOptions } from '../frame/registry';
import { writeTable } from '../frame/table';
import { writeResult } from '../frame/write-result';
import { BUNDLE_DESCRIPTION, CATALOG_DESCRIPTION, checkOperands, eachInput, isImage, mayBeLayout, readBundle, readCatalog } from './inputs';
import { printable } from '../../text/printable';
import { isFolder } from '../../formats/output/make-folders';

/** Options of commands that print a catalog. */
export const catalogOutputOptions = {
  output: outputFormat(['yaml', 'json'], 'yaml', 'format of the catalog: YAML documents, or a JSON object per line'),
  out: text('DIR', 'folder of the catalog, with a file for each package; by default it is printed'),
};

/** Prints a catalog, or writes it into a folder. */
export function writeCatalog(catalog: Catalog, { output, out }: Values<typeof catalogOutputOptions>, { stdout }: CommandContext): void {
  if (out === undefined) {
    stdout.data(output === 'json' ? catalog.toJsonLines() : catalog.toYaml());
    return;
  }
  if (output === 'json') {
    throw new UsageError('--out writes YAML; omit -o json');
  }
  catalog.writeDirectory(out);
  for (const file of Object.keys(catalog.toFiles())) {
    stdout.line(`${out.replace(/(?<!\/)\/+$/, '')}/${file}`);
  }
}

/** `olm-constructs catalog render` */
export const catalogRenderCommand = defineCommand({
  description: 'Renders a catalog from bundles, as `opm render` does, with packages and channels.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options: {
    ...catalogOutputOptions,
    channels: choice('PLAN', ['bundles', 'semver', 'order'], 'bundles', 'channels and upgrades: as the bundles declare them, by their versions, or one after '
      + 'the other in each channel of the bundles'),
    image: list('BUNDLE=IMAGE', 'image of a bundle by its name; without one, the catalog has the manifests of the bundle'),
    ...registryOptions,
  },
  examples: [
    { description: 'A catalog of two versions', command: 'olm-constructs catalog render bundle bundle-next' },
    { description: 'A folder, with channels by version', command: 'olm-constructs catalog render bundle --channels semver --out catalog-of-bundle' },
  ],
  run: async (context, { operands, options: { channels, image, ...written } }) => {
    checkOperands(operands);
    const bundles: Bundle[] = [];
    for (const operand of operands) {
      bundles.push(await readBundle(operand, context, written));
    }
    const fetched = bundles.flatMap((bundle): [string, string][] => bundle.image === undefined ? [] : [[bundle.name, bundle.image]]);
    const images = Object.fromEntries([...fetched, ...image.map((given) => pairOf('--image', given))]);
    writeCatalog(Catalog.fromBundles(bundles, { channels: planOf(channels), images }), written, context);
    return ExitCode.SUCCESS;
  },
});

function planOf(name: 'bundles' | 'semver' | 'order'): ChannelPlan {
  switch (name) {
    case 'bundles':
      return ChannelPlan.byBundles();
    case 'semver':
      return ChannelPlan.bySemver();
    case 'order':
      return ChannelPlan.inOrder();
  }
}

/** Problems of a catalog, and the numbers of its packages and bundles. */
interface CatalogVerdict {
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
  options: { output: outputFormat(['text', 'json'], 'text', 'format of the report'), ...registryOptions },
  examples: [{ description: 'Validate a catalog', command: 'olm-constructs catalog validate catalog' }],
  run: async (context, { operands, options: { output, ...registry } }) => {
    checkOperands(operands);
    const { results, unreadable, errors } = await eachInput(operands, context, async (operand): Promise<CatalogVerdict> => {
      try {
        const catalog = await readCatalog(operand, context, registry);
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
    }, { areListed: output === 'json' });
    const { stdout } = context;
    if (output === 'json') {
      const items = results.map(({ operand, value }) => ({ source: operand, passed: value.problems.length === 0, problems: value.problems }));
      writeResult(stdout, output, 'CatalogValidationList', { items, errors });
    } else {
      results.filter(({ value }) => value.text !== '').forEach(({ operand, value }) => stdout.write(`${printable(operand)}:\n${value.text}\n\n`));
      writeTable(stdout, ['INPUT', 'PACKAGES', 'BUNDLES', 'RESULT'], results.map(({ operand, value }) => [
        operand, String(value.packages), String(value.bundles), value.problems.length === 0 ? { text: 'passed', style: 'green' }
          : { text: counted(value.problems.length, 'problem'), style: 'red' },
      ]));
    }
    return unreadable > 0 ? ExitCode.ERROR : results.some(({ value }) => value.problems.length > 0) ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  },
});

const filterOptions = {
  ...catalogOutputOptions,
  package: list('NAME', 'package to keep; by default all'),
  channel: list('PACKAGE=CHANNEL', 'channel to keep of a package; by default all'),
  versions: list('PACKAGE=RANGE', "versions to keep of a package, such as 'etcd=>=0.9.0 <1.0.0'"),
  defaultChannel: list('PACKAGE=CHANNEL', 'default channel of a package'),
  headsOnly: flag('keep only the head of each channel'),
  dependencies: flag('also keep the dependencies of kept bundles'),
  ...registryOptions,
};

/** `olm-constructs catalog filter` */
export const catalogFilterCommand = defineCommand({
  description: 'Keeps some packages, channels and versions of a catalog. Upgrades, default channels and deprecations are repaired, and a note on standard error states what '
    + 'was changed for that. Files and folders of any size are filtered without loading them into memory.',
  operands: [{ name: 'CATALOG', description: CATALOG_DESCRIPTION }],
  options: filterOptions,
  examples: [
    { description: 'One package', command: 'olm-constructs catalog filter catalog --package hello-operator' },
    { description: 'Only what is current', command: 'olm-constructs catalog filter catalog --heads-only -o json' },
  ],
  run: async (context, { operands: [catalog = ''], options: values }) => {
    const filtered = await filteredCatalog(catalog, filterOf(values), context, values);
    filtered.notes.forEach((note) => context.stderr.line(inCommandLineTerms(note)));
    writeCatalog(filtered.catalog, values, context);
    return ExitCode.SUCCESS;
  },
});

async function filteredCatalog(
  operand: string, filter: CatalogFilter, context: CommandContext, registry: RegistryOptions,
): Promise<FilteredCatalog> {
  if (operand === '-' || isImage(operand) || mayBeLayout(operand)) {
    return (await readCatalog(operand, context, registry)).filter(filter);
  }
  const limits = limitsFor('CatalogReadOptions', registry.limit);
  return withProgress(`reading ${operand}`, context, () => (
    isFolder(operand) ? Catalog.filterDirectory(operand, filter, limits) : Catalog.filterFile(operand, filter, limits)
  ));
}

/** Returns the filter. An option for a package also keeps the package. */
function filterOf(values: Values<typeof filterOptions>): CatalogFilter {
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
      ...defined({ versionRange: range, defaultChannel }),
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

/** `olm-constructs catalog merge` */
export const catalogMergeCommand = defineCommand({
  description: 'Merges catalogs into one.',
  operands: [{ name: 'CATALOG', description: CATALOG_DESCRIPTION, several: true }],
  options: {
    ...catalogOutputOptions,
    union: flag('unite packages that several catalogs have; the first one decides about icon, description and default channel'),
    ...registryOptions,
  },
  examples: [{ description: 'Add a catalog to another one', command: 'olm-constructs catalog merge catalog catalog-next --union --out merged' }],
  run: async (context, { operands, options: { union, ...written } }) => {
    checkOperands(operands);
    const catalogs: Catalog[] = [];
    for (const operand of operands) {
      catalogs.push(await readCatalog(operand, context, written));
    }
    writeCatalog(Catalog.merge(catalogs, { samePackage: union ? SamePackage.UNION : SamePackage.REFUSE }), written, context);
    return ExitCode.SUCCESS;
  },
});

/** `olm-constructs catalog graph` */
export const catalogGraphCommand = defineCommand({
  description: 'Draws the upgrades that a package of a catalog offers.',
  operands: [
    { name: 'CATALOG', description: CATALOG_DESCRIPTION },
    { name: 'PACKAGE', description: 'name of the package; by default the only one', required: false },
  ],
  options: {
    output: outputFormat(['mermaid', 'svg'], 'mermaid', 'format of the drawing'),
    channel: list('NAME', 'channel to draw; by default all'),
    from: text('BUNDLE', 'name or version of a bundle; the upgrades from it to the heads are highlighted'),
    ...registryOptions,
  },
  examples: [{ description: 'For a README on GitHub', command: 'olm-constructs catalog graph catalog hello-operator' }],
  run: async (context, { operands: [path = '', name], options: { output, channel, from, ...registry } }) => {
    const catalog = await readCatalog(path, context, registry);
    const [first = '', ...others] = catalog.packageNames;
    if (name === undefined && others.length > 0) {
      throw new UsageError(`the catalog has ${others.length + 1} packages; add the name of one: ${catalog.packageNames.slice(0, 10).map(printable).join(', ')}`
        + (others.length > 9 ? ', …' : ''));
    }
    const graph = UpgradeGraph.of(catalog, name ?? first, {
      ...(channel.length === 0 ? {} : { channels: [...channel] }), ...defined({ fromBundle: from }),
    });
    context.stdout.data(`${(output === 'svg' ? graph.toSvg() : graph.toMermaid()).trimEnd()}\n`);
    return ExitCode.SUCCESS;
  },
});
