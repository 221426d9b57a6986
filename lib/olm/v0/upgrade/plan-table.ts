import type { OlmPlannedObject, OlmUpgradePlanContent } from './upgrade-plan-content';

/** Maximum number of paths of an object in the table; the data has all. */
const PATHS_SHOWN = 4;

type Row = readonly [action: string, object: string, details: string];

/** Formats a plan: a heading, one line for each change, and the notes. */
export function planTable(plan: OlmUpgradePlanContent): string {
  const rows = rowsOf(plan);
  const heading = `OLM ${plan.fromVersion} -> ${plan.toVersion}${plan.skipped.length > 0 ? `, skipping ${plan.skipped.join(', ')}` : ''}`;
  const notes = plan.notes.map((note) => `- ${note}`);
  const table = rows.length > 0 ? aligned([['ACTION', 'OBJECT', 'DETAILS'], ...rows]) : ['nothing changes'];
  return [heading, '', ...table, ...(notes.length > 0 ? ['', 'NOTES', ...notes] : [])].join('\n');
}

function rowsOf(plan: OlmUpgradePlanContent): Row[] {
  return [
    ...plan.added.map((object): Row => ['add', title(object), '']),
    ...plan.changed.map((object): Row => ['change', title(object), abridged(object.paths)]),
    ...plan.removed.map((object): Row => [object.prune ? 'prune' : 'keep', title(object), object.reason]),
    ...plan.crdVersions.map((change): Row => [
      'versions',
      change.crd,
      `served ${change.servedBefore.join(', ')} -> ${change.servedAfter.join(', ') || 'none'}; stored ${change.storedBefore} -> ${change.storedAfter ?? 'none'}`
        + (change.storedAtRisk.length > 0 ? `; at risk: ${change.storedAtRisk.join(', ')}` : ''),
    ]),
    ...plan.lostFields.map(({ crd, version, path }): Row => ['lose', `${crd} ${version}`, path]),
    ...plan.arguments.map(({ program, added, removed }): Row => (
      ['arguments', program, [...removed.map((argument) => `- ${argument}`), ...added.map((argument) => `+ ${argument}`)].join('  ')]
    )),
  ];
}

function title({ kind, name, namespace }: OlmPlannedObject): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

function abridged(paths: readonly string[]): string {
  const shown = paths.slice(0, PATHS_SHOWN).join(', ');
  return paths.length > PATHS_SHOWN ? `${shown} and ${paths.length - PATHS_SHOWN} more` : shown;
}

function aligned(rows: readonly Row[]): string[] {
  const [first, second] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length))) as [number, number];
  return rows.map(([action, object, details]) => `${action.padEnd(first)}  ${object.padEnd(second)}  ${details}`.trimEnd());
}
