import type { ClusterConnection } from '../../cluster/cluster-connection';
import { type ClusterStatus, type OlmStatus, overallVerdict } from '../../cluster/inspection/cluster-status';
import type { Verdict } from '../../cluster/inspection/judgement/judge';
import type { ReleaseObject } from '../../cluster/inspection/judgement/release-objects';
import { statusOf, type StatusScope, type WatchedStatus, watchStatus } from '../../cluster/status';
import { NO_OLM } from '../../cluster/waiting/explain/explanation';
import { defined } from '../../formats/json/defined';
import { labelSelector } from '../../formats/schema/label-selector';
import { thrownMessage } from '../../text/printable';
import { NO_BREAK_SPACE, tableLines } from '../../text/text-table';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { flag, outputFormat, text } from '../frame/option';
import { type Cell, tableRows, tableText, tableWithMessages } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import { writeResult } from '../frame/write-result';
import { ageText, exitCodeOf, exitCodeOfRead, notDumpedLines, portable, STYLES } from './output';

/** Prints what OLM manages in a cluster. */
export const statusCommand = defineCommand({
  description: 'Prints the state of OLM, of its catalogs and of the operators it installs: the installed and the wanted version, and what they wait for. '
    + 'The command changes nothing.\n\n'
    + 'Exit codes: 0 if everything is ready, 3 if something is not ready yet, 1 if something failed or is degraded, or no OLM is installed.',
  options: {
    selector: text('SELECTOR', 'labels of the Subscriptions, catalogs and extensions, such as app=shop,tier!=test', { short: 'l' }),
    output: outputFormat(['table', 'wide', 'json', 'yaml'], 'table', 'format of the output'),
    watch: flag('keep printing changes, until Ctrl-C: a table on a terminal, lines elsewhere', { short: 'w' }),
    ...sourceOptions,
  },
  examples: [
    { description: 'Everything in a cluster', command: 'olm-constructs status -A' },
    { description: 'With package, channel and catalog', command: 'olm-constructs status -n shop -o wide' },
    { description: 'Objects from a dump', command: 'olm-constructs status --from must-gather/' },
  ],
  run: async (context, { options }) => {
    const { output, selector, watch } = options;
    const selects = selectorOf(selector ?? '');
    if (selects === undefined) {
      throw new UsageError(`--selector '${selector ?? ''}' is invalid; separate requirements such as app=shop, app!=shop, app, !app or 'app in (a, b)' by commas`);
    }
    if (watch && (options.from.length > 0 || output === 'json' || output === 'yaml')) {
      throw new UsageError('--watch needs a cluster, and prints tables or lines: omit --from, and --output json or yaml');
    }
    if (!watch) {
      context.endsSoon();
    }
    const { cluster, connection, namespace, now, isIncomplete } = await openSource(options, context);
    const { stdout } = context;
    const scope = { ...defined({ namespace }), ...(selector === undefined ? {} : { selects }) };
    const table = (status: ClusterStatus): string[] => statusLines(status, stdout, { isWide: output === 'wide', isOneNamespace: namespace !== undefined });
    if (watch && connection !== undefined) {
      return printStatusChanges(connection, scope, context, table);
    }
    const status = await statusOf(cluster, { ...scope, now, signal: context.signal });
    if (output === 'json' || output === 'yaml') {
      writeResult(stdout, output, 'ClusterStatus', portable(status));
    } else {
      table(status).forEach((line) => stdout.line(line));
    }
    const where = { namespace, isDump: connection === undefined, isSelective: selector !== undefined };
    const code = conclusion(status, where, context.stderr.line.bind(context.stderr));
    return exitCodeOfRead(code, isIncomplete);
  },
});

function selectorOf(selector: string): ReturnType<typeof labelSelector> {
  try {
    return labelSelector(selector);
  } catch (error) {
    throw new UsageError(`--selector: ${thrownMessage(error)}`);
  }
}

/** Prints what is missing, and returns the exit code. */
function conclusion(status: ClusterStatus, where: Where, print: (line: string) => void): ExitCode {
  const absence = absenceLine(status, where);
  if (absence !== undefined) {
    print(absence);
  }
  return absence === NO_OLM ? ExitCode.FINDINGS : exitCodeOf([overallVerdict(status)]);
}

/** What a status is about. */
interface Where {
  readonly namespace: string | undefined;
  readonly isDump: boolean;

  /** Whether only objects with some labels are included. */
  readonly isSelective: boolean;
}

/** Returns a line that says what is missing if there is no OLM or no operator, or undefined. */
function absenceLine(
  { olm, hasOlmV1, subscriptions, unclaimed, clusterExtensions, notes }: ClusterStatus, { namespace, isDump, isSelective }: Where,
): string | undefined {
  const isUnknown = notes.length > 0;
  if (olm === undefined && !hasOlmV1 && subscriptions.length + unclaimed.length === 0 && !isUnknown && !isDump) {
    return NO_OLM;
  }
  if (subscriptions.length + clusterExtensions.length > 0) {
    return undefined;
  }
  if (isSelective) {
    return `${isDump ? 'the dump has no Subscription and no ClusterExtension' : 'no Subscription and no ClusterExtension exists'} with these labels${
      namespace === undefined ? '' : ` in namespace ${namespace}`}; omit --selector to see others`;
  }
  return isDump ? notInDump(namespace) : `no operator is installed${namespace === undefined ? '' : ` in namespace ${namespace}; use -A for all namespaces`}`;
}

