import type { ClusterStatus } from '../../cluster/inspection/cluster-status';
import type { Verdict } from '../../cluster/inspection/judgement/judge';
import { operandsOf } from '../../cluster/operands';
import { statusOf } from '../../cluster/status';
import { CATALOG_SOURCES, CLUSTER_SERVICE_VERSIONS, resourceName, SUBSCRIPTIONS } from '../../cluster/waiting/view/api-resource';
import { defined } from '../../formats/json/defined';
import { suggestNames } from '../../text/suggest-names';
import { ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { outputFormat, type Values } from '../frame/option';
import type { InputError, ListedCatalog, ListedOperand, ListedOperator, Results } from '../frame/results';
import { type Cell, writeTable } from '../frame/table';
import { writeResult } from '../frame/write-result';
import { ageText, exitCodeOfRead, portable, STYLES } from './output';

const options = {
  output: outputFormat(['table', 'json', 'yaml'], 'table', 'format of the output'),
  ...sourceOptions,
} as const;

const EXIT_CODES = 'Exit codes: 0 if the list could be read, even if it is empty, 4 if not, or if a dump lacks what it lists. `status` has exit codes for what is not ready.';

/** A row of a list: the object as data, and its cells. */
interface Row<Item> {
  readonly item: Item;
  readonly cells: readonly Cell[];
}

/** Lists operators. */
export const listOperatorsCommand = defineCommand({
  description: 'Lists the operators of a cluster, with their packages, channels and versions: Subscriptions of OLM v0 and ClusterExtensions of OLM v1, and '
    + `ClusterServiceVersions that are not ready and to which no Subscription leads. The command changes nothing.\n\n${EXIT_CODES}`,
  options,
  examples: [
    { description: 'Operators of all namespaces', command: 'olm-constructs list operators -A' },
    { description: 'As JSON', command: 'olm-constructs list operators -n shop -o json' },
  ],
  run: async (context, { options: given }) => {
    const { status, ...place } = await read(given, context);
    const subscribed = status.subscriptions.map((each): Row<ListedOperator> => ({
      item: { kind: 'Subscription', ...each },
      cells: [each.namespace, each.name, each.package, each.channel ?? '', each.catalog, each.installed ?? '', styled(each)],
    }));
    const unclaimed = status.unclaimed.filter(({ kind }) => kind === CLUSTER_SERVICE_VERSIONS.kind).map((each): Row<ListedOperator> => ({
      item: { ...each, kind: 'ClusterServiceVersion' }, cells: [each.namespace, each.name, '', '', '', '', styled(each)],
    }));
    const extensions = status.clusterExtensions.map((each): Row<ListedOperator> => ({
      item: { kind: 'ClusterExtension', ...each }, cells: [each.namespace, each.name, each.package, '', '', each.installed ?? '', styled(each)],
    }));
    const errors = reportNotDumped(status, [...subscribed, ...extensions], resourceName(SUBSCRIPTIONS), context);
    return printList(['NAMESPACE', 'NAME', 'PACKAGE', 'CHANNEL', 'CATALOG', 'VERSION', 'STATE'], [...subscribed, ...unclaimed, ...extensions], {
      kind: 'OperatorList', what: 'operators', ...place, output: given.output, errors,
    }, context);
  },
});

/** Lists catalogs. */
export const listCatalogsCommand = defineCommand({
  description: `Lists the catalogs of a cluster: CatalogSources of OLM v0 and ClusterCatalogs of OLM v1. The command changes nothing.\n\n${EXIT_CODES}`,
  options,
  examples: [{ description: 'Catalogs of all namespaces', command: 'olm-constructs list catalogs -A' }],
  run: async (context, { options: given }) => {
    const { status, ...place } = await read(given, context);
    const rows = [
      ...status.catalogs.map((each): Row<ListedCatalog> => ({ item: { kind: 'CatalogSource', ...each }, cells: [each.namespace, each.name, each.source, styled(each)] })),
      ...status.clusterCatalogs.map((each): Row<ListedCatalog> => ({ item: { kind: 'ClusterCatalog', ...each }, cells: ['', each.name, each.source, styled(each)] })),
    ];
    return printList(['NAMESPACE', 'NAME', 'SOURCE', 'STATE'], rows, {
      kind: 'CatalogList', what: 'catalogs', ...place, output: given.output, errors: reportNotDumped(status, rows, resourceName(CATALOG_SOURCES), context),
    }, context);
  },
});

/** Lists operands. */
export const listOperandsCommand = defineCommand({
  description: `Lists the operands of operators that OLM v0 installed: the objects of their APIs, in all namespaces. The command changes nothing.\n\n${EXIT_CODES}`,
  operands: [{ name: 'OPERATOR', description: 'names of Subscriptions; all by default', required: false, several: true }],
  options,
  examples: [
    { description: 'Operands of an operator', command: 'olm-constructs list operands prometheus -n prometheus' },
    { description: 'Operands of all operators', command: 'olm-constructs list operands -A' },
  ],
  run: async (context, { operands: names, options: given }) => {
    const { cluster, connection, namespace, now, isIncomplete } = await openSource(given, context);
    const isDump = connection === undefined;
    const operators = await operandsOf(cluster, { now, signal: context.signal, ...defined({ namespace }) });
    const known = new Set(operators.map(({ name }) => name));
    const missing = names.filter((name) => !known.has(name)).map((input) => ({
      input, message: `Subscription '${input}' ${isDump ? 'is not in the dump' : 'not found'}${namespace === undefined ? '' : ` in namespace ${namespace}`}; available: `
        + suggestNames(input, [...known]),
    }));
    missing.forEach(({ message }) => context.stderr.error(message));
    const wanted = new Set(names);
    const selected = operators.filter(({ name }) => wanted.size === 0 || wanted.has(name));
    const rows = selected.flatMap(({ namespace: own, name, operands }) => operands.map((operand): Row<ListedOperand> => ({
      item: { operator: `${own}/${name}`, ...operand },
      cells: [`${own}/${name}`, operand.kind, operand.namespace ?? '', operand.name, operand.apiVersion, ageText(operand.age)],
    })));
    const unknown = selected.flatMap((operator) => operator.unknown.map((message) => ({ input: `${operator.namespace}/${operator.name}`, message })));
    unknown.forEach(({ message }) => context.stderr.warn(`not known: ${message}`));
    const exitCode = printList(['OPERATOR', 'KIND', 'NAMESPACE', 'NAME', 'API', 'AGE'], rows, {
      kind: 'OperandList', what: 'operands', namespace, isDump, isIncomplete, output: given.output, errors: [...missing, ...unknown],
    }, context);
    return missing.length > 0 && unknown.length === 0 ? ExitCode.FINDINGS : exitCode;
  },
});

/** Where a list is from. */
interface ListPlace {
  /** Namespace that was read, or undefined for all. */
  readonly namespace: string | undefined;
  readonly isDump: boolean;

  /** Whether objects of a dump are malformed. */
  readonly isIncomplete: boolean;
}

/** Status of a cluster or a dump. */
interface ReadStatus extends ListPlace {
  readonly status: ClusterStatus;
}

async function read(given: Values<typeof options>, context: CommandContext): Promise<ReadStatus> {
  const { cluster, connection, namespace, now, isIncomplete } = await openSource(given, context);
  const status = await statusOf(cluster, { now, signal: context.signal, ...defined({ namespace }) });
  status.notes.forEach((note) => context.stderr.warn(note));
  return { status, namespace, isDump: connection === undefined, isIncomplete };
}

/** Prints what a dump lacks, and returns an error if a list is empty because that is the kind that it lists. */
function reportNotDumped({ notDumped }: ClusterStatus, rows: readonly unknown[], kind: string, { stderr }: CommandContext): InputError[] {
  if (rows.length > 0 || notDumped?.kinds.includes(kind) !== true) {
    if (notDumped !== undefined) {
      stderr.warn(`these kinds are not in the dump, so their objects are not known: \`${notDumped.command}\` dumps them`);
    }
    return [];
  }
  const message = `${kind} are not in the dump, so they are not known; \`${notDumped.command}\` dumps them and what their states depend on`;
  stderr.error(message);
  return [{ input: kind, message }];
}

function styled({ state, verdict }: { readonly state: string; readonly verdict: Verdict }): Cell {
  return { text: state, style: STYLES[verdict] };
}

/** What a list contains. */
interface ListContent<Kind> extends ListPlace {
  readonly kind: Kind;
  readonly what: string;
  readonly output: 'table' | 'json' | 'yaml';

  /** What cannot be listed. */
  readonly errors: readonly InputError[];
}

function printList<Kind extends 'OperatorList' | 'CatalogList' | 'OperandList'>(
  head: readonly string[], rows: readonly Row<Results[Kind]['items'][number]>[], { kind, what, namespace, isDump, isIncomplete, output, errors }: ListContent<Kind>,
  { stdout, stderr }: CommandContext,
): ExitCode {
  if (output !== 'table') {
    writeResult(stdout, output, kind, portable({ items: rows.map(({ item }) => item), errors }) as Results[Kind]);
  } else if (rows.length > 0) {
    writeTable(stdout, head, rows.map(({ cells }) => cells));
  } else if (errors.length === 0) {
    stderr.line(`${isDump ? `the dump has no ${what}` : `no ${what} found`}${namespace === undefined ? '' : ` in namespace ${namespace}; use -A for all namespaces`}`);
  }
  return exitCodeOfRead(errors.length > 0 ? ExitCode.ERROR : ExitCode.SUCCESS, isIncomplete);
}
