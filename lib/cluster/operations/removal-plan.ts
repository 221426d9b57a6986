import { defined } from '../../formats/json/defined';
import { mapField, stringField } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP } from '../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { wholeOf } from '../../formats/schema/part-of';
import { compareVersions, parseVersion } from '../../formats/semver/version';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { OlmRelease } from '../../olm/v0/olm-release';
import type { RecognizedOlm } from '../../olm/v0/recognize-olm';
import { type OlmRemovalStep, removalOrder } from '../../olm/v0/release/removal-order';
import { groupBy } from '../../text/group-by';
import type { Timeouts, Waiter } from '../waiting/machine/waiter';
import { clusterCatalogRemoval } from '../waiting/olm-v1/cluster-catalog-removal';
import { clusterExtensionRemoval } from '../waiting/olm-v1/cluster-extension-removal';
import { plainRemoval } from '../waiting/plain/plain-removal';
import { namespaceRemoval } from '../waiting/removal/namespace-removal';
import { objectsRemoval } from '../waiting/removal/objects-removal';
import { olmRemoval } from '../waiting/removal/olm-removal';
import { operatorRemoval } from '../waiting/removal/operator-removal';
import type { RemovalReport } from '../waiting/removal/stage';
import type { Installation } from '../waiting/rukpak/resources';
import { rukpakBundleRemoval } from '../waiting/rukpak/rukpak-bundle-removal';
import { rukpakInstallationRemoval } from '../waiting/rukpak/rukpak-installation-removal';
import { partOfOlm } from '../waiting/view/api-resource';
import { groupOf, type Manifest } from './manifests';
import { isPartOfOlm } from './olm-manifests';
import type { PlainOperatorManifests } from './plain-operator-manifests';
import { plainOperators } from './plain-operators';
import { isRukpakBundle, rukpakInstallation } from './rukpak-targets';
import { selectedCatalogs } from './selected-catalogs';
import type { ObjectReference } from './wait-target';

/** Options of a removal. */
export interface RemovalOptions {
  /** What happens to the objects of an operator's APIs: they stop the removal, are kept, or are deleted first. */
  readonly operands: 'abort' | 'ignore' | 'delete';

  /**
   * Whether to delete the CRDs of operators that no other operator owns and that have no objects, or the kinds whose CRDs to delete, by kind and
   * group such as `Database.example.com`.
   */
  readonly deleteCrds: boolean | readonly string[];

  /**
   * Whether to delete the cluster-scoped objects that OLM v0 created from the bundles of operators and leaves behind, such as ClusterRoles, except
   * those that anything else uses.
   */
  readonly deleteLeftovers: boolean;

  /** Whether to remove the conversion webhooks of CRDs that are kept, if their Service was deleted with the operator. */
  readonly resetConversion: boolean;

  /** Whether to also remove the operators that OLM installed as dependencies and that nothing else requires. */
  readonly dependencies: boolean;

  /** Whether to remove the finalizers of objects stuck in deletion for more than a minute. */
  readonly force: boolean;

  /** Whether to remove all operators together with OLM. */
  readonly removeOperators: boolean;
}

/** One of the removals of a plan. */
export interface RemovalPart {
  /** Title for messages, such as `removal of operator demo/plain`. */
  readonly subject: string;

  /** @param timeout total timeout in milliseconds, or undefined for the default of the kind */
  readonly removal: (timeout: number | undefined) => Waiter<unknown, RemovalReport>;

  /** What it uses while it runs, such as `Namespace/shop` or `CatalogSource/olm/community`. @default - unknown: it may use anything */
  readonly uses?: readonly string[];

  /** What earlier removals must not use any more. @default - anything: all of them have to finish first */
  readonly needs?: readonly string[];
}

/** Removals in order: those of a stage run concurrently, and the next stage starts after them, except for what needs one that failed. */
export type RemovalPlan = readonly (readonly RemovalPart[])[];

/** Whether a removal has to finish before a later one. */
export function isNeeded({ uses }: RemovalPart, { needs }: RemovalPart): boolean {
  return uses === undefined || needs === undefined || uses.some((used) => needs.includes(used));
}

