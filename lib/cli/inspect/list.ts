import type { ClusterStatus } from '../../cluster/inspection/cluster-status';
import type { Verdict } from '../../cluster/inspection/judgement/judge';
import { operandsOf } from '../../cluster/operands';
import { statusOf } from '../../cluster/status';
import { defined } from '../../formats/json/defined';
import { suggestNames } from '../../text/suggest-names';
import { CliError, ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { outputFormat, type Values } from '../frame/option';
import type { InputError, ListedCatalog, ListedOperand, ListedOperator, Results } from '../frame/results';
import { type Cell, writeTable } from '../frame/table';
import { writeResult } from '../frame/write-result';
import { ageText, portable, STYLES } from './output';

const options = {
  output: outputFormat(['table', 'json', 'yaml'], 'table', 'format of the output'),
  ...sourceOptions,
} as const;

const EXIT_CODES = 'Exit codes: 0 if the list could be read, even if it is empty, 4 if not. `status` has exit codes for what is not ready.';

/** A row of a list: the object as data, and its cells. */
interface Row<Item> {
  readonly item: Item;
  readonly cells: readonly Cell[];
}

/** Lists operators. */
export const listOperatorsCommand = defineCommand({
  description: `Lists the operators of a cluster, with their packages, channels and versions: Subscriptions of OLM v0 and ClusterExtensions of OLM v1. The command changes nothing.\n\n${EXIT_CODES}`,
  options,
  examples: [
    { description: 'Operators of all namespaces', command: 'olm-constructs list operators -A' },
    { description: 'As JSON', command: 'olm-constructs list operators -n shop -o json' },
  ],
  run: async (context, { options: given }) => {
    const { status, namespace } = await read(given, context);
    const rows = [
      ...status.subscriptions.map((each): Row<ListedOperator> => ({
        item: { kind: 'Subscription', ...each },
        cells: [each.namespace, each.name, each.package, each.channel ?? '', each.catalog, each.installed ?? '', styled(each)],
      })),
      ...status.clusterExtensions.map((each): Row<ListedOperator> => ({
        item: { kind: 'ClusterExtension', ...each }, cells: [each.namespace, each.name, each.package, '', '', each.installed ?? '', styled(each)],
      })),
    ];
    return printList(['NAMESPACE', 'NAME', 'PACKAGE', 'CHANNEL', 'CATALOG', 'VERSION', 'STATE'], rows, { kind: 'OperatorList', what: 'operators', namespace, output: given.output }, context);
  },
});

/** Lists catalogs. */
export const listCatalogsCommand = defineCommand({
  description: `Lists the catalogs of a cluster: CatalogSources of OLM v0 and ClusterCatalogs of OLM v1. The command changes nothing.\n\n${EXIT_CODES}`,
  options,
  examples: [{ description: 'Catalogs of all namespaces', command: 'olm-constructs list catalogs -A' }],
  run: async (context, { options: given }) => {
    const { status, namespace } = await read(given, context);
    const rows = [
      ...status.catalogs.map((each): Row<ListedCatalog> => ({ item: { kind: 'CatalogSource', ...each }, cells: [each.namespace, each.name, each.source, styled(each)] })),
      ...status.clusterCatalogs.map((each): Row<ListedCatalog> => ({ item: { kind: 'ClusterCatalog', ...each }, cells: ['', each.name, each.source, styled(each)] })),
    ];
    return printList(['NAMESPACE', 'NAME', 'SOURCE', 'STATE'], rows, { kind: 'CatalogList', what: 'catalogs', namespace, output: given.output }, context);
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
    const { cluster, namespace, now } = await openSource(given, context);
    const operators = await operandsOf(cluster, { now, signal: context.signal, ...defined({ namespace }) });
    const unknown = names.find((name) => !operators.some((operator) => operator.name === name));
    if (unknown !== undefined) {
      throw new CliError(`Subscription '${unknown}' not found${namespace === undefined ? '' : ` in namespace ${namespace}`}; available: `
        + suggestNames(unknown, operators.map(({ name }) => name)), ExitCode.FINDINGS);
    }
    const selected = operators.filter(({ name }) => names.length === 0 || names.includes(name));
    selected.flatMap((operator) => operator.unknown).forEach((problem) => context.stderr.warn(`not known: ${problem}`));
    const rows = selected.flatMap(({ namespace: own, name, operands }) => operands.map((operand): Row<ListedOperand> => ({
      item: { operator: `${own}/${name}`, ...operand },
      cells: [`${own}/${name}`, operand.kind, operand.namespace ?? '', operand.name, operand.apiVersion, ageText(operand.age)],
    })));
    const exitCode = printList(['OPERATOR', 'KIND', 'NAMESPACE', 'NAME', 'API', 'AGE'], rows, {
      kind: 'OperandList', what: 'operands', namespace, output: given.output,
      errors: selected.flatMap((operator) => operator.unknown.map((message) => ({ input: `${operator.namespace}/${operator.name}`, message }))),
    }, context);
    return selected.some((operator) => operator.unknown.length > 0) ? ExitCode.ERROR : exitCode;
  },
});

/** Status of a cluster, and the namespace that was read. */
interface ReadStatus {
  readonly status: ClusterStatus;
  readonly namespace: string | undefined;
}

async function read(given: Values<typeof options>, context: CommandContext): Promise<ReadStatus> {
  const { cluster, namespace, now } = await openSource(given, context);
  const status = await statusOf(cluster, { now, signal: context.signal, ...defined({ namespace }) });
  status.notes.forEach((note) => context.stderr.warn(note));
  return { status, namespace };
}

function styled({ state, verdict }: { readonly state: string; readonly verdict: Verdict }): Cell {
  return { text: state, style: STYLES[verdict] };
}

/** What a list contains. */
interface ListContent<Kind> {
  readonly kind: Kind;
  readonly what: string;
  readonly namespace: string | undefined;
  readonly output: 'table' | 'json' | 'yaml';

  /** What cannot be listed. */
  readonly errors?: readonly InputError[];
}

function printList<Kind extends 'OperatorList' | 'CatalogList' | 'OperandList'>(
  head: readonly string[], rows: readonly Row<Results[Kind]['items'][number]>[], { kind, what, namespace, output, errors = [] }: ListContent<Kind>,
  { stdout, stderr }: CommandContext,
): ExitCode {
  if (output !== 'table') {
    writeResult(stdout, output, kind, portable({ items: rows.map(({ item }) => item), errors }) as Results[Kind]);
  } else if (rows.length > 0) {
    writeTable(stdout, head, rows.map(({ cells }) => cells));
  } else {
    stderr.line(`no ${what} found${namespace === undefined ? '' : ` in namespace ${namespace}; use -A for all namespaces`}`);
  }
  return ExitCode.SUCCESS;
}
