import { controllerOf, currentCondition, idleFindings } from './controller-state';
import { imageCause } from './image-errors';
import { catalogInterest } from './resources';
import { fieldAt } from '../../../formats/json/json-value';
import { KubernetesObject, specString } from '../view/kubernetes-object';
import { CauseName } from '../causes/known-causes';
import { Finding } from '../explain/finding';
import { detail } from '../explain/formatting';

/** Message of catalogd for an image without a catalog that it can serve. */
const INVALID_CONTENT = /missing the required label|error storing fbc/;

/** Whether the user disabled a catalog, so that OLM v1 keeps none of its content. */
export function isDisabled(catalog: KubernetesObject): boolean {
  return specString(catalog, 'availabilityMode') === 'Unavailable';
}

/**
 * Whether catalogd serves what the spec specifies, or nothing if the catalog is disabled. While a new image cannot be pulled, it keeps serving the
 * previous one, so `Serving` alone is not sufficient.
 */
export function isCatalogReady(catalog: KubernetesObject): boolean {
  const [serving, progressing] = [currentCondition(catalog, 'Serving'), currentCondition(catalog, 'Progressing')];
  return isDisabled(catalog) ? serving?.reason === 'UserSpecifiedUnavailable'
    : serving?.status === 'True' && progressing?.reason === 'Succeeded' && servesWantedDigest(catalog);
}

/** Returns the image that catalogd serves, with its digest, or undefined if it serves none. */
export function resolvedImage({ status }: KubernetesObject): string | undefined {
  const found = fieldAt(status, 'resolvedSource', 'image', 'ref');
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns the URL of the catalog's content, or undefined if it is not served. */
export function baseUrl({ status }: KubernetesObject): string | undefined {
  const found = fieldAt(status, 'urls', 'base');
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Returns why a catalog is not ready. */
export function catalogFindings(catalog: KubernetesObject): Finding[] {
  if (isCatalogReady(catalog)) {
    return [];
  }
  const { name } = catalog.metadata;
  const interest = catalogInterest(name);
  const progressing = currentCondition(catalog, 'Progressing');
  if (progressing === undefined || (isDisabled(catalog) && currentCondition(catalog, 'Serving') === undefined)) {
    return idleFindings(interest, controllerOf(interest), catalog);
  }
  const { status, reason, message } = progressing;
  const cause = failureCause(message, status === 'False' ? 'olm-v1-blocked' : 'olm-v1-retrying');
  if (reason !== 'Succeeded') {
    return [{
      cause, message: `ClusterCatalog ${name} cannot be served${detail(message.replace(/\bterminal error: /g, ''))}`,
      ...(status === 'False' ? { grace: 'none' } : {}),
    }];
  }
  const image = resolvedImage(catalog);
  return [{ cause: 'olm-v1-idle', message: `ClusterCatalog ${name} ${image === undefined ? 'serves no image' : `still serves ${image}`}` }];
}

function failureCause(message: string, otherwise: CauseName): CauseName {
  return INVALID_CONTENT.test(message) ? 'catalog-image-invalid' : imageCause(message) ?? otherwise;
}

/** Whether the image that is served has the digest of the spec, if there is one in the spec. */
function servesWantedDigest(catalog: KubernetesObject): boolean {
  const digest = digestOf(specString(catalog, 'source', 'image', 'ref'));
  return digest === undefined || digestOf(resolvedImage(catalog)) === digest;
}

function digestOf(image: string | undefined): string | undefined {
  return image?.split('@')[1];
}
