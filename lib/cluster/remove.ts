import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { mapField, stringField } from '../formats/json/json-value';
import { isKindAndGroup } from '../formats/schema/kubernetes-manifest';
import { suggestNames } from '../text/suggest-names';
import { type ChangeOptions, type ChangeResult, changeResult, type ChangeSession, inspectionFailure, openSession } from './change';
import type { ClusterConnection } from './cluster-connection';
import type { AuditRecord } from './operations/audit-log';
import { operatorsIn } from './operations/inspect-cluster';
import type { Manifest } from './operations/manifests';
import { isOperator, parseReference, type ReferencedObject, removalOfOperator, removalOfReference, titleOf, UnknownObjectError } from './operations/referenced-object';
import { removalOfManifests, type RemovalOptions, type RemovalPart, type RemovalPlan } from './operations/removal-plan';
import { removeInOrder } from './operations/run-part';
import { notesOnManifests } from './operations/wait-targets';
import { kindAndGroup } from './waiting/removal/operator-crds';
import type { Leftover } from './waiting/removal/stage';
import { CUSTOM_RESOURCE_DEFINITIONS } from './waiting/view/api-resource';

/** Options of `removeManifests` and `removeObjects`. */
export interface RemoveOptions extends ChangeOptions, Partial<RemovalOptions> {}

/** Result of a removal. */
export interface RemovalResult extends ChangeResult {
  /** Deleted objects, by kind, namespace and name. */
  readonly removed: readonly string[];

  /** Objects that remain, each with the reason. */
  readonly left: readonly Leftover[];

  /** Kinds of the APIs of the operator, by kind and group, such as `Database.example.com`. Empty if they are unknown, or it is not an operator. */
  readonly kinds: readonly string[];
}

/** Results of removals, and the changes made. */
export interface RemovalReport {
  /** A result for each removal, in order, or an empty list if there was nothing to remove. */
  readonly results: readonly RemovalResult[];

  /** A sentence for each object that does not exist, with the names of the objects that do, since its name may be wrong. */
  readonly missing: readonly string[];

  /** Operators that cannot be told apart in the manifests, as sentences with the remedy, or an empty list. */
  readonly notes: readonly string[];

  /** Deletions and other changes, in the order in which they were made. */
  readonly changes: readonly AuditRecord[];
}

/**
 * Removes what manifests created, in an order that leaves nothing stuck: operators, catalogs, operator namespaces, and OLM, unless something else
 * uses them. A failure is a result with an explanation, not an error; later removals are then skipped.
 *
 * @throws UnknownObjectError if `deleteCrds` has a kind without its group; ClientError if the cluster cannot be reached
 */
export async function removeManifests(
  cluster: ClusterConnection, manifests: readonly Manifest[], options: RemoveOptions = {},
): Promise<RemovalReport> {
  checkArguments('removeManifests', { cluster, manifests });
  checkOptions('options of removeManifests', 'RemoveOptions', options);
  const session = openSession(cluster, options);
  const plan = removalOfManifests(manifests, session.namespace, removalOptions(options));
  const report = withUnknownKinds(await removed(plan, session), options.deleteCrds, manifests.flatMap(kindOfCrd));
  return { ...report, notes: notesOnManifests(manifests, session.namespace) };
}

/**
 * Removes operators and catalogs by name, operators first, in an order that leaves nothing stuck. An object that does not exist is not an error, so
 * that a removal can be repeated: the report lists it as missing.
 *
 * @param references `KIND/NAME` with the names of kinds that kubectl accepts, such as `subscription/shop`, `csv/shop.v1.2.0` or
 * `clusterextension/shop`
 * @throws UnknownObjectError if a reference is invalid; InspectionError if the account may not list operators; ClientError if the cluster cannot be
 * reached
 */
export async function removeObjects(cluster: ClusterConnection, references: readonly string[], options: RemoveOptions = {}): Promise<RemovalReport> {
  checkArguments('removeObjects', { cluster, references });
  checkOptions('options of removeObjects', 'RemoveOptions', options);
  const objects = references.map(parseReference);
  const session = openSession(cluster, options);
  const { plan, missing, titles } = await planOf(objects, session, removalOptions(options));
  const report = await removed(plan, session, missing);
  const absent = report.results.filter((result) => titles.has(result.subject) && isWithoutEffect(result));
  return withUnknownKinds({
    ...report,
    results: report.results.filter((result) => !absent.includes(result)),
    missing: [...missing, ...absent.map(({ subject }) => `${titles.get(subject)!} does not exist: nothing to remove`)],
  }, options.deleteCrds, []);
}

/**
 * Adds a sentence for each selected kind that no removed operator owns, since it may be misspelled. They are known once the operators are found.
 *
 * @param known kinds of the CRDs in the manifests
 */
