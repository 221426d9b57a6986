import { fieldAt } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { CERTIFICATE, CRD, DEPLOYMENT, WEBHOOK_CONFIGURATIONS } from '../waiting/plain/plain-objects';
import { webhookCalls } from '../waiting/plain/webhook-calls';
import type { KubernetesObject } from '../waiting/view/kubernetes-object';
import { groupOf, type Manifest } from './manifests';
import { isPartOfOlm } from './olm-manifests';

/** Annotation of the pods of an operator rendered from a registry+v1 bundle, by this library or by OLM v1. */
const RENDERED = 'olm.targetNamespaces';

/** An operator in manifests that runs without OLM. */
export interface PlainOperatorManifests {
  /** Namespace of its Deployments. */
  readonly namespace: string;

  /** Name of the operator's first Deployment. */
  readonly name: string;

  /** CRDs, Deployments, Certificates of cert-manager and webhook configurations. */
  readonly objects: readonly Manifest[];
}

/**
 * Returns the operators in manifests that run without OLM, one for each namespace with Deployments. Manifests contain one if they have CRDs other
 * than those of OLM, or a Deployment that was rendered from a bundle. Registries of catalogs and OLM's controllers are excluded.
 *
 * @param manifests objects with their namespaces
 */
export function plainOperators(manifests: readonly Manifest[]): PlainOperatorManifests[] {
  const crds = manifests.filter(isOperatorCrd);
  const deployments = manifests.filter((found) => isKind(found, 'apps', DEPLOYMENT) && !isPartOfOlm(found) && !isRegistry(found, manifests));
  if (crds.length === 0 && !deployments.some(isRendered)) {
    return [];
  }
  const namespaces = [...new Set(deployments.map(({ namespace = '' }) => namespace))];
  return namespaces.map((namespace): PlainOperatorManifests => {
    const own = deployments.filter((found) => found.namespace === namespace);
    return {
      namespace, name: own[0]!.name,
      objects: [
        ...crds, ...own, ...manifests.filter((found) => isKind(found, 'cert-manager.io', CERTIFICATE) && found.namespace === namespace),
        ...manifests.filter((found) => isWebhook(found) && (namespaces.length === 1 || calls(found, namespace))),
      ],
    };
  });
}

/** Whether an object is a CRD of an operator, and not of OLM, OLM v1 or RukPak. */
function isOperatorCrd(manifest: Manifest): boolean {
  return isKind(manifest, 'apiextensions.k8s.io', CRD) && ![OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP].some((group) => manifest.name.endsWith(`.${group}`));
}

/** Whether a Deployment serves a catalog: it has the name of a CatalogSource, as registries of this library do. */
function isRegistry({ name, namespace }: Manifest, manifests: readonly Manifest[]): boolean {
  return manifests.some((found) => isKind(found, OLM_GROUP, 'CatalogSource') && found.name === name && found.namespace === namespace);
}

function isRendered({ object }: Manifest): boolean {
  return fieldAt(object, 'spec', 'template', 'metadata', 'annotations', RENDERED) !== undefined;
}

function isWebhook(manifest: Manifest): boolean {
  return WEBHOOK_CONFIGURATIONS.includes(manifest.kind) && groupOf(manifest) === 'admissionregistration.k8s.io';
}

/** Whether a webhook is served in a namespace. */
function calls({ kind, object }: Manifest, namespace: string): boolean {
  return webhookCalls({ kind, object: object as unknown as KubernetesObject }).some((call) => call.namespace === namespace);
}

function isKind(manifest: Manifest, group: string, kind: string): boolean {
  return manifest.kind === kind && groupOf(manifest) === group;
}
