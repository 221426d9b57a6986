import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Catalog } from '../../catalog/catalog';
import { UpgradeGraph } from '../../catalog/upgrade-graph';
import type { OfferedChannel, PackageOffer } from '../../cluster/inspection/package-offers';
import { packagesOf, packagesOfCatalog } from '../../cluster/packages';
import { goText } from '../../formats/json/utf8-text';
import { suggestNames } from '../../text/suggest-names';
import { tableLines } from '../../text/text-table';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { flag, outputFormat, text, type Values } from '../frame/option';
import { withProgress } from '../frame/progress';
import { tableText, writeTable } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import { writeResult } from '../frame/write-result';
import { exitCodeOfRead, portable } from './output';

/** First blob of a file-based catalog. */
const CATALOG = /^schema:\s*"?olm\.|"schema"\s*:\s*"olm\./m;

const options = {
  catalog: text('NAMESPACE/NAME', 'only packages of this CatalogSource'),
  versions: flag('list all versions of each channel'),
  graph: flag('print the upgrade graph of one package as a Mermaid flowchart; only for a catalog in files'),
  output: outputFormat(['table', 'json', 'yaml'], 'table', 'format of the output'),
  ...sourceOptions,
} as const;

/** The offers found, and the catalog if it was read from files. */
interface Found {
  readonly offers: readonly PackageOffer[];
  readonly catalog?: Catalog;

  /** Namespace that was searched. @default - all */
  readonly namespace?: string;

  /** Whether they are from a dump, which may lack others. @default false */
  readonly isDump?: boolean;

  /** Whether objects of a dump are malformed. @default false */
  readonly isIncomplete?: boolean;
}

/** Lists the packages that catalogs offer. */
export const packagesCommand = defineCommand({
  description: 'Lists the packages that the catalogs of a cluster offer, or those of a file-based catalog. With names, it prints their channels, '
    + 'versions, install modes, owned APIs and deprecations. The command changes nothing.\n\n'
    + 'Exit codes: 0 if each package was found, 1 if not, 4 if a dump has no PackageManifest.',
  operands: [{ name: 'NAME', description: 'names of packages; all by default', required: false, several: true }],
  options,
  examples: [
    { description: 'What the catalogs of a cluster offer', command: 'olm-constructs packages' },
    { description: 'Channels and versions of one package', command: 'olm-constructs packages prometheus' },
    { description: 'What a catalog in files offers', command: 'olm-constructs packages --from catalog/' },
  ],
  run: async (context, { operands: names, options: given }) => {
    const { graph, output, versions } = given;
    if (graph && names.length !== 1) {
      throw new UsageError('--graph needs the name of one package');
    }
    const { offers: all, catalog, namespace, isDump = false, isIncomplete = false } = await find(given, context);
    const where = namespace === undefined ? '' : ` in namespace ${namespace}; use -A for all namespaces`;
    const isWanted = ({ name }: PackageOffer): boolean => names.length === 0 || names.includes(name);
    const ofCatalog = all.filter((offer) => given.catalog === undefined || offer.catalog === given.catalog);
    const offers = ofCatalog.filter(isWanted).sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
    const known = [...new Set(ofCatalog.map(({ name }) => name))].sort();
    const catalogs = [...new Set(all.map((offer) => offer.catalog))].sort();
    const owner = given.catalog === undefined ? '' : ` of catalog ${given.catalog}`;
    const others = given.catalog === undefined || ofCatalog.length > 0 ? '' : `; catalogs: ${suggestNames(given.catalog, catalogs)}`;
    const errors = names.filter((name) => !offers.some((offer) => offer.name === name)).map((input) => ({
      input, message: `package '${input}'${owner} ${isDump ? 'is not in the dump' : 'not found'}; packages: ${suggestNames(input, known)}${others}${where}`,
    }));
    errors.forEach(({ message }) => context.stderr.error(message));
    if (graph && errors.length === 0) {
      if (catalog === undefined) {
        throw new UsageError('--graph needs a catalog in files: a cluster lists versions, but not which upgrades are possible; use --from with a catalog');
      }
      context.stdout.data(UpgradeGraph.of(catalog, names[0]!).toMermaid());
    } else if (output === 'json' || output === 'yaml') {
      writeResult(context.stdout, output, 'PackageList', portable({ items: offers, errors }));
    } else if (names.length === 0) {
      writePackages(context.stdout, offers);
    } else {
      offers.flatMap((offer, index) => [...(index === 0 ? [] : ['']), ...packageLines(offer, context.stdout, versions)])
        .forEach((line) => context.stdout.line(line));
    }
    if (offers.length === 0) {
      if (errors.length === 0) {
        context.stderr.line(`no packages${owner} ${isDump ? 'in the dump' : 'found'}${others}${where}`);
      }
      return ExitCode.FINDINGS;
    }
    return exitCodeOfRead(errors.length > 0 ? ExitCode.FINDINGS : ExitCode.SUCCESS, isIncomplete);
  },
});