function withUnknownKinds(report: RemovalReport, selection: RemovalOptions['deleteCrds'] | undefined, known: readonly string[]): RemovalReport {
  if (selection === undefined || typeof selection === 'boolean' || report.results.some(({ state }) => state !== 'done')) {
    return report;
  }
  const kinds = [...new Set([...known, ...report.results.flatMap((result) => result.kinds)])].sort();
  const unknown = selection.filter((kind) => !kinds.includes(kind));
  return {
    ...report,
    missing: [...report.missing, ...unknown.map((kind) => (
      `deleteCrds has '${kind}', which no removed operator owns${kinds.length === 0 ? '' : `; choose from their kinds: ${suggestNames(kind, kinds)}`}`
    ))],
  };
}

/** Returns kind and group of a CRD in manifests. */
function kindOfCrd({ kind, object }: Manifest): string[] {
  const spec = mapField(object, 'spec');
  const [name, group] = [stringField(mapField(spec, 'names'), 'kind'), stringField(spec, 'group')];
  return kind !== CUSTOM_RESOURCE_DEFINITIONS.kind || name === undefined || group === undefined ? [] : [kindAndGroup({ kind: name, group })];
}

/**
 * Checks a reference to an object to remove.
 *
 * @throws UnknownObjectError if it is invalid, or of a kind that cannot be removed by name
 */
export function checkRemovable(reference: string): void {
  checkArguments('checkRemovable', { reference });
  parseReference(reference);
}

/**
 * Runs removals, and reports them.
 *
 * @internal
 */
export async function removed(plan: RemovalPlan, session: ChangeSession, missing: readonly string[] = []): Promise<RemovalReport> {
  const results = await removeInOrder(plan, session);
  await session.close();
  return {
    results: results.map((result): RemovalResult => {
      const { removed: gone = [], left = [], kinds = [] } = result.outcome;
      return { ...changeResult(result), removed: gone, left, kinds };
    }),
    missing, notes: [],
    changes: session.audit.records,
  };
}

/**
 * Returns the options with their defaults.
 *
 * @throws UnknownObjectError if a kind is not written with its group
 * @internal
 */
export function removalOptions(options: Partial<RemovalOptions>): RemovalOptions {
  const { operands = 'abort', deleteCrds = false, deleteLeftovers = false, resetConversion = false, dependencies = false, force = false, removeOperators = false } = options;
  const wrong = typeof deleteCrds === 'boolean' ? undefined : deleteCrds.find((kind) => !isKindAndGroup(kind));
  if (wrong !== undefined) {
    throw new UnknownObjectError(`deleteCrds has '${wrong}', which is not a kind with its group, such as Database.example.com`);
  }
  return { operands, deleteCrds, deleteLeftovers, resetConversion, dependencies, force, removeOperators };
}

/** A removal plan, with the objects that do not exist. */
interface Removal {
  readonly plan: RemovalPlan;
  readonly missing: readonly string[];

  /** Kind and name of catalogs and extensions, by the subject of their removal. Only the result shows whether they existed. */
  readonly titles: ReadonlyMap<string, string>;
}

function isWithoutEffect({ state, removed: gone, left }: RemovalResult): boolean {
  return state === 'done' && gone.length + left.length === 0;
}

async function planOf(objects: readonly ReferencedObject[], session: ChangeSession, options: RemovalOptions): Promise<Removal> {
  const { namespace } = session;
  const names = objects.filter(({ kind }) => kind === 'Subscription').map(({ name }) => name);
  const operators = objects.some(isOperator) ? await operatorsIn(namespace, names, session).catch(inspectionFailure)
    : { subscriptions: [], csvs: [], records: [] };
  const found = objects.map((object) => ({
    object, part: isOperator(object) ? removalOfOperator(object, namespace, operators, options) : removalOfReference(object, namespace, options),
  }));
  const isCatalog = ({ kind }: ReferencedObject): boolean => kind === 'CatalogSource' || kind === 'ClusterCatalog';
  const partsOf = (ofCatalogs: boolean): RemovalPart[] => found.flatMap(({ object, part }) => (
    'gone' in part || isCatalog(object) !== ofCatalogs ? [] : [part]
  ));
  return {
    // Operators first, while their catalogs still respond.
    plan: [partsOf(false), partsOf(true)].filter((stage) => stage.length > 0),
    missing: found.flatMap(({ part }) => ('gone' in part ? [part.gone] : [])),
    titles: new Map(found.flatMap(({ object, part }): [string, string][] => (
      'gone' in part || isOperator(object) ? [] : [[part.subject, titleOf(object, namespace)]]
    ))),
  };
}
