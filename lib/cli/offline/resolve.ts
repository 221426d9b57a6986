import type { Catalog } from '../../catalog/catalog';
import { readNotedManifests } from '../../cluster/operations/manifests';
import { defined } from '../../formats/json/defined';
import { field, stringField } from '../../formats/json/json-value';
import { ResolutionError } from '../../resolve/model/resolution-error';
import type { ResolutionLimits } from '../../resolve/model/resolution-limits';
import type { ResolutionCatalog, ResolutionSubscription } from '../../resolve/model/resolution-props';
import { ResolutionFailureReason } from '../../resolve/model/resolution-reason';
import type { ResolutionHop } from '../../resolve/model/resolved-operator';
import { Resolution } from '../../resolve/resolution';
import { suggestNames } from '../../text/suggest-names';
import { CliError, ExitCode, UsageError, worstOf } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { limitsFor } from '../frame/limits';
import { flag, list, outputFormat, pairOf, text, type Values } from '../frame/option';
import { type RegistryOptions, registryOptions } from '../frame/registry';
import type { ResolutionReport } from '../frame/results';
import { writeTable } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import { writeResult } from '../frame/write-result';
import { CATALOG_DESCRIPTION, readCatalog } from './inputs';

const options = {
  catalog: list('CATALOG', `${CATALOG_DESCRIPTION}; with NAMESPACE/NAME= before it, the content of that CatalogSource`),
  filename: list('PATH', 'file or folder of manifests with Subscriptions; - is the standard input', { short: 'f' }),
  channel: text('CHANNEL', 'channel of the packages; by default all of their channels, the default channel first'),
  namespace: text('NAMESPACE', 'namespace of the packages; by default default', { short: 'n' }),
  once: flag('only the next InstallPlan; by default all, until nothing changes'),
  output: outputFormat(['text', 'json', 'yaml'], 'text', 'format of the output'),
  ...registryOptions,
};

/** A Subscription, and its namespace. */
interface PlacedSubscription extends ResolutionSubscription {
  readonly namespace: string;
}

/** `olm-constructs resolve` */
export const resolveCommand = defineCommand({
  description: 'Prints what OLM v0 would install for Subscriptions, with dependencies, InstallPlan by InstallPlan, from the content of catalogs and without a cluster; and if it '
    + 'would install nothing, why, and what to do. Nothing is installed before. The Subscriptions are those of manifests, or one for each PACKAGE.\n\n'
    + 'The exit code is 1 if OLM would install nothing in a namespace, and 4 if that is not decided within the limits of a resolution.',
  operands: [{ name: 'PACKAGE', description: 'package to subscribe to, in the first catalog that has it', required: false, several: true }],
  options,
  examples: [
    { description: 'What a Subscription to a package installs', command: 'olm-constructs resolve hello-operator --catalog catalog' },
    { description: 'What the Subscriptions of manifests install', command: 'olm-constructs resolve -f subscription.yaml --catalog olm/registry=catalog' },
  ],
  run: async (context, { operands, options: given }) => {
    const { catalog, filename, channel, namespace, once, output, limit } = given;
    const limits = limitsFor('ResolutionLimits', limit);
    if (catalog.length === 0) {
      throw new UsageError('--catalog is required: the catalogs to resolve from');
    }
    if ((operands.length === 0) === (filename.length === 0)) {
      throw new UsageError(operands.length === 0 ? 'nothing to resolve; name packages, or set -f to manifests with Subscriptions' : 'specify either packages or -f, not both');
    }
    if (filename.length > 0 && (channel !== undefined || namespace !== undefined)) {
      throw new UsageError('the Subscriptions have their own channels and namespaces; omit --channel and --namespace');
    }
    const catalogs = await catalogsOf(catalog, context, given);
    const subscriptions = filename.length > 0 ? await subscriptionsIn(filename, catalogs, context)
      : operands.map((name) => subscriptionTo(name, catalogs, given));
    const items = [...new Set(subscriptions.map((subscription) => subscription.namespace))].map((where) => (
      resolved(where, catalogs, subscriptions.filter((subscription) => subscription.namespace === where), once, limits)
    ));
    if (output === 'text') {
      items.forEach((item, index) => print(item, index, context.stdout));
    } else {
      writeResult(context.stdout, output, 'ResolutionList', { items: items.map(dataOf), errors: [] });
    }
    return worstOf(items.map(({ error }) => exitCodeOf(error)));
  },
});

/** Namespace and name of a catalog that has none. */
const UNNAMED = { namespace: 'olm', name: 'catalog' };