/** Returns the line about a dump without anything that asks for an operator. */
function notInDump(namespace: string | undefined): string {
  return `the dump has no Subscription and no ClusterExtension${namespace === undefined ? '' : ` in namespace ${namespace}`}: what is installed is not known from it; `
    + '`explain csv/NAME` explains a ClusterServiceVersion alone';
}

/**
 * Prints a status, and prints it again after each change, until the signal aborts: on a terminal as a table that is redrawn, elsewhere as a line for
 * each object that changed.
 *
 * @throws the abort reason of the signal
 */
export async function printStatusChanges(
  connection: ClusterConnection, scope: StatusScope, { stdout, signal, now }: CommandContext, table: (status: ClusterStatus) => readonly string[],
): Promise<never> {
  const before = new Map<string, string>();
  let [wasLost, shownAbsence]: [boolean, string | undefined] = [false, undefined];
  for await (const status of watchStatus(connection, { ...scope, signal, clock: now })) {
    const absence = absenceLine(status, { namespace: scope.namespace, isDump: false, isSelective: scope.selects !== undefined });
    const lost = lostLine(status);
    if (stdout.isTTY) {
      stdout.redraw([...(lost === undefined ? [] : [stdout.styled('yellow', lost)]), ...table(status), ...(absence === undefined ? [] : [absence])]);
    } else {
      const connectionLine = lost !== undefined === wasLost ? undefined : lost ?? 'the connection is back';
      const absenceChange = absence === shownAbsence ? undefined : absence;
      [connectionLine, ...changedLines(status, before), absenceChange].forEach((line) => line === undefined ? undefined : stdout.line(line));
      [wasLost, shownAbsence] = [lost !== undefined, absence];
    }
  }
  throw signal.reason as Error;
}

function lostLine({ interruption }: WatchedStatus): string | undefined {
  return interruption === undefined ? undefined : `the connection is lost, so this is the last known state: ${interruption}`;
}

/** Returns a line for each object that is new or has changed, and for each that was deleted. */
function changedLines(status: ClusterStatus, before: Map<string, string>): string[] {
  const current = statusEntries(status);
  const gone = [...before.keys()].filter((key) => !current.has(key)).map((key) => `${key}: deleted`);
  const changed = [...current].filter(([key, text]) => before.get(key) !== text).map(([key, text]) => `${key}: ${text}`);
  before.clear();
  current.forEach((text, key) => before.set(key, text));
  return [...changed, ...gone];
}

function statusEntries({ olm, catalogs, subscriptions, unclaimed, clusterCatalogs, clusterExtensions }: ClusterStatus): Map<string, string> {
  const text = ({ state, detail }: { readonly state: string; readonly detail?: string }): string => (detail === undefined ? state : `${state}, ${detail}`);
  return new Map([
    ...(olm === undefined ? [] : [['OLM', text(olm)] as const]),
    ...catalogs.map((row) => [`CatalogSource ${row.namespace}/${row.name}`, text(row)] as const),
    ...subscriptions.map((row) => [`Subscription ${row.namespace}/${row.name}`, `${versionText(row.installed, row.wanted)} ${text(row)}`] as const),
    ...unclaimed.map((row) => [`${row.kind} ${row.namespace}/${row.name}`, text(row)] as const),
    ...clusterCatalogs.map((row) => [`ClusterCatalog ${row.name}`, text(row)] as const),
    ...clusterExtensions.map((row) => [`ClusterExtension ${row.name}`, `${versionText(row.installed, row.wanted)} ${text(row)}`] as const),
  ]);
}

/** Layout of tables. */
export interface TableLayout {
  /** Whether all columns are printed. */
  readonly isWide: boolean;

  /** Whether the objects are all in one namespace, so that no column is needed for it. */
  readonly isOneNamespace: boolean;
}

/** A column, with the condition for printing it. */
interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Cell;
  readonly when?: 'wide' | 'all-namespaces';
}

/** Fields that every row has. */
interface CommonRow {
  readonly name: string;
  readonly state: string;
  readonly verdict: Verdict;
  readonly age?: number;
  readonly detail?: string;
  readonly notes?: readonly string[];
}

