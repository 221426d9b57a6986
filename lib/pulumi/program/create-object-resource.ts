import * as kubernetes from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import type { ApiObject } from 'cdk8s';
import { defined } from '../../formats/json/defined';
import { fieldAt } from '../../formats/json/json-value';
import { OUTPUT_TEXT_REMEDY, outputTextIn } from '../../formats/options/output-text';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { isClusterScoped } from '../../formats/schema/kubernetes-manifest';
import { printableMessage } from '../../text/printable';
import type { OutputPlaceholders } from './output-placeholders';
import type { OwnershipPolicy } from './ownership-policy';
import { roundedInteger } from './rounded-integer';

/**
 * A Subscription to another package is another operator: the waiter removes the old operator before the new Subscription is created with the same
 * name.
 */
const SUBSCRIPTION: pulumi.CustomResourceOptions = { replaceOnChanges: ['spec.name'], deleteBeforeReplace: true };

/** A renamed Subscription is created before the old one is deleted: otherwise Pulumi would first delete its waiter, and so the operator. */
const RENAMED_SUBSCRIPTION: pulumi.CustomResourceOptions = { replaceOnChanges: ['spec.name'] };

/** OLM ignores a namespace with two OperatorGroups, so one with a new name is created after the old one is deleted. */
const OPERATOR_GROUP: pulumi.CustomResourceOptions = { deleteBeforeReplace: true };

/**
 * Server-side apply cannot change the strategy RollingUpdate to Recreate: the API server rejects it because of the defaults that it set for
 * RollingUpdate. In both cases the pods stop first.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/issues/2843
 */
const RECREATED: pulumi.CustomResourceOptions = { replaceOnChanges: ['spec.strategy.type'], deleteBeforeReplace: true };

/** With this annotation, the provider takes over fields of other field managers. */
const PATCH_FORCE = 'pulumi.com/patchForce';

/** Names of the resource of an object. */
export interface ObjectNames {
  readonly name: string;

  /** Name used while the object is shared with others. */
  readonly sharedName: string;
}

/** Kind, name and aliases of the resource of an object. */
interface ResourceForm {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly aliases?: pulumi.Alias[];
}

/**
 * Creates the resource of an object.
 *
 * @param ownership how the component owns the object, or undefined if it always creates and deletes it
 * @param options options of the resource, besides those that are derived from the object
 */
export function createObjectResource(
  object: ApiObject, names: ObjectNames, ownership: OwnershipPolicy | undefined, placeholders: OutputPlaceholders,
  options: pulumi.CustomResourceOptions,
): pulumi.CustomResource {
  const { kind, name, aliases } = resourceForm(object, names, ownership);
  const manifest = objectArgs(object, ownership);
  refuseOutputText(object, manifest);
  refuseRounded(object, manifest);
  const args = placeholders.restoreOutputs(manifest) as ObjectArgs;
  const Kind = kubernetesClass(object.apiVersion, object.kind, kind);
  return new Kind(name, args, {
    ...options,
    ...defined({ aliases }),
    ...(ownership?.retained === true ? { retainOnDelete: true } : {}),
    ...(object.kind === 'Deployment' && kind === 'object' && fieldAt(args, 'spec', 'strategy', 'type') === 'Recreate' ? RECREATED : {}),
    ...(object.apiGroup === OLM_GROUP ? olmOptions(object.kind, ownership) : {}),
  });
}

/**
 * Checks that no field contains what JavaScript makes of an output where it needs a string. Arguments of components are checked before; this is about
 * constructs of a chart, and instances of classes.
 */
function refuseOutputText({ node }: ApiObject, manifest: object): void {
  const found = outputTextIn(manifest);
  if (found !== undefined) {
    throw new Error(printableMessage(`[${node.path}] ${found} contains an Output that became a string: ${OUTPUT_TEXT_REMEDY}`));
  }
}

/** Checks that Pulumi does not change a number: it would do so silently. */
function refuseRounded({ kind, name, node }: ApiObject, manifest: object): void {
  const found = roundedInteger({ kind, ...manifest });
  if (found !== undefined) {
    throw new Error(printableMessage(`[${node.path}] ${found.field} of ${kind} '${name}' is ${found.digits}, which Pulumi would send as ${found.rounded}: its numbers are 64-bit floats; `
      + 'change the value, or apply this object without Pulumi'));
  }
}

function olmOptions(kind: string, ownership: OwnershipPolicy | undefined): pulumi.CustomResourceOptions {
  switch (kind) {
    case 'Subscription':
      return ownership?.createBeforeDelete === true ? RENAMED_SUBSCRIPTION : SUBSCRIPTION;
    case 'OperatorGroup':
      return OPERATOR_GROUP;
    default:
      return {};
  }
}

/**
 * Returns kind, name and aliases of the resource of an object. If a user changes the policy, aliases turn the old resource into the new one, and the
 * object is not touched. The exception is a shared object, which may belong to others: its resource has another name, so it never becomes the
 * component's own unless it is adopted.
 */
function resourceForm({ apiVersion, kind }: ApiObject, { name, sharedName }: ObjectNames, ownership: OwnershipPolicy | undefined): ResourceForm {
  const [objectType, patchType] = [kubernetesType(apiVersion, kind, 'object'), kubernetesType(apiVersion, kind, 'patch')];
  switch (ownership?.existing) {
    case undefined:
      return { kind: 'object', name };
    case 'fail':
      return { kind: 'object', name, aliases: [{ type: patchType }] };
    case 'share':
      return { kind: 'patch', name: sharedName, aliases: [{ name }, { name, type: objectType }] };
    case 'adopt':
      return { kind: 'patch', name, aliases: [{ type: objectType }, { name: sharedName }] };
  }
}

/** Returns the arguments of the resource of an object, with the annotations that only Pulumi and the waiters need. */
function objectArgs(object: ApiObject, ownership: OwnershipPolicy | undefined): { [field: string]: unknown } {
  const { metadata, ...rest } = manifestOf(object);
  const annotations = {
    ...ownership?.annotations,
    ...(ownership?.existing === 'adopt' ? { [PATCH_FORCE]: 'true' } : {}),
    ...(object.kind === 'CustomResourceDefinition' ? { 'pulumi.com/waitFor': 'condition=Established' } : {}),
  };
  return Object.keys(annotations).length === 0 ? { ...rest, metadata }
    : { ...rest, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } };
}

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

/** Manifest of an object. */
export interface Manifest {
  readonly metadata: { readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
  readonly [field: string]: unknown;
}

/**
 * Returns the manifest of an object, without a namespace if its kind is cluster-scoped: cdk8s sets the namespace of a chart on all of its objects,
 * and the provider rejects it on these.
 */
export function manifestOf(object: ApiObject): Manifest {
  const { metadata: { namespace, ...metadata }, ...rest } = object.toJson() as Manifest;
  const isNamespaced = namespace !== undefined && !isClusterScoped(object.apiGroup, object.kind);
  return { ...rest, metadata: { ...metadata, ...(isNamespaced ? { namespace } : {}) } };
}
