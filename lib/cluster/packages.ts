import type { Catalog } from '../catalog/catalog';
import { defined } from '../formats/json/defined';
import { checkArguments } from '../formats/options/check-arguments';
import { checkOptions } from '../formats/options/check-options';
import { type InspectedCluster, type InspectOptions, openedSource } from './inspected-cluster';
import { catalogOffers, manifestOffer, type PackageOffer } from './inspection/package-offers';
import { gather, InspectionError, refuseNotDumped } from './inspection/source/object-source';
import { accessFindings } from './waiting/explain/access';
import { commandLineRemedy } from './waiting/explain/command-line-remedies';
import { PACKAGE_MANIFESTS } from './waiting/view/api-resource';

/** Options of `packagesOf`. */
export interface PackagesOptions extends InspectOptions {
  /** Namespace from which the catalogs are visible. @default - all namespaces */
  readonly namespace?: string;
}

/**
 * Returns the packages that the catalogs of a cluster offer, as OLM's packageserver lists them, each package of a catalog once.
 *
 * @throws InspectionError if packageserver does not respond, the account may not list packages, or a dump has none; ClientError if the cluster
 * cannot be reached
 */
export async function packagesOf(cluster: InspectedCluster, options: PackagesOptions = {}): Promise<PackageOffer[]> {
  checkArguments('packagesOf', { cluster });
  checkOptions('options of packagesOf', 'PackagesOptions', options);
  const { namespace } = options;
  const interest = { resource: PACKAGE_MANIFESTS, ...defined({ namespace }) };
  const view = await gather(openedSource(cluster, options).source, () => [interest]);
  refuseNotDumped(view, [interest], 'what the catalogs offer');
  const { problem, objects } = view.snapshot(interest);
  if (problem?.kind === 'not-served' || problem?.kind === 'unreachable') {
    throw new InspectionError(`the cluster does not list packages: ${problem.message}; OLM's packageserver does, see \`olm-constructs explain olm\``);
  }
  const [finding] = accessFindings(view, [interest], false);
  if (finding !== undefined) {
    throw new InspectionError(`${finding.message}; ${finding.remedy ?? commandLineRemedy(finding.cause)}`);
  }
  // In a list of all namespaces, packages of a global catalog appear in each.
  const offers = new Map(objects.map(manifestOffer).map((offer) => [`${offer.catalog} ${offer.name}`, offer]));
  return [...offers.values()];
}

/**
 * Returns the packages that a file-based catalog offers.
 *
 * @param name name of the catalog in the offers, such as its path
 */
export function packagesOfCatalog(catalog: Catalog, name: string): PackageOffer[] {
  checkArguments('packagesOfCatalog', { catalog, name });
  return catalogOffers(catalog, name);
}
