import * as pulumi from '@pulumi/pulumi';
import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isClusterScoped } from './cluster-scoped';
import { decidesError } from './construct-checks';
import { dependsOnAlso } from './depends-on';
import type { DependsOn } from './depends-on';
import { kubernetesClass } from './kubernetes-class';
import type { ObjectArgs } from './kubernetes-class';
import type { LateValues } from './late-values';
import { waitersBefore } from './readiness';
import { OLM_GROUP } from '../olm/olm-group';

/** A Subscription to another package is another operator: what waits for the old one removes it, before the new one comes under its name. */
const OTHER_PACKAGE = { replaceOnChanges: ['spec.name'], deleteBeforeReplace: true };

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
function nameOf(construct: IConstruct, object: ApiObject, name: string): string {
  const ids = object.node.scopes.slice(construct.node.scopes.length).map(({ node }) => node.id);
  return [name, ...ids.map((id, index) => (id === 'Resource' && index === ids.length - 1 ? object.kind : id))].join('/');
}

function register(object: ApiObject, dependsOn: readonly pulumi.Resource[], options: ObjectResourceOptions): pulumi.CustomResource {
  const name = nameOf(options.whole, object, options.name);
  const decisive = options.late.placeIn(name);
  if (decisive !== undefined) {
    throw decidesError(decisive);
  }
  const args = options.late.restore(objectArgs(object)) as ObjectArgs;
  const Kind = kubernetesClass(object.apiVersion, object.kind);
  return new Kind(name, args, {
    parent: options.parent,
    dependsOn: dependsOnAlso(options.dependsOn, dependsOn),
    ...(options.retainOnDelete === undefined ? {} : { retainOnDelete: options.retainOnDelete }),
    ...(object.kind === 'Subscription' && object.apiGroup === OLM_GROUP ? OTHER_PACKAGE : {}),
  });
}

/** An object as the provider takes it: without a namespace that its kind does not have, and waited for where its kind tells readiness. */
function objectArgs(object: ApiObject): { [field: string]: unknown } {
  const { metadata, ...rest } = object.toJson() as { metadata: { namespace?: string; annotations?: { [key: string]: string } } };
  const { namespace, ...others } = metadata;
  return {
    ...rest,
    metadata: {
      ...others,
      ...(namespace === undefined || isClusterScoped(object.apiGroup, object.kind) ? {} : { namespace }),
      ...(object.kind === 'CustomResourceDefinition'
        ? { annotations: { ...metadata.annotations, 'pulumi.com/waitFor': 'condition=Established' } } : {}),
    },
  };
}