async function catalogsOf(given: readonly string[], context: CommandContext, registry: RegistryOptions): Promise<ResolutionCatalog[]> {
  const catalogs: ResolutionCatalog[] = [];
  for (const [index, written] of given.entries()) {
    const isNamed = /^[^/=]+\/[^/=]+=./.test(written);
    const [place, path] = isNamed ? pairOf('--catalog', written) : ['', written];
    const [namespace = '', name = ''] = isNamed ? place.split('/') : [UNNAMED.namespace, index === 0 ? UNNAMED.name : `${UNNAMED.name}-${index + 1}`];
    catalogs.push({ namespace, name, content: await readCatalog(path, context, registry) });
  }
  return catalogs;
}

function subscriptionTo(
  packageName: string, catalogs: readonly ResolutionCatalog[], { channel, namespace = 'default' }: Values<typeof options>,
): PlacedSubscription {
  const found = catalogs.find(({ content }) => content.tryFindPackage(packageName) !== undefined);
  if (found === undefined) {
    const known = catalogs.flatMap(({ content }: { readonly content: Catalog }) => content.packageNames);
    throw new CliError(`no catalog has package '${packageName}'; packages: ${suggestNames(packageName, known)}`, ExitCode.FINDINGS);
  }
  return { name: packageName, namespace, packageName, catalog: found.name, catalogNamespace: found.namespace, ...defined({ channel }) };
}

async function subscriptionsIn(
  paths: readonly string[], catalogs: readonly ResolutionCatalog[], { readStdin, stderr }: CommandContext,
): Promise<PlacedSubscription[]> {
  const { manifests, notes } = await readNotedManifests(paths, readStdin, 'olm-constructs resolve -f -');
  notes.forEach((note) => stderr.warn(note));
  const found = manifests.filter(({ apiVersion, kind }) => kind === 'Subscription' && apiVersion.startsWith('operators.coreos.com/'));
  if (found.length === 0) {
    throw new CliError(`no Subscription in ${paths.join(', ')}`);
  }
  return found.map(({ name, namespace = 'default', object: { spec } }) => {
    const [catalog = '', catalogNamespace = '', packageName = ''] = ['source', 'sourceNamespace', 'name'].map((key) => stringField(spec, key));
    if (!catalogs.some((one) => one.name === catalog && one.namespace === catalogNamespace)) {
      throw new UsageError(`Subscription ${namespace}/${name} needs CatalogSource ${catalogNamespace}/${catalog}; add --catalog ${catalogNamespace}/${catalog}=CATALOG`);
    }
    const [channel, startingCsv] = ['channel', 'startingCSV'].map((key) => field(spec, key) === '' ? undefined : stringField(spec, key));
    return { name, namespace, packageName, catalog, catalogNamespace, ...defined({ channel, startingCsv }) };
  });
}

/** The resolution of a namespace, and why it ends. */
interface Resolved {
  readonly namespace: string;
  readonly hops: readonly ResolutionHop[];
  readonly isEndless: boolean;
  readonly error: ResolutionError | undefined;
}

function resolved(
  namespace: string, catalogs: ResolutionCatalog[], subscriptions: readonly PlacedSubscription[], once: boolean, limits: ResolutionLimits,
): Resolved {
  const props = { namespace, limits, catalogs, subscriptions: subscriptions.map(({ namespace: _, ...subscription }) => subscription) };
  try {
    const { hops, isEndless } = once ? Resolution.of(props) : Resolution.toTheEnd(props);
    return { namespace, hops, isEndless, error: undefined };
  } catch (error) {
    if (!(error instanceof ResolutionError)) {
      throw error;
    }
    return { namespace, hops: error.hops, isEndless: false, error };
  }
}

function exitCodeOf(error: ResolutionError | undefined): ExitCode {
  if (error === undefined) {
    return ExitCode.SUCCESS;
  }
  return error.reason === ResolutionFailureReason.NOT_DECIDED ? ExitCode.ERROR : ExitCode.FINDINGS;
}

function dataOf({ namespace, hops, isEndless, error }: Resolved): ResolutionReport {
  const failure = error === undefined ? undefined : { reason: error.reason, message: error.message, reasons: error.reasons };
  return { namespace, hops, isEndless, ...defined({ failure }) };
}

function print({ namespace, hops, isEndless, error }: Resolved, index: number, terminal: Terminal): void {
  if (index > 0) {
    terminal.line();
  }
  terminal.line(terminal.styled('bold', `namespace ${namespace}`));
  if (hops.length > 0) {
    writeTable(terminal, ['INSTALLPLAN', 'CSV', 'CHANNEL', 'CATALOG', 'FOR'], hops.flatMap(({ operators }, hop) => operators.map((operator) => [
      String(hop + 1), operator.csv, operator.channel, `${operator.catalogNamespace}/${operator.catalog}`,
      operator.subscription === undefined ? `required by ${operator.requiredBy.join(', ')}` : `Subscription ${operator.subscription}`,
    ])));
  }
  if (isEndless) {
    terminal.line('OLM would continue forever: a skipRange leads back to an earlier version');
  }
  if (error !== undefined) {
    terminal.write(`${error.explanation}\n`);
  }
}
