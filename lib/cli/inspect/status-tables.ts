import type { Verdict } from '../../cluster/inspection/judgement/judgement';
import type { ClusterStatus, OlmStatus } from '../../cluster/inspection/status/cluster-status';
import { NO_BREAK_SPACE, tableLines } from '../../text/text-table';
import { tableWithMessages } from '../frame/message-table';
import { type Cell, tableText } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import { ageText, STYLES } from './verdict-words';

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
  const { olm, catalogs, subscriptions, clusterCatalogs, clusterExtensions, notes } = status;
  const namespace = { head: 'NAMESPACE', cell: (row: { readonly namespace: string }) => row.namespace };
  const versions = { head: 'VERSION', cell: ({ installed, wanted }: { readonly installed?: string; readonly wanted?: string }) => versionText(installed, wanted) };
  const source = { head: 'SOURCE', cell: (row: { readonly source: string }) => row.source, when: 'wide' as const };
  const of = { head: 'PACKAGE', cell: (row: { readonly package: string }) => row.package, when: 'wide' as const };
  const parts = [
    ...(olm === undefined ? [] : [olmLines(olm, terminal)]),
    ...section('Catalogs', catalogs, terminal, layout, [{ ...namespace, when: 'all-namespaces' }], [], [source]),
    ...section('Subscriptions', subscriptions, terminal, layout, [{ ...namespace, when: 'all-namespaces' }], [versions], [
      of, { head: 'CHANNEL', cell: ({ channel }) => channel ?? '(default)', when: 'wide' }, { head: 'CATALOG', cell: ({ catalog }) => catalog, when: 'wide' },
    ]),
    ...section('ClusterCatalogs', clusterCatalogs, terminal, layout, [], [], [source]),
    ...section('ClusterExtensions', clusterExtensions, terminal, layout, [], [versions], [of, { ...namespace, when: 'wide' }]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `note: ${note}`)]),
  ];
  return parts.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Returns `1.0.0`, or `1.0.0 -> 1.1.0` if the installed version is to change. */
export function versionText(installed: string | undefined, wanted: string | undefined): string {
  return wanted === undefined ? installed ?? '-' : `${installed ?? '-'} -> ${wanted}`;
}

function olmLines({ title, verdict, state, detail, crds, deployments, packageserver }: OlmStatus, terminal: Terminal): string[] {
  const server = packageserver === undefined ? 'missing' : `${packageserver.version} ${packageserver.phase}`;
  return [
    `${terminal.styled('bold', title)}: ${terminal.styled(STYLES[verdict], state)}`,
    ...(detail === undefined ? [] : tableLines([[detail]], 4, terminal.proseWidth)),
    ...tableText(terminal, ['CRDS', 'PACKAGESERVER', 'DEPLOYMENTS'], [
      [`${crds.established}/${crds.total}`, server, deployments.map(({ name, ready }) => `${name}${NO_BREAK_SPACE}${ready}`).join(', ')],
    ]),
  ];
}

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
  const table = tableText(terminal, shown.map(({ head }) => head), rows.map((row) => shown.map(({ cell }) => cell(row))));
  const messages = rows.map(({ detail, notes }) => [...(detail === undefined ? [] : [detail]), ...notes ?? []].join('; '));
  return rows.length === 0 ? [] : [[terminal.styled('bold', title), ...tableWithMessages(terminal, table, 'MESSAGE', messages)]];
}
