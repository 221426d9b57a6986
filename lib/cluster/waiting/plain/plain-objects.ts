import { defined } from '../../../formats/json/defined';
import { groupVersion } from '../../../formats/schema/api-groups';
import { resourceOfKind } from '../../../formats/schema/kubernetes-manifest';
import { FoundObject } from '../removal/stage';
import { ApiResource } from '../view/api-resource';
import { ClusterView, Interest, named, objectOf } from '../view/cluster-view';
import { KubernetesObject } from '../view/kubernetes-object';

/** An object of an operator without OLM. */
export interface PlainObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Namespace, or undefined for a cluster-scoped object. */
  readonly namespace?: string;
}

export const CRD = 'CustomResourceDefinition';
export const DEPLOYMENT = 'Deployment';
export const CERTIFICATE = 'Certificate';
export const WEBHOOK_CONFIGURATIONS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

export const CERTIFICATES: ApiResource = { group: 'cert-manager.io', version: 'v1', plural: 'certificates', kind: CERTIFICATE, namespaced: true };

/** Endpoints of Services. */
export const ENDPOINT_SLICES: ApiResource = { group: 'discovery.k8s.io', version: 'v1', plural: 'endpointslices', kind: 'EndpointSlice', namespaced: true };

/** Returns the reference to an object. */
export function refOf(resource: ApiResource, { metadata: { name, namespace } }: KubernetesObject): PlainObjectRef {
  return { apiVersion: groupVersion(resource), kind: resource.kind, name, ...defined({ namespace }) };
}

/** Returns the interest in an object. */
export function interestIn({ apiVersion, kind, name, namespace }: PlainObjectRef): Interest {
  const slash = apiVersion.indexOf('/');
  const resource: ApiResource = {
    group: slash < 0 ? '' : apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1), plural: resourceOfKind(kind), kind,
    namespaced: namespace !== undefined,
  };
  return named(resource, name, namespace);
}

/** Returns the objects of some kinds. */
export function ofKinds<Ref extends { readonly kind: string }>(objects: readonly Ref[], ...kinds: readonly string[]): Ref[] {
  return objects.filter(({ kind }) => kinds.includes(kind));
}

/** Returns an object: `undefined` until it is listed, `null` if it does not exist. */
export function seen(view: ClusterView, ref: PlainObjectRef): KubernetesObject | null | undefined {
  return objectOf(view, interestIn(ref));
}

/** Returns the objects that exist, with their resources. */
export function existing(view: ClusterView, refs: readonly PlainObjectRef[]): FoundObject[] {
  return refs.flatMap((ref) => {
    const object = seen(view, ref);
    return object ? [{ resource: interestIn(ref).resource, object }] : [];
  });
}

/** Returns kind, namespace and name of an object. */
export function titleOf({ kind, name, namespace }: PlainObjectRef): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

/**
 * Returns the object that represents the operator, and that carries the annotation if waiting is turned off: a Deployment, or the first object if
 * there is none.
 */
export function mainObject<Ref extends { readonly kind: string }>(objects: readonly Ref[]): Ref | undefined {
  return objects.find(({ kind }) => kind === DEPLOYMENT) ?? objects[0];
}
