import * as pulumi from '@pulumi/pulumi';
import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { apiObjectsIn } from '../../constructs/model/chart-objects';
import { olmObjectsBefore } from '../../constructs/installation/olm-of-cluster';
import { dependenciesOf } from '../../constructs/model/chart-order';
import { printableMessage } from '../../text/printable';
import { passedOptions } from './component-options';
import { outputNotAllowed } from './construct-checks';
import { createObjectResource } from './create-object-resource';
import type { OutputPlaceholders } from './output-placeholders';
import type { OwnershipPolicy } from './ownership-policy';

/** The resources of objects, in all components. */
const resources = new WeakMap<ApiObject, pulumi.CustomResource>();

/** Those resources, without their objects. */
const created = new WeakSet<pulumi.Resource>();

/** Whether a resource is that of an object of a component, and not one that a user created. */
export function isOfComponent(resource: pulumi.Resource): boolean {
  return created.has(resource);
}

/** How objects become resources. */
export interface ObjectResourceOptions {
  /** First part of the names of the resources. */
  readonly name: string;

  /** Construct of the component. The paths of objects in it form the rest of the names. */
  readonly construct: IConstruct;

  /** Component that the resources belong to. */
  readonly parent: pulumi.Resource;

  /** Options of the component. */
  readonly options: pulumi.ComponentResourceOptions;

  /** Returns resources that must be created before an object, besides those that its constructs depend on. */
  readonly after: (object: ApiObject) => readonly pulumi.Resource[];

  /** Objects that may already exist, or that are kept when their resources are deleted. All others are created and deleted. */
  readonly ownership: ReadonlyMap<ApiObject, OwnershipPolicy>;

  /** Outputs in the arguments of the constructs. */
  readonly placeholders: OutputPlaceholders;
}

/**
 * Creates the resources of all objects in a part of a component that have none yet. Each is created after the objects that its constructs depend on,
 * and after the waiters of these.
 *
 * The name of a resource is the name of the component and the path of construct IDs in it, which never change between releases: a resource with
 * another name would be deleted and created again.
 *
 * @returns the resources of all objects in the part
 * @throws Error if an object depends on itself, or on an object of another component that has no resource yet
 */
export function registerObjects(part: IConstruct, options: ObjectResourceOptions): pulumi.CustomResource[] {
  const own = new Set(objectsIn(options.construct));
  const inProgress = new Set<ApiObject>();

  const resourceOf = (object: ApiObject): pulumi.CustomResource => {
    const existing = resources.get(object);
    if (existing !== undefined) {
      return existing;
    }
    if (!own.has(object)) {
      throw new Error(printableMessage(`[${options.construct.node.path}] '${object.node.path}' must be created first, but has no resource yet; create its component first`));
    }
    if (inProgress.has(object)) {
      throw new Error(printableMessage(`[${object.node.path}] the object depends on itself; remove one of the dependencies`));
    }
    inProgress.add(object);
    const dependencies = constructsBefore(object);
    const before = [...new Set(dependencies.flatMap(objectsIn))].filter((other) => other !== object).map(resourceOf);
    inProgress.delete(object);
    const resource = register(object, [...before, ...waitersOf(dependencies), ...options.after(object)], options);
    resources.set(object, resource);
    created.add(resource);
    return resource;
  };
  return objectsIn(part).map(resourceOf);
}

/** Returns the resource of an object, or undefined if it has none yet. */
export function resourceOfObject(object: ApiObject): pulumi.CustomResource | undefined {
  return resources.get(object);
}

function register(
  object: ApiObject, before: readonly pulumi.Resource[], { name: prefix, construct, parent, options, ownership, placeholders }: ObjectResourceOptions,
): pulumi.CustomResource {
  const ids = object.node.scopes.slice(construct.node.scopes.length).map(({ node }) => node.id);
  // The ID `Resource` of a construct's main object is meaningless in Pulumi's output, unlike its kind.
  const last = ids.at(-1) === 'Resource' ? object.kind : ids.at(-1) ?? '';
  const [name, sharedName] = [last, `Shared${last}`].map((id) => [prefix, ...ids.slice(0, -1), id].join('/')) as [string, string];
  const path = placeholders.pathIn(name);
  if (path !== undefined) {
    throw outputNotAllowed(path);
  }
  return createObjectResource(object, { name, sharedName }, ownership.get(object), placeholders, {
    parent,
    dependsOn: dependsOnAlso(options.dependsOn, before),
    ...passedOptions(options),
  });
}

/** Returns the objects in a construct, in the order in which they were created. */
export function objectsIn(construct: IConstruct): ApiObject[] {
  return apiObjectsIn(construct.node.findAll());
}

/** Waiters by the construct or object that they wait for. */
const waiters = new WeakMap<IConstruct, pulumi.Resource>();

/** Records that constructs are only ready when a waiter is. Everything that depends on one of them is created after the waiter, in any component. */
export function registerWaiter(waiter: pulumi.Resource, ...constructs: readonly (IConstruct | undefined)[]): void {
  constructs.filter((construct) => construct !== undefined).forEach((construct) => waiters.set(construct, waiter));
}

/** Returns the waiter of a construct, or undefined if it has none. */
export function waiterOf(construct: IConstruct | undefined): pulumi.Resource | undefined {
  return construct === undefined ? undefined : waiters.get(construct);
}

/** Returns the waiters of constructs and of the constructs inside them. */
export function waitersOf(constructs: readonly IConstruct[]): pulumi.Resource[] {
  const all = constructs.flatMap((construct) => construct.node.findAll());
  return [...new Set(all.map((construct) => waiters.get(construct)))].filter((waiter) => waiter !== undefined);
}

/** Returns everything that an object, or a construct around it, depends on. */
export function constructsBefore(object: IConstruct): IConstruct[] {
  return [...object.node.scopes.flatMap(dependenciesOf), ...olmObjectsBefore(object)];
}

/**
 * Returns whether a construct has resources that were created without waiting for another one.
 *
 * @param construct construct that was created earlier
 * @param needed construct without resources
 */
export function isCreatedBefore(construct: IConstruct, needed: IConstruct): boolean {
  const isNeeded = (other: IConstruct): boolean => other.node.scopes.includes(needed);
  return objectsIn(construct).some((object) => resources.has(object) && constructsBefore(object).some(isNeeded));
}

/** Type of the resource option `dependsOn`. */
export type DependsOn = pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource> | undefined;

/**
 * Adds resources to those in a user's `dependsOn`.
 *
 * The result is a list and not an Output, because the SDK searches the value of an Output for unknown values, and so would traverse the whole program
 * from a resource.
 */
export function dependsOnAlso(dependsOn: DependsOn, more: readonly pulumi.Resource[]): pulumi.Input<pulumi.Resource>[] {
  if (dependsOn === undefined) {
    return [...more];
  }
  // The SDK also accepts promises and Outputs of lists inside a list, although the type of the option does not.
  return [...(Array.isArray(dependsOn) ? dependsOn : [dependsOn as pulumi.Input<pulumi.Resource>]), ...more];
}
