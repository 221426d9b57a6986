import * as pulumi from '@pulumi/pulumi';
import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isClusterScoped } from './cluster-scoped';
import { decidesError } from './construct-checks';
import { dependsOnAlso } from './depends-on';
import type { DependsOn } from './depends-on';
import type { Custody } from './existing-object';
import { kubernetesClass, kubernetesType } from './kubernetes-class';
import type { ObjectArgs, ResourceKind } from './kubernetes-class';
import type { LateValues } from './late-values';
import { waitersBefore } from './readiness';
import { OLM_GROUP } from '../olm/olm-group';

/** A Subscription to another package is another operator: what waits for the old one removes it, before the new one comes under its name. */
const OTHER_PACKAGE = { replaceOnChanges: ['spec.name'], deleteBeforeReplace: true };

/** OLM does nothing in a namespace with two OperatorGroups: under a new name one comes after the old one is gone. */
const SOLE_IN_NAMESPACE = { deleteBeforeReplace: true };

/** The provider takes fields over that others have, where an object says so. */
const PATCH_FORCE = 'pulumi.com/patchForce';

/** A resource of an object that may be there already. */
interface ResourceForm {
  readonly does: ResourceKind;
  readonly name: string;
  readonly aliases: readonly pulumi.Alias[];
}

/** The resource of each object that has one already, whichever component made it. */
const resources = new WeakMap<ApiObject, pulumi.CustomResource>();

/** How objects become resources. */
export interface ObjectResourceOptions {
  /** The first part of the resources' names. */
  readonly name: string;

  /** The construct that is a component; objects are named by their place in it. */
  readonly whole: IConstruct;

  /** The component that they belong to. */
  readonly parent: pulumi.Resource;

  /** What every object waits for besides the objects that its constructs depend on. */
  readonly dependsOn: DependsOn;

  /** Whether the objects stay in the cluster when their resources go. */
  readonly retainOnDelete: boolean | undefined;

  /** The objects that may be there already, or that stay when their resources go; all others are made, and deleted. */
  readonly custody: ReadonlyMap<ApiObject, Custody>;

  /** The values that were not known when the constructs were made. */
  readonly late: LateValues;
}

/** The resources of a part of a component. */
export interface RegisteredObjects {
  /** Those of all objects of the part. */
  readonly all: pulumi.CustomResource[];

  /** Those that were made now, of the part and of what comes before it. */
  readonly made: readonly pulumi.CustomResource[];
}

/**
 * Makes a resource of each object in a part of a component, each after those that its constructs depend on, and what waits for those.
 *
 * The name of a resource is the component's name and the path of ids below its construct, which both stay what they are from release to
 * release: a resource that gets another name is deleted and made again.
 *
 * @throws Error when an object depends on one of another component that is not made yet, or on itself
 */
export function registerObjects(part: IConstruct, options: ObjectResourceOptions): RegisteredObjects {
  const own = new Set(objectsIn(options.whole));
  const made: pulumi.CustomResource[] = [];
  const underWay = new Set<ApiObject>();

  const resourceOf = (object: ApiObject): pulumi.CustomResource => {
    const known = resources.get(object);
    if (known !== undefined) {
      return known;
    }
    if (!own.has(object)) {
      throw new Error(`[${options.whole.node.path}] '${object.node.path}' has to come first, and is no resource yet; make its component first`);
    }
    if (underWay.has(object)) {
      throw new Error(`[${object.node.path}] the object depends on itself; remove one of the dependencies`);
    }
    underWay.add(object);
    const before = objectsBefore(object).map(resourceOf);
    underWay.delete(object);
    const resource = register(object, [...before, ...waitersBefore(object)], options);
    resources.set(object, resource);
    made.push(resource);
    return resource;
  };
  return { all: objectsIn(part).map(resourceOf), made };
}

/** The resource that stands for an object; undefined where there is none yet. */
export function resourceOfObject(object: ApiObject): pulumi.CustomResource | undefined {
  return resources.get(object);
}

