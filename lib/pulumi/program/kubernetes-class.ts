import * as kubernetes from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';

/** A Kubernetes object with Pulumi's outputs in it. */
export interface ObjectArgs {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: pulumi.Input<string> };
  readonly [field: string]: unknown;
}

/** Makes a resource of an object. */
export type KubernetesClass = new (name: string, args: ObjectArgs, options: pulumi.CustomResourceOptions) => pulumi.CustomResource;

/** What a resource does to its object: makes and deletes it, or says some of its fields. */
export type ResourceKind = 'whole' | 'patch';

/**
 * The class of Pulumi's Kubernetes SDK for a kind: the typed one for Kubernetes' own kinds, so that users get its typed outputs and the
 * provider's readiness checks by the type of the resource; the one for custom resources for all others.
 *
 * @param apiVersion such as `apps/v1`
 * @param kind such as `Deployment`
 * @param does what the resource does to its object
 */
export function kubernetesClass(apiVersion: string, kind: string, does: ResourceKind): KubernetesClass {
  const slash = apiVersion.indexOf('/');
  const group = apiVersion.slice(0, Math.max(slash, 0));
  const version = apiVersion.slice(slash + 1);
  const own = !group.includes('.') || group.endsWith('.k8s.io');
  const groups = kubernetes as unknown as { readonly [group: string]: { readonly [version: string]: { readonly [kind: string]: KubernetesClass } } };
  const typed = own ? groups[group === '' ? 'core' : group.split('.')[0]!]?.[version]?.[does === 'whole' ? kind : `${kind}Patch`] : undefined;
  return typed ?? (does === 'whole' ? kubernetes.apiextensions.CustomResource : kubernetes.apiextensions.CustomResourcePatch);
}

/** The type of the resources that `kubernetesClass` makes. */
export function kubernetesType(apiVersion: string, kind: string, does: ResourceKind): string {
  return `kubernetes:${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}:${does === 'whole' ? kind : `${kind}Patch`}`;
}