/** Returns the lines of a status: OLM, and a table for each kind that has objects. */
export function statusLines(status: ClusterStatus, terminal: Terminal, layout: TableLayout): string[] {
  const { olm, catalogs, subscriptions, unclaimed, clusterCatalogs, clusterExtensions, notes, notDumped } = status;
  const namespace = { head: 'NAMESPACE', cell: (row: { readonly namespace: string }) => row.namespace };
  const versions = { head: 'VERSION', cell: ({ installed, wanted }: { readonly installed?: string; readonly wanted?: string }) => versionText(installed, wanted) };
  const source = { head: 'SOURCE', cell: (row: { readonly source: string }) => row.source, when: 'wide' as const };
  const of = { head: 'PACKAGE', cell: (row: { readonly package: string }) => row.package, when: 'wide' as const };
  const parts = [
    ...(olm === undefined ? [] : [olmLines(olm, terminal), ...(layout.isWide ? releaseLines(olm, terminal) : [])]),
    ...section('Catalogs', catalogs, terminal, layout, [{ ...namespace, when: 'all-namespaces' }], [], [source]),
    ...section('Subscriptions', subscriptions, terminal, layout, [{ ...namespace, when: 'all-namespaces' }], [versions], [
      of, { head: 'CHANNEL', cell: ({ channel }) => channel ?? '(default)', when: 'wide' }, { head: 'CATALOG', cell: ({ catalog }) => catalog, when: 'wide' },
    ]),
    ...section('Not ready, without a Subscription', unclaimed, terminal, layout, [
      { ...namespace, when: 'all-namespaces' }, { head: 'KIND', cell: ({ kind }) => kind },
    ], [], []),
    ...section('ClusterCatalogs', clusterCatalogs, terminal, layout, [], [], [source]),
    ...section('ClusterExtensions', clusterExtensions, terminal, layout, [], [versions], [of, { ...namespace, when: 'wide' }]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `note: ${note}`)]),
    ...(notDumped === undefined ? [] : [notDumpedLines(notDumped, terminal)]),
  ];
  return parts.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Returns `1.0.0`, or `1.0.0 -> 1.1.0` if the installed version is to change. */
export function versionText(installed: string | undefined, wanted: string | undefined): string {
  return wanted === undefined ? installed ?? '-' : `${installed ?? '-'} -> ${wanted}`;
}

function olmLines({ title, verdict, state, detail, crds, deployments, packageserver, isComplete }: OlmStatus, terminal: Terminal): string[] {
  const server = packageserver === undefined ? isComplete ? 'missing' : 'unknown' : `${packageserver.version} ${packageserver.phase}`;
  return [
    `${terminal.styled('bold', title)}: ${terminal.styled(STYLES[verdict], state)}`,
    ...(detail === undefined ? [] : tableLines([[detail]], 4, terminal.proseWidth)),
    ...tableText(terminal, ['CRDS', 'PACKAGESERVER', 'DEPLOYMENTS'], [
      [`${crds.established}/${crds.total}`, server, deployments.map(({ name, ready }) => `${name}${NO_BREAK_SPACE}${ready}`).join(', ')],
    ]),
  ];
}

/** Returns a table of all objects of the release of OLM, or an empty list if the release is unknown. */
function releaseLines({ release, objects = [] }: OlmStatus, terminal: Terminal): string[][] {
  const rows = objects.map(({ object, state, difference }): Cell[] => {
    const space = object.indexOf(' ');
    const text = `${STATES[state]}${difference === undefined ? '' : `: ${difference}`}`;
    return [object.slice(0, space), object.slice(space + 1), state === 'missing' || state === 'differs' ? { text, style: STYLES.failed } : text];
  });
  return rows.length === 0 ? [] : [[terminal.styled('bold', `Objects of OLM ${release ?? ''}`), ...tableText(terminal, ['KIND', 'NAME', 'STATE'], rows)]];
}

/** Texts of the states of objects of a release. */
const STATES: { readonly [state in ReleaseObject['state']]: string } = {
  found: 'found', missing: 'not found', differs: 'differs', omitted: 'not found (optional)', unknown: 'unknown',
};

/** Returns a table with its title, or an empty list without rows. The columns before and after the state differ by kind. */
function section<Row extends CommonRow>(
  title: string, rows: readonly Row[], terminal: Terminal, { isWide, isOneNamespace }: TableLayout,
  first: readonly Column<Row>[], second: readonly Column<Row>[], last: readonly Column<Row>[],
): string[][] {
  const columns: Column<Row>[] = [
    ...first, { head: 'NAME', cell: ({ name }) => name }, ...second,
    { head: 'STATE', cell: ({ state, verdict }) => ({ text: state, style: STYLES[verdict] }) },
    { head: 'AGE', cell: ({ age }) => ageText(age) },
    ...last,
  ];
  const shown = columns.filter(({ when }) => when === undefined || (when === 'wide' ? isWide : !isOneNamespace));
  const table = tableRows(terminal, shown.map(({ head }) => head), rows.map((row) => shown.map(({ cell }) => cell(row))));
  const messages = rows.map(({ detail, notes }) => [...(detail === undefined ? [] : [detail]), ...notes ?? []].join('; '));
  return rows.length === 0 ? [] : [[terminal.styled('bold', title), ...tableWithMessages(terminal, table, 'MESSAGE', messages)]];
}
