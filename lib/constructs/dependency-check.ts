import { ApiObject } from 'cdk8s';
import { catalogContentOf } from './catalog-content-of';
import { providersIn, Requirement, requirementsOf } from './catalog-providers';
import { CheckedSubscription } from './checked-subscription';
import { ClusterObjects } from './model/cluster-objects';
import { OlmInstallation } from './olm-installation';
import { Catalog } from '../catalog/catalog';
import { CatalogBundle } from '../catalog/catalog-bundle';
import { OLM_GROUP } from '../olm/v0/model/olm-names';

/** Bundles that constructs install, by their Subscription. */
const INSTALLED = new WeakMap<ApiObject, CatalogBundle>();

/**
 * Returns the requirements of a Subscription's bundle that OLM cannot install, because neither another Subscription of the namespace nor a catalog
 * that OLM uses for it provides them. Returns an empty list if there may be a catalog with unknown content.
 */
export function unmetDependencies(subscription: CheckedSubscription, objects: ClusterObjects): string[] {
  const { bundle, namespace } = subscription;
  const requirements = bundle === undefined ? [] : requirementsOf(bundle).filter(({ isMetBy }) => !isMetBy(bundle));
  if (requirements.length === 0) {
    return [];
  }
  const catalogs = usedCatalogs(subscription, objects);
  const others = objects.ofKind(OLM_GROUP, 'Subscription', namespace).filter(object => object !== subscription.subscription);
  if (catalogs === undefined || others.some(other => !INSTALLED.has(other))) {
    return [];
  }
  const installed = others.map(other => INSTALLED.get(other)!);
  return requirements
    .filter(requirement => !installed.some(requirement.isMetBy) && catalogs.every(catalog => providersIn(catalog, requirement).length === 0))
    .map(requirement => `bundle '${bundle!.name}' requires ${requirement.description}, and no catalog that OLM uses in namespace '${namespace}' has it; `
      + remedy(requirement, objects));
}

/** Records the bundle of a Subscription for those of others. */
export function recordBundle(subscription: ApiObject, bundle: CatalogBundle | undefined): void {
  if (bundle !== undefined) {
    INSTALLED.set(subscription, bundle);
  }
}

/** Returns the bundle of a Subscription, or undefined if it is unknown. */
export function installedBundle(subscription: ApiObject): CatalogBundle | undefined {
  return INSTALLED.get(subscription);
}

/** Returns the catalogs that OLM resolves the namespace with, or undefined if there may be one with unknown content. */
function usedCatalogs(
  { construct, namespace, catalog, props: { excludeGlobalCatalogs = false } }: CheckedSubscription, objects: ClusterObjects,
): Catalog[] | undefined {
  const olm = OlmInstallation._inClusterOf(construct);
  // An OLM of another app or of OpenShift may have its own catalogs.
  if (!excludeGlobalCatalogs && olm === undefined) {
    return undefined;
  }
  const namespaces = new Set([namespace, ...(excludeGlobalCatalogs ? [] : [olm!.catalogNamespace])]);
  const contents = [...namespaces].flatMap(used => objects.ofKind(OLM_GROUP, 'CatalogSource', used)).map(catalogContentOf);
  const all = [...contents, catalog.catalogContent];
  return all.every(content => content !== undefined) ? all : undefined;
}

/** Returns the remedy; it names packages that meet the requirement in catalogs of the app that OLM does not use here. */
function remedy(requirement: Requirement, objects: ClusterObjects): string {
  const elsewhere = objects.ofKind(OLM_GROUP, 'CatalogSource').flatMap(object => {
    const content = catalogContentOf(object);
    return content === undefined ? [] : providersIn(content, requirement).map(name => `package '${name}' of '${object.node.scope!.node.path}'`);
  });
  return elsewhere.length === 0 ? 'add a package that provides it to the registry, for example with `dependencies`'
    : `${elsewhere.slice(0, 3).join(' or ')} provides it: set \`dependencies\` of the registry to that catalog, or put it into OLM's global catalog namespace`;
}
