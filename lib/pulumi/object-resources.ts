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
import { OLM_GROUP } from '../olm/olm-group';

/** A Subscription to another package is another operator: what waits for the old one removes it, before the new one comes under its name. */
const OTHER_PACKAGE = { replaceOnChanges: ['spec.name'], deleteBeforeReplace: true };

/** OLM does nothing in a namespace with two OperatorGroups: under a new name one comes after the old one is gone. */
const SOLE_IN_NAMESPACE = { deleteBeforeReplace: true };

/** The resource of each object that has one already, whichever component made it. */
const resources = new WeakMap<ApiObject, pulumi.CustomResource>();

/** How objects become resources. */
export interface ObjectResourceOptions {
  /** The first part of the resources' names. */
  readonly name: string;

  /** The component that they belong to. */
  readonly parent: pulumi.Resource;

  /** What every object waits for besides the objects that its constructs depend on. */
  readonly dependsOn: DependsOn;

  /** Whether the objects stay in the cluster when their resources go. */
  readonly retainOnDelete: boolean | undefined;

  /** The values that were not known when the constructs were made. */
  readonly late: LateValues;
}

/**
 * Makes a resource of each object in a construct, each after those that its constructs depend on.
 *
 * The name of a resource is the component's name and the path of ids below the construct, which both stay what they are from release to
 * release: a resource that gets another name is deleted and made again.
 *
 * @throws Error when an object depends on one of another component that is not made yet, or on itself
 */
export function registerObjects(construct: IConstruct, options: ObjectResourceOptions): pulumi.CustomResource[] {
  const own = new Set(objectsIn(construct));
  const before = new Map([...own].map((object) => [object, objectsBefore(object)]));
  const underWay = new Set<ApiObject>();

  const resourceOf = (object: ApiObject): pulumi.CustomResource => {
    const known = resources.get(object);
    if (known !== undefined) {
      return known;
    }
    if (!own.has(object)) {
      throw new Error(`[${construct.node.path}] '${object.node.path}' has to come first, and is no resource yet; make its component first`);
    }
    if (underWay.has(object)) {
      throw new Error(`[${object.node.path}] the object depends on itself; remove one of the dependencies`);
    }
    underWay.add(object);
    const dependsOn = before.get(object)!.map(resourceOf);
    underWay.delete(object);
    const resource = register(object, nameOf(construct, object, options.name), dependsOn, options);
    resources.set(object, resource);
    return resource;
  };
  return [...own].map(resourceOf);
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

function register(
  object: ApiObject, name: string, dependsOn: readonly pulumi.Resource[], options: ObjectResourceOptions,
): pulumi.CustomResource {
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
    ...(object.apiGroup !== OLM_GROUP ? {} : object.kind === 'Subscription' ? OTHER_PACKAGE : object.kind === 'OperatorGroup' ? SOLE_IN_NAMESPACE : {}),
  });
}

/** An object as a construct gives it. */
interface Manifest {
  readonly metadata: { readonly namespace?: string; readonly annotations?: { readonly [key: string]: string } };
  readonly spec?: { readonly [field: string]: unknown };
}

/** An object as the provider takes it: without a namespace that its kind does not have, and waited for where its kind tells readiness. */
function objectArgs(object: ApiObject): { [field: string]: unknown } {
  const { metadata, ...rest } = object.toJson() as Manifest;
  const { namespace, ...others } = metadata;
  return {
    ...rest,
    ...(object.kind === 'ClusterServiceVersion' && object.apiGroup === OLM_GROUP ? { spec: withPlainVersion(rest.spec) } : {}),
    metadata: {
      ...others,
      ...(namespace === undefined || isClusterScoped(object.apiGroup, object.kind) ? {} : { namespace }),
      ...(object.kind === 'CustomResourceDefinition'
        ? { annotations: { ...metadata.annotations, 'pulumi.com/waitFor': 'condition=Established' } } : {}),
    },
  };
}

/**
 * OLM takes the `v` off a version, as in its own packageserver, and the field is its own from then on: a refresh would find a change that the next
 * update may not take back.
 */
function withPlainVersion(spec: Manifest['spec']): Manifest['spec'] {
  const version = spec?.['version'];
  return typeof version === 'string' ? { ...spec, version: version.replace(/^v(?=\d)/, '') } : spec;
}