async function find(given: Values<typeof options>, context: CommandContext): Promise<Found> {
  const [path] = given.from;
  if (path !== undefined && isCatalog(path)) {
    if (given.from.length > 1) {
      throw new UsageError('--from reads one catalog; merge several with `olm-constructs catalog merge`');
    }
    const catalog = await withProgress(`reading ${path}`, context, () => statSync(path).isDirectory() ? Catalog.fromDirectory(path) : Catalog.fromFile(path));
    return { offers: packagesOfCatalog(catalog, path), catalog };
  }
  const { cluster, connection, namespace, isIncomplete } = await openSource(given, context);
  const place = namespace === undefined ? {} : { namespace };
  return { offers: await packagesOf(cluster, { signal: context.signal, ...place }), ...place, isDump: connection === undefined, isIncomplete };
}

/** Number of bytes at the start of a file that are searched for the first schema of a catalog. */
const BEGINNING = 1024 * 1024;

/** Whether a path is a file-based catalog or a folder with one, and not a dump. Checks the start of each file, up to the first file of a catalog. */
function isCatalog(path: string): boolean {
  if (path === '-' || !existsSync(path)) {
    return false;
  }
  if (!statSync(path).isDirectory()) {
    return beginsCatalog(path);
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  return entries.some((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name) && beginsCatalog(join(path, entry.name)))
    || entries.some((entry) => entry.isDirectory() && isCatalog(join(path, entry.name)));
}

function beginsCatalog(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const beginning = Buffer.alloc(Math.min(BEGINNING, fstatSync(file).size));
    return CATALOG.test(goText(beginning.subarray(0, readSync(file, beginning))));
  } finally {
    closeSync(file);
  }
}

/** Writes a table of packages. */
export function writePackages(terminal: Terminal, offers: readonly PackageOffer[]): void {
  writeTable(terminal, ['NAME', 'CATALOG', 'DEFAULT', 'VERSION', 'CHANNELS'], offers.map(({ name, catalog, defaultChannel, channels, deprecation }) => [
    deprecation === undefined ? name : `${name} (deprecated)`, catalog, defaultChannel,
    channels.find((channel) => channel.name === defaultChannel)?.headVersion ?? '', channels.map((channel) => channel.name).join(', '),
  ]));
}

/** Returns the lines of one package: its description, its channels, and the versions of each. */
export function packageLines(offer: PackageOffer, terminal: Terminal, allVersions: boolean): string[] {
  const { name, catalog, displayName, provider, defaultChannel, deprecation, installModes, ownedApis, channels } = offer;
  const width = terminal.proseWidth;
  const facts = [
    ['catalog', catalog], ['provider', provider], ['default channel', defaultChannel], ['deprecated', deprecation],
    ['install modes', installModes?.join(', ')], ['owned APIs', ownedApis.join(', ')],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
  return [
    `${terminal.styled('bold', name)}${displayName === undefined ? '' : ` (${displayName})`}`,
    ...facts.flatMap(([key, value]) => tableLines([[`${key}:`.padEnd(17), value]], 2, width)), '',
    ...tableText(terminal, ['CHANNEL', 'HEAD', 'VERSIONS'], channels.map((channel) => [
      `${channel.name}${channel.name === defaultChannel ? ' (default)' : ''}${channel.deprecation === undefined ? '' : ' (deprecated)'}`,
      channel.head, versionsText(channel, allVersions),
    ])),
    ...deprecationLines(channels, width),
  ];
}

/** Maximum number of versions listed for a channel. */
const MAX_VERSIONS = 8;

function versionsText({ versions }: OfferedChannel, all: boolean): string {
  const names = versions.map(({ version, name, deprecation }) => `${version === '' ? name : version}${deprecation === undefined ? '' : ' (deprecated)'}`);
  return all || names.length <= MAX_VERSIONS ? names.join(', ') : `${names.slice(0, MAX_VERSIONS).join(', ')} and ${names.length - MAX_VERSIONS} more`;
}

function deprecationLines(channels: readonly OfferedChannel[], width: number): string[] {
  const found = new Map(channels.flatMap(({ name, deprecation, versions }) => [
    ...(deprecation === undefined ? [] : [[`channel ${name}`, deprecation] as const]),
    ...versions.flatMap((version) => (version.deprecation === undefined ? [] : [[version.name, version.deprecation] as const])),
  ]));
  return found.size === 0 ? [] : ['', 'Deprecated:', ...[...found].flatMap(([of, message]) => tableLines([[`${of}:`, message]], 2, width))];
}
