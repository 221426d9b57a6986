import { defined } from '../../formats/json/defined';
import { fieldAt } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { isClusterScoped } from '../../formats/schema/kubernetes-manifest';
import { wantedCsvIn, WHATEVER_IS_OFFERED } from '../../formats/schema/wanted-csv';
import { groupBy } from '../../text/group-by';
import { perObject } from '../../text/per-object';
import { shortList } from '../waiting/explain/formatting';
import type { AppliedObject } from '../waiting/machine/once-applied';
import { CLUSTER_CATALOG_TIMEOUTS, clusterCatalogReady } from '../waiting/olm-v1/cluster-catalog-waiter';
import { CLUSTER_EXTENSION_TIMEOUTS, clusterExtensionReady } from '../waiting/olm-v1/cluster-extension-waiter';
import { catalogInterest, extensionInterest, olmV1Missing } from '../waiting/olm-v1/resources';
import { CATALOG_TIMEOUTS, catalogReady } from '../waiting/olm/catalog-waiter';
import { OLM_TIMEOUTS, olmReady } from '../waiting/olm/olm-waiter';
import { CERTIFICATE, CRD, DEPLOYMENT, interestIn, mainObject, ofKinds, WEBHOOK_CONFIGURATIONS } from '../waiting/plain/plain-objects';
import { PLAIN_TIMEOUTS, plainReady } from '../waiting/plain/plain-waiter';
import { NO_WAITER } from '../waiting/removal/waiting-opt-out';
import { CATALOG_SOURCES, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../waiting/view/api-resource';
import { named } from '../waiting/view/cluster-view';
import { groupOf, type Manifest, placeOf } from './manifests';
import { olmManifests } from './olm-manifests';
import { checkUpgradePlan, csvsPinnedBy, operatorTarget } from './operator-target';
import type { PlainOperatorManifests } from './plain-operator-manifests';
import { plainOperators } from './plain-operators';
import { rukpakTargets } from './rukpak-targets';
import { selectedCatalogs } from './selected-catalogs';
import { appliedToServed, appliedWithSpec, type OperatorWaitOptions, referenceTo, targetOf, type WaitTarget } from './wait-target';

/** A single version of a package, not a range. */
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** Options of `waitTargets`. */
export interface WaitTargetOptions {
  /** Namespace of objects without one. */
  readonly namespace: string;
  readonly operators: OperatorWaitOptions;
}

/**
 * Returns the targets of manifests: OLM, catalogs and operators of OLM v0, catalogs and operators of OLM v1, bundles of RukPak, and
 * operators without OLM. An operator comes after its catalog, and both come after OLM, if the manifests contain them. Objects for which
 * waiting is turned off are excluded.
 *
 * @throws PlanError if the upgrade plan is for other Subscriptions
 */
export function waitTargets(manifests: readonly Manifest[], { namespace, operators }: WaitTargetOptions): WaitTarget[] {
  const last = lastOfEach(manifests, namespace).filter((found) => !isWaitingDisabled(found));
  const of = (group: string, kind: string): Manifest[] => last.filter((found) => found.kind === kind && groupOf(found) === group);
  const olm = olmTarget(last);
  const afterOlm = olm === undefined ? [] : [olm];
  const catalogs = of(OLM_GROUP, 'CatalogSource').map((catalog) => catalogTarget(catalog, last, afterOlm));
  const clusterCatalogs = new Map(of(OLM_V1_GROUP, 'ClusterCatalog').map((catalog) => [catalog, clusterCatalogTarget(catalog, last)]));
  const subscriptions = of(OLM_GROUP, 'Subscription');
  const groups = groupBy(of(OLM_GROUP, 'OperatorGroup'), ({ namespace: own }) => own);
  const pinned = new Map([...groupBy(subscriptions, ({ namespace: own }) => own)].map(([own, found]) => [own, csvsPinnedBy(found)]));
  if (operators.upgradePlan !== undefined) {
    checkUpgradePlan(operators.upgradePlan, subscriptions);
  }
  return [
    ...afterOlm, ...catalogs, ...clusterCatalogs.values(),
    ...subscriptions.map((subscription) => operatorTarget(subscription, {
      options: operators, catalogs, after: afterOlm,
      groups: groups.get(subscription.namespace) ?? [], pinnedCsvs: pinned.get(subscription.namespace) ?? [],
    })),
    ...of(OLM_V1_GROUP, 'ClusterExtension').map((extension) => clusterExtensionTarget(
      extension, last, selectedCatalogs(extension, [...clusterCatalogs.keys()]).map((catalog) => clusterCatalogs.get(catalog)!),
    )),
    ...rukpakTargets(last),
    ...plainTargets(last),
  ];
}

/**
 * Returns what cannot be told apart in manifests, as sentences with the remedy.
 *
 * @param namespace namespace of objects without one
 */
export function notesOnManifests(manifests: readonly Manifest[], namespace: string): readonly string[] {
  return plainOperators(lastOfEach(manifests, namespace)).notes;
}

/** Returns each object once, as specified in the last file that contains it, and with its final namespace. */
function lastOfEach(manifests: readonly Manifest[], namespace: string): Manifest[] {
  const found = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const group = groupOf(manifest);
    const isNamespaced = group !== RUKPAK_GROUP && !isClusterScoped(group, manifest.kind);
    const complete = isNamespaced ? { ...manifest, namespace: manifest.namespace ?? namespace } : manifest;
    found.set([group, manifest.kind, complete.namespace ?? '', manifest.name].join(' '), complete);
  }
  return [...found.values()];
}

