import { mapListField, stringField } from '../../../formats/json/json-value';
import { PODS } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { condition, isTerminating, KubernetesObject } from '../view/kubernetes-object';
import { objectsOf } from '../view/queries';

/** Label with the name of the catalog on the pods that OLM runs for it. Pods that only check for a newer image do not have it. */
export const CATALOG_LABEL = 'olm.catalogSource';

/** Returns an interest in the pods that OLM runs for a catalog. */
export function podsOfCatalog(name: string, namespace: string): Interest {
  return { resource: PODS, namespace, labelSelector: `${CATALOG_LABEL}=${name}` };
}

/**
 * Whether OLM runs a ready pod with an image. After a change of the image of a catalog, it replaces the pod. If the account may not list pods, it
 * returns true, so that only the connection is checked.
 */
export function runsImage(view: ClusterView, podInterest: Interest, image: string): boolean {
  const pods = objectsOf(view, podInterest);
  return pods === undefined
    ? view.snapshot(podInterest).problem?.kind === 'forbidden'
    : pods.some((pod) => !isTerminating(pod) && imagesOf(pod).includes(image) && condition(pod, 'Ready')?.status === 'True');
}

/** If OLM serves the content of the image with its own `opm`, an init container has the image. */
function imagesOf({ spec }: KubernetesObject): (string | undefined)[] {
  return [...mapListField(spec, 'initContainers'), ...mapListField(spec, 'containers')].map((container) => stringField(container, 'image'));
}
