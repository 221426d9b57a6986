import { largest } from '../../../text/lists';
import { shell } from '../../../text/shell';
import { printable } from '../../../text/printable';

/** An object of a release. */
export interface OlmPlannedObject {
  /** API version, with the group. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Name of the object. */
  readonly name: string;

  /**
   * Namespace of the object.
   *
   * @default - none: the object is cluster-scoped
   */
  readonly namespace?: string;
}

/** An object that differs between the releases. */
export interface OlmPlannedChange extends OlmPlannedObject {
  /**
   * Paths that differ, such as `spec.strategy.type`. In the schemas of a CRD, the version and the field, such as
   * `v1alpha1 spec.config.affinity`; descriptions are ignored.
   */
  readonly paths: string[];
}

/** An object that is not in the new release. Applying the new release leaves it in the cluster. */
export interface OlmPlannedRemoval extends OlmPlannedObject {
  /** Whether to delete it. */
  readonly prune: boolean;

  /** Reason to delete or keep it. */
  readonly reason: string;
}

/** Changed versions of a CRD. */
export interface OlmCrdVersionChange {
  /** Name of the CRD. */
  readonly crd: string;

  /** Versions served before. */
  readonly servedBefore: string[];

  /** Versions served afterwards. */
  readonly servedAfter: string[];

  /** Storage version before. */
  readonly storedBefore: string;

  /**
   * Storage version afterwards.
   *
   * @default - none: the CRD is removed
   */
  readonly storedAfter?: string;

  /**
   * Versions in which objects may be stored and that the CRD no longer has. The API server rejects such a CRD until all objects are rewritten
   * and the versions are removed from `status.storedVersions`.
   */
  readonly storedAtRisk: string[];
}

/** A field that is not in the new release. The API server drops it from an object the next time the object is written. */
export interface OlmLostField {
  /** Name of the CRD. */
  readonly crd: string;

  /** Version of the CRD. */
  readonly version: string;

  /** Path of the field, such as `spec.list[].name`. Fields under it are also lost. */
  readonly path: string;
}

/** Changed arguments of a program of OLM. A flag and its value are one argument. */
export interface OlmArgumentChange {
  /** Name of the container. */
  readonly program: string;

  /** Arguments that are new or have a new value. */
  readonly added: string[];

  /** Arguments that were removed or had another value. */
  readonly removed: string[];
}

/** Changes from one release of OLM to another. */
export interface OlmUpgradePlanContent {
  /** Version of the release in the cluster. */
  readonly fromVersion: string;

  /** Version of the release to install. */
  readonly toVersion: string;

  /** Known releases between the two. Upstream only tests upgrades from one release to the next. */
  readonly skipped: string[];

  /** Added objects, in the order in which they are applied. */
  readonly added: OlmPlannedObject[];

  /** Changed objects, in the order in which they are applied. */
  readonly changed: OlmPlannedChange[];

  /** Removed objects, in the order in which they were applied. */
  readonly removed: OlmPlannedRemoval[];

  /** CRDs with changed versions. */
  readonly crdVersions: OlmCrdVersionChange[];

  /** Fields that custom resources may lose. */
  readonly lostFields: OlmLostField[];

  /** Programs with changed arguments. */
  readonly arguments: OlmArgumentChange[];

  /** What to know or do before the upgrade, as sentences. */
  readonly notes: string[];
}

/** Changes from one release of OLM to another. They are derived from the releases alone: a plan does not use a cluster. */
export class OlmUpgradePlan {
  /** The changes as data. */
  public readonly content: OlmUpgradePlanContent;

  /** @param content changes as data */
  public constructor(content: OlmUpgradePlanContent) {
    this.content = content;
  }

  /** Whether nothing changes. */
  public get isEmpty(): boolean {
    const { added, changed, removed } = this.content;
    return added.length + changed.length + removed.length === 0;
  }

  /**
   * Returns `kubectl delete` commands, one line for each object that is not in the new release: run them once the new release is applied. CRDs and
   * Namespaces are excluded, because everything in them would also be deleted. Returns an empty string if there is nothing to delete.
   */
  public toDeleteCommands(): string {
    return deleteCommands(this.content);
  }

  /** Returns the plan as a table with one line for each change, followed by the notes. */
  public toTable(): string {
    return planTable(this.content);
  }
}

/** Maximum number of paths of an object in the table; the data has all. */
const PATHS_SHOWN = 4;

type Row = readonly [action: string, object: string, details: string];

/** Formats a plan: a heading, one line for each change, and the notes. */
export function planTable(plan: OlmUpgradePlanContent): string {
  const rows = rowsOf(plan);
  const heading = `OLM ${plan.fromVersion} -> ${plan.toVersion}${plan.skipped.length > 0 ? `, skipping ${plan.skipped.join(', ')}` : ''}`;
  const notes = plan.notes.map((note) => `- ${note}`);
  const table = rows.length > 0 ? aligned([['ACTION', 'OBJECT', 'DETAILS'], ...rows]) : ['nothing changes'];
  return [heading, '', ...table, ...(notes.length > 0 ? ['', 'NOTES', ...notes] : [])].map(printable).join('\n');
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
  const [first, second] = [0, 1].map((column) => largest(rows.map((row) => row[column]!.length))) as [number, number];
  return rows.map(([action, object, details]) => `${action.padEnd(first)}  ${object.padEnd(second)}  ${details}`.trimEnd());
}

/** Returns the commands that delete what is not in the new release: one line for each object, with the last applied first. */
function deleteCommands({ removed }: OlmUpgradePlanContent): string {
  return removed.filter(({ prune }) => prune).reverse().map(({ apiVersion, kind, name, namespace }) => {
    const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [];
    const resource = [kind.toLowerCase(), ...(group === undefined ? [] : [group])].join('.');
    return `${shell`kubectl delete ${resource} ${name}`}${namespace === undefined ? '' : shell` -n ${namespace}`} --ignore-not-found\n`;
  }).join('');
}