/** The objects in a construct, in the order in which they were made. */
function objectsIn(construct: IConstruct): ApiObject[] {
  return construct.node.findAll().filter((child): child is ApiObject => ApiObject.isApiObject(child));
}

/** The objects that an object comes after: those in whatever it, or a construct around it, depends on. */
function objectsBefore(object: ApiObject): ApiObject[] {
  const before = new Set(object.node.scopes.flatMap((scope) => scope.node.dependencies).flatMap(objectsIn));
  before.delete(object);
  return [...before];
}

/** The main object of a construct has the id `Resource`, which says nothing in Pulumi's tables: its kind takes that place. */
function nameOf(construct: IConstruct, object: ApiObject, name: string, mark = ''): string {
  const ids = object.node.scopes.slice(construct.node.scopes.length).map(({ node }) => node.id);
  const last = ids.pop() ?? '';
  return [name, ...ids, `${mark}${last === 'Resource' ? object.kind : last}`].join('/');
}

function register(object: ApiObject, dependsOn: readonly pulumi.Resource[], options: ObjectResourceOptions): pulumi.CustomResource {
  const name = nameOf(options.whole, object, options.name);
  const decisive = options.late.placeIn(name);
  if (decisive !== undefined) {
    throw decidesError(decisive);
  }
  const custody = options.custody.get(object);
  const form = custody === undefined ? undefined : resourceForm(object, name, nameOf(options.whole, object, options.name, 'Shared'), custody);
  const args = options.late.restore(objectArgs(object, {
    ...custody?.marks, ...(custody?.existing === 'adopt' ? { [PATCH_FORCE]: 'true' } : {}),
  })) as ObjectArgs;
  const Kind = kubernetesClass(object.apiVersion, object.kind, form?.does ?? 'whole');
  const isRetained = custody?.retained === true ? true : options.retainOnDelete;
  return new Kind(form?.name ?? name, args, {
    parent: options.parent,
    dependsOn: dependsOnAlso(options.dependsOn, dependsOn),
    ...(form === undefined ? {} : { aliases: [...form.aliases] }),
    ...(isRetained === undefined ? {} : { retainOnDelete: isRetained }),
    ...(object.apiGroup !== OLM_GROUP ? {} : object.kind === 'Subscription' ? OTHER_PACKAGE : object.kind === 'OperatorGroup' ? SOLE_IN_NAMESPACE : {}),
  });
}

/**
 * What kind of resource an object is, of those that may be there already. Where a user changes his mind, the resource of before becomes
 * the new one, and the object is not touched. Only what was shared becomes nobody's own in this way, because it may be somebody else's: it
 * has another name, so that it has to be adopted.
 */
function resourceForm(object: ApiObject, name: string, sharedName: string, { existing }: Custody): ResourceForm {
  const [whole, patch] = [kubernetesType(object.apiVersion, object.kind, 'whole'), kubernetesType(object.apiVersion, object.kind, 'patch')];
  switch (existing) {
    case 'fail':
      return { does: 'whole', name, aliases: [{ type: patch }] };
    case 'share':
      return { does: 'patch', name: sharedName, aliases: [{ name }, { name, type: whole }] };
    case 'adopt':
      return { does: 'patch', name, aliases: [{ type: whole }, { name: sharedName }] };
  }
}

/** An object as a construct gives it. */
interface Manifest {
  readonly metadata: { readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
}

/** An object as the provider takes it: without a namespace that its kind does not have, and waited for where its kind tells readiness. */
function objectArgs(object: ApiObject, marks: { readonly [annotation: string]: string }): { [field: string]: unknown } {
  const { metadata, ...rest } = object.toJson() as Manifest;
  const { namespace, ...others } = metadata;
  const annotations = { ...marks, ...(object.kind === 'CustomResourceDefinition' ? { 'pulumi.com/waitFor': 'condition=Established' } : {}) };
  return {
    ...rest,
    metadata: {
      ...others,
      ...(namespace === undefined || isClusterScoped(object.apiGroup, object.kind) ? {} : { namespace }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations: { ...metadata.annotations, ...annotations } }),
    },
  };
}
