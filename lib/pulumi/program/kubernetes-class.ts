import * as kubernetes from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';

/** A Kubernetes object that may contain outputs. */
export interface ObjectArgs {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: pulumi.Input<string> };
  readonly [field: string]: unknown;
}

/** Resource class of a Kubernetes object. */
export type KubernetesClass = new (name: string, args: ObjectArgs, options: pulumi.CustomResourceOptions) => pulumi.CustomResource;

/** Whether a resource is an object, which it creates and deletes, or a patch of some of its fields. */
export type ResourceKind = 'object' | 'patch';

/**
 * Returns the class of Pulumi's Kubernetes SDK for a kind: the typed one for Kubernetes' own kinds, which has typed outputs and the provider's
 * readiness checks, and the class for custom resources for all others.
 *
 * @param apiVersion such as `apps/v1`
 * @param kind such as `Deployment`
 */
export function kubernetesClass(apiVersion: string, kind: string, resourceKind: ResourceKind): KubernetesClass {
  const slash = apiVersion.indexOf('/');
  const group = apiVersion.slice(0, Math.max(slash, 0));
  const version = apiVersion.slice(slash + 1);
  const isBuiltIn = !group.includes('.') || group.endsWith('.k8s.io');
  const groups = kubernetes as unknown as { readonly [group: string]: { readonly [version: string]: { readonly [kind: string]: KubernetesClass } } };
  const typed = isBuiltIn ? groups[group === '' ? 'core' : group.split('.')[0]!]?.[version]?.[className(kind, resourceKind)] : undefined;
  return typed ?? (resourceKind === 'object' ? kubernetes.apiextensions.CustomResource : kubernetes.apiextensions.CustomResourcePatch);
}

/** Returns the type token of the resources of `kubernetesClass`. */
export function kubernetesType(apiVersion: string, kind: string, resourceKind: ResourceKind): string {
  return `kubernetes:${apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`}:${className(kind, resourceKind)}`;
}

function className(kind: string, resourceKind: ResourceKind): string {
  return resourceKind === 'object' ? kind : `${kind}Patch`;
}