function isWaitingDisabled({ object }: Manifest): boolean {
  return Object.entries(NO_WAITER).every(([annotation, value]) => fieldAt(object, 'metadata', 'annotations', annotation) === value);
}

function olmTarget(manifests: readonly Manifest[]): WaitTarget | undefined {
  const olm = olmManifests(manifests);
  if (olm === undefined) {
    return undefined;
  }
  const { parts, release, source } = olm;
  const [controller] = parts.deployments;
  const [crd = ''] = parts.crds;
  const first = controller === undefined ? { name: crd, interest: named(CUSTOM_RESOURCE_DEFINITIONS, crd) }
    : { name: controller.name, interest: named(DEPLOYMENTS, controller.name, controller.namespace) };
  return targetOf({
    subject: 'OLM',
    object: controller === undefined ? { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd }
      : { apiVersion: 'apps/v1', kind: 'Deployment', ...controller },
    applied: [{ ...first, source }],
    timeout: OLM_TIMEOUTS.total,
    ready: (timeouts) => olmReady({ parts, timeouts, ...defined({ release }) }),
    readyText: () => release === undefined ? 'running' : `OLM ${release}`,
  });
}

function catalogTarget(catalog: Manifest, manifests: readonly Manifest[], after: readonly WaitTarget[]): WaitTarget {
  const { name, namespace = '' } = catalog;
  // The registry of a catalog that this library creates has the same name.
  const hasDeployment = DEPLOYED(manifests).has(placeOf({ name, namespace }));
  return targetOf({
    subject: `catalog ${namespace}/${name}`, object: referenceTo(catalog), after, needsOlm: true,
    applied: [appliedWithSpec(catalog, named(CATALOG_SOURCES, name, namespace))], timeout: CATALOG_TIMEOUTS.total,
    ready: (timeouts) => catalogReady({ name, namespace, timeouts, ...(hasDeployment ? { deployment: name } : {}) }),
    readyText: () => 'OLM is connected to it',
  });
}

/** Where the Deployments among manifests are. */
const DEPLOYED = perObject((manifests: readonly Manifest[]) => new Set(manifests.filter(({ kind }) => kind === 'Deployment').map(placeOf)));

function clusterCatalogTarget(catalog: Manifest, all: readonly Manifest[]): WaitTarget {
  const { name } = catalog;
  return targetOf({
    subject: `cluster catalog ${name}`, object: referenceTo(catalog),
    applied: [appliedToServed(catalog, catalogInterest(name), olmV1Missing, all)], timeout: CLUSTER_CATALOG_TIMEOUTS.total,
    ready: (timeouts) => clusterCatalogReady({ name, timeouts }),
    readyText: ({ disabled }) => disabled ? 'disabled' : 'catalogd serves it',
  });
}

function clusterExtensionTarget(extension: Manifest, all: readonly Manifest[], after: readonly WaitTarget[]): WaitTarget {
  const { name, object } = extension;
  const version = fieldAt(object, 'spec', 'source', 'catalog', 'version');
  const exact = typeof version === 'string' && EXACT_VERSION.test(version) ? { version } : {};
  const wanted = wantedCsvIn(object);
  return targetOf({
    subject: `cluster extension ${name}`, object: referenceTo(extension), after,
    applied: [appliedToServed(extension, extensionInterest(name), olmV1Missing, all)], timeout: CLUSTER_EXTENSION_TIMEOUTS.total,
    ready: (timeouts) => clusterExtensionReady({ name, timeouts, ...exact, ...defined({ bundle: wanted }) }),
    readyText: ({ bundle }) => (wanted === undefined && exact.version === undefined ? `${bundle.name} (${WHATEVER_IS_OFFERED})` : bundle.name),
  });
}

/** Kinds that have to be ready. */
const WAITED = [CRD, CERTIFICATE, DEPLOYMENT, ...WEBHOOK_CONFIGURATIONS];

function plainTargets(manifests: readonly Manifest[]): WaitTarget[] {
  const { marked, unmarked, unassigned } = plainOperators(manifests);
  return [...marked, ...unmarked, ...unassigned === undefined ? [] : [unassigned]].flatMap(plainTarget);
}

/** Returns the target of an operator without OLM; none if it has nothing that has to be ready. */
function plainTarget({ title, namespace, name, objects }: PlainOperatorManifests): WaitTarget[] {
  const waited = ofKinds(objects, ...WAITED);
  const main = mainObject(waited);
  const applied = (found: Manifest): AppliedObject => {
    const interest = interestIn(referenceTo(found));
    return found.kind === DEPLOYMENT ? appliedWithSpec(found, interest) : { interest, name: found.name, source: found.source };
  };
  return main === undefined ? [] : [targetOf({
    subject: title, object: referenceTo(main),
    // Without cert-manager, Certificates cannot be applied: the wait explains that.
    applied: waited.filter(({ kind }) => kind !== CERTIFICATE).map(applied),
    timeout: PLAIN_TIMEOUTS.total,
    ready: (timeouts) => plainReady({ subject: title, name, objects: waited.map(referenceTo), timeouts, ...defined({ namespace }) }),
    readyText: ({ deployments, ownedApis }) => (
      deployments.length > 0 ? shortList(deployments.map((deployment) => `Deployment ${deployment}`)) : `${ownedApis.length} CRDs`
    ),
  })];
}