/**
 * Returns how to remove the objects of manifests: operators, with their operands as specified by the options; catalogs; operator namespaces, if
 * nothing else uses them; and OLM.
 *
 * @param namespace namespace of objects without one
 */
export function removalOfManifests(manifests: readonly Manifest[], namespace: string, options: RemovalOptions): RemovalPlan {
  const placed = manifests.map((manifest) => withNamespace(manifest, namespace));
  const is = (group: string, kind: string) => (manifest: Manifest): boolean => groupOf(manifest) === group && manifest.kind === kind;
  const subscriptions = placed.filter(is(OLM_GROUP, 'Subscription'));
  const extensions = placed.filter(is(OLM_V1_GROUP, 'ClusterExtension'));
  const clusterCatalogs = placed.filter(is(OLM_V1_GROUP, 'ClusterCatalog'));
  const bundles = placed.filter(isRukpakBundle);
  const installations = placed.filter((manifest) => rukpakInstallation(manifest) !== undefined);
  const plain = plainUnits(placed);
  const apart = new Set([subscriptions, extensions, clusterCatalogs, bundles, installations, plain.flatMap(({ objects }) => objects)].flat());
  const others = placed.filter((manifest) => !apart.has(manifest));
  const steps = removalOrder(others.map(({ object }) => object as unknown as KubernetesManifest));
  const olm = placed.some(isPartOfOlm) ? [olmRemovalPart(steps, options)] : [];
  const [isGroup, isNamespace] = [is(OLM_GROUP, 'OperatorGroup'), is('', 'Namespace')];
  const groups = groupBy(others.filter(isGroup), ({ namespace: place = '' }) => place);
  const namespaces = new Set(others.filter(isNamespace).map(({ name }) => name));
  const rest = others.filter((manifest) => !isGroup(manifest) && !isNamespace(manifest));
  const places = [...new Set([...groups.keys(), ...namespaces])];
  const stages: RemovalPlan = [
    [
      ...subscriptions.map((subscription) => ({
        ...operatorPart(subscription, options, stringField(mapField(subscription.object, 'spec'), 'name')), uses: usedBySubscription(subscription),
      })),
      ...extensions.map((extension) => ({ ...extensionPart(extension.name, options), uses: usedByExtension(extension, clusterCatalogs) })),
      ...installations.map((installation) => (
        { ...installationPart(rukpakInstallation(installation)!, options), ...usedByInstallation(installation) }
      )),
      ...plain.map((operator) => ({ ...plainPart(operator, options), uses: namespacesOf(operator.objects) })),
    ],
    [
      ...clusterCatalogs.map((catalog) => ({ ...clusterCatalogPart(catalog.name, options), uses: [], needs: [keyOf(catalog)] })),
      ...bundles.map((bundle) => ({ ...bundlePart(bundle.name, options), uses: [], needs: [keyOf(bundle)] })),
    ],
    ...(olm.length > 0 ? [olm] : [
      restParts(rest, options),
      places.map((place) => ({
        ...namespacePart(place, {
          operatorGroups: (groups.get(place) ?? []).map(({ name }) => name),
          removeNamespace: namespaces.has(place),
        }, options),
        needs: [`Namespace/${place}`],
      })),
    ]),
  ];
  return stages.filter((stage) => stage.length > 0);
}

/** Returns the removals of the rest: other objects of each operator and catalog, then the objects without an annotation. */
function restParts(rest: readonly Manifest[], options: RemovalOptions): RemovalPart[] {
  const unmarked = rest.filter(({ object }) => wholeOf(object) === undefined);
  const marked = groupBy(rest.filter(({ object }) => wholeOf(object) !== undefined), ({ object }) => keyOf(wholeOf(object)!));
  return [
    ...[...marked].map(([key, objects]) => {
      const { kind, namespace, name } = wholeOf(objects[0]!.object)!;
      const title = kind === 'CatalogSource' ? 'catalog' : `the other objects of ${kind}`;
      const place = namespace === undefined ? name : `${namespace}/${name}`;
      return { ...objectsPart(`${title} ${place}`, objects.map(reference), options), uses: namespacesOf(objects), needs: [key] };
    }),
    ...(unmarked.length === 0 ? [] : [{ ...objectsPart('the other objects', unmarked.map(reference), options), uses: namespacesOf(unmarked) }]),
  ];
}

/** Returns the key of an object by which removals are ordered. */
function keyOf({ kind, namespace, name }: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>): string {
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

function namespacesOf(objects: readonly Manifest[]): string[] {
  return [...new Set(objects.flatMap(({ namespace }) => (namespace === undefined ? [] : [`Namespace/${namespace}`])))];
}

function usedBySubscription(subscription: Manifest): string[] {
  const spec = mapField(subscription.object, 'spec');
  const catalog = { kind: 'CatalogSource', namespace: stringField(spec, 'sourceNamespace') ?? '', name: stringField(spec, 'source') ?? '' };
  return [keyOf(subscription), ...namespacesOf([subscription]), keyOf(catalog)];
}

function usedByExtension(extension: Manifest, catalogs: readonly Manifest[]): string[] {
  const namespace = stringField(mapField(extension.object, 'spec'), 'namespace');
  return [keyOf(extension), ...(namespace === undefined ? [] : [`Namespace/${namespace}`]), ...selectedCatalogs(extension, catalogs).map(keyOf)];
}

function usedByInstallation(installation: Manifest): Pick<RemovalPart, 'uses'> {
  const spec = mapField(installation.object, 'spec');
  const [namespace, bundle] = [stringField(spec, 'installNamespace'), stringField(spec, 'bundleName')];
  // Before 0.20.0, RukPak chooses the namespace.
  return namespace === undefined ? {} : { uses: [keyOf(installation), `Namespace/${namespace}`, ...(bundle === undefined ? [] : [`Bundle/${bundle}`])] };
}

/** Returns how to remove an operator by its Subscription. */
export function operatorPart(
  { namespace = '', name }: Pick<ObjectReference, 'namespace' | 'name'>, options: RemovalOptions, packageName: string | undefined,
  { csvs = [], reportsGroups = false }: { readonly csvs?: readonly string[]; readonly reportsGroups?: boolean } = {},
): RemovalPart {
  const { operands, deleteCrds, deleteLeftovers, resetConversion, dependencies, force } = options;
  return part(`operator ${namespace}/${name}`, (timeouts) => operatorRemoval({
    namespace, subscription: name, operands, crds: deleteCrds, leftovers: deleteLeftovers, reportsGroups, resetConversion, dependencies, force,
    timeouts,
    known: { csvs, apis: [], ...defined({ package: packageName }) },
  }));
}

/** Returns how to remove a ClusterExtension. */
export function extensionPart(name: string, { operands, force }: RemovalOptions): RemovalPart {
  return part(`cluster extension ${name}`, (timeouts) => clusterExtensionRemoval({ name, operands, force, timeouts }));
}

/** Returns how to remove a ClusterCatalog. */
export function clusterCatalogPart(name: string, { force }: RemovalOptions): RemovalPart {
  return part(`cluster catalog ${name}`, (timeouts) => clusterCatalogRemoval({ name, force, timeouts }));
}

function installationPart(installation: Installation, { operands, force }: RemovalOptions): RemovalPart {
  const title = `${installation.kind === 'BundleInstance' ? 'bundle instance' : 'bundle deployment'} ${installation.name}`;
  return part(title, (timeouts) => rukpakInstallationRemoval({ ...installation, operands, force, timeouts }));
}

function bundlePart(name: string, { force }: RemovalOptions): RemovalPart {
  return part(`bundle ${name}`, (timeouts) => rukpakBundleRemoval({ name, force, timeouts }));
}

/**
 * Returns the operators that run without OLM. In the namespace of one without the annotation, other objects without it are assumed to belong to it,
 * unless a catalog is in the namespace. If it is unknown which of several operators owns a CRD, they are removed together.
 */
function plainUnits(manifests: readonly Manifest[]): PlainOperatorManifests[] {
  const { marked, unmarked, unassigned } = plainOperators(manifests);
  const catalogs = new Set(manifests.filter(({ kind }) => kind === 'CatalogSource').map(({ namespace }) => namespace));
  const assigned = new Set([...marked, ...unmarked].flatMap(({ objects }) => objects));
  const belonging = groupBy(manifests.filter((found) => (
    found.kind !== 'OperatorGroup' && found.kind !== 'Subscription' && !catalogs.has(found.namespace) && wholeOf(found.object) === undefined && !assigned.has(found)
  )), ({ namespace }) => namespace);
  const places = new Map(manifests.map((found, index) => [found, index]));
  const inOrder = (found: Iterable<Manifest>): Manifest[] => [...new Set(found)].sort((left, right) => places.get(left)! - places.get(right)!);
  const completed = unmarked.map((operator): PlainOperatorManifests => (
    { ...operator, objects: inOrder([...operator.objects, ...belonging.get(operator.namespace) ?? []]) }
  ));
  return [...marked, ...unassigned === undefined ? completed : [{
    title: completed.map(({ title }) => title).join(', '), name: unassigned.name,
    objects: inOrder([...completed, unassigned].flatMap(({ objects }) => objects)),
  }]];
}

function plainPart(
  { title, name, namespace, objects }: PlainOperatorManifests, { operands, deleteCrds, resetConversion, force }: RemovalOptions,
): RemovalPart {
  return part(title, (timeouts) => plainRemoval({
    title, name, namespace: namespace ?? '', objects: objects.map(reference), operands, crds: deleteCrds, resetConversion, force, timeouts,
  }));
}

/** Returns how to remove objects that require no other removals. */
export function objectsPart(title: string, objects: readonly ObjectReference[], { force }: RemovalOptions): RemovalPart {
  return part(title, (timeouts) => objectsRemoval({ title, objects, force, timeouts }));
}

/** Returns how to remove OLM. */
export function olmRemovalPart(steps: readonly OlmRemovalStep[], { removeOperators, deleteLeftovers, force }: RemovalOptions): RemovalPart {
  return part('OLM', (timeouts) => olmRemoval({ steps, removeOperators, leftovers: deleteLeftovers, force, timeouts }));
}

function namespacePart(
  namespace: string, { operatorGroups, removeNamespace }: { readonly operatorGroups: readonly string[]; readonly removeNamespace: boolean },
  { force }: RemovalOptions,
): RemovalPart {
  return part(`operator namespace ${namespace}`, (timeouts) => namespaceRemoval({
    namespace, operatorGroups, removeNamespace, force, timeouts,
  }));
}

function part<State>(title: string, removal: (timeouts: Partial<Timeouts>) => Waiter<State, RemovalReport>): RemovalPart {
  return {
    subject: `removal of ${title}`,
    removal: (timeout) => removal(timeout === undefined ? {} : { total: timeout }) as Waiter<unknown, RemovalReport>,
  };
}

function withNamespace(manifest: Manifest, namespace: string): Manifest {
  const resource = partOfOlm(manifest.apiVersion, manifest.kind);
  const isClusterScoped = resource?.namespaced === false || groupOf(manifest) === OLM_V1_GROUP;
  if (isClusterScoped || manifest.namespace !== undefined || resource === undefined) {
    return manifest;
  }
  return { ...manifest, namespace, object: { ...manifest.object, metadata: { ...mapField(manifest.object, 'metadata'), namespace } } };
}

function reference({ apiVersion, kind, namespace, name }: Manifest): ObjectReference {
  return { apiVersion, kind, ...defined({ namespace }), name };
}

/** Returns how to remove an OLM that was found in a cluster. Its objects are those of its release, or of the nearest included one. */
export function removalOfOlm(olm: RecognizedOlm, options: RemovalOptions): RemovalPlan {
  const { release, candidates, namespaces, operatorNamespace, catalogNamespace } = olm;
  const [namespace] = namespaces;
  const { removalSteps } = OlmRelease.of({
    version: includedRelease(release ?? candidates.at(-1)),
    ...defined({ namespace, operatorNamespace, catalogNamespace }),
  });
  return [[olmRemovalPart(removalSteps, options)]];
}

/** Returns the last included release that is not newer than a release, or the default one if the release is unknown. */
export function includedRelease(release: string | undefined): OlmVersion {
  const version = release === undefined ? undefined : parseVersion(release);
  if (version === undefined) {
    return OlmVersion.DEFAULT;
  }
  const older = OlmVersion.all.filter((included) => compareVersions(parseVersion(included.version)!, version) <= 0);
  return older.at(-1) ?? OlmVersion.all[0]!;
}
