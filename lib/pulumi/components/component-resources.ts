import type * as pulumi from '@pulumi/pulumi';
import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { defined } from '../../formats/json/defined';
import type { ClusterApp } from '../program/cluster-app';
import { passedOptions } from '../program/component-options';
import { dependsOnAlso, registerObjects, registerWaiter, resourceOfObject, waiterOf } from '../program/object-resources';
import type { OutputPlaceholders } from '../program/output-placeholders';
import type { OwnershipPolicy } from '../program/ownership-policy';
import { inClusterOf, isRenderingOnly, ownProvider } from '../resources/default-provider';
import type { WaitArgs } from '../resources/wait-args';
import type { WaiterResource } from '../resources/waiter-resource';
import type { ComponentPlan, PlannedWaiter } from './waiter-plan';

/** Input from which the resources of a component are created. */
export interface ComponentContent {
  readonly component: pulumi.Resource;

  /** Name of the component, the first part of the names of its resources. */
  readonly name: string;

  /** Construct with all of its objects. */
  readonly construct: IConstruct;

  /** Options of the component. */
  readonly options: pulumi.ComponentResourceOptions;

  /** App of the cluster that the component is deployed to. */
  readonly app: ClusterApp;

  /** Outputs in the arguments of the construct. */
  readonly placeholders: OutputPlaceholders;

  /** Whether the names of waiters contain the path of their construct, because there may be several waiters of one kind. */
  readonly namesByPath?: boolean;
}

/** The resources of a component: its objects, and waiters with the component's options, for the cluster of the objects. */
export class ComponentResources {
  readonly #content: ComponentContent;
  #ownership: ReadonlyMap<ApiObject, OwnershipPolicy> = new Map();

  /** Namespaces of operators, by the construct that is created in them. */
  #namespaces: ReadonlyMap<IConstruct, string> = new Map();

  /** Waiters by the construct whose objects are created after them. */
  readonly #before = new Map<IConstruct, pulumi.Resource>();

  public constructor(content: ComponentContent) {
    this.#content = content;
  }

  /**
   * Returns the settings of waiters, including those of the stack, or undefined if there are no waiters.
   *
   * @param wait argument of the user
   * @throws Error if it is unknown which cluster the waiters should connect to
   */
  public waitSettings<Args extends WaitArgs>(wait: Args | false | undefined): Args | undefined {
    const { component, construct } = this.#content;
    const provider = ownProvider(component);
    if (wait === false || wait?.skip === true || (provider === undefined && isRenderingOnly())) {
      return undefined;
    }
    return inClusterOf(`[${construct.node.path}] the component`, 'wait', wait ?? {} as Args, provider);
  }

  /** Creates all resources. */
  public create(
    { plan, ownership, namespaces = new Map() }: ComponentPlan,
  ): { readonly objects: pulumi.CustomResource[]; readonly waiters: WaiterResource[] } {
    this.#ownership = ownership;
    this.#namespaces = namespaces;
    const waiters = plan.map((planned) => {
      const objects = planned.after.flatMap((part) => this.#register(part));
      const waiter = this.#createWaiter(planned, [...objects, ...planned.afterWaitersOf.map(waiterOf).filter((other) => other !== undefined)]);
      registerWaiter(waiter, ...planned.readies);
      if (planned.before !== undefined) {
        this.#before.set(planned.before, waiter);
      }
      if (planned.owns !== undefined) {
        this.#content.app.ownedNamespaces.set(planned.owns.namespace, planned.owns.object);
      }
      return waiter;
    });
    return { objects: this.#register(this.#content.construct), waiters };
  }

  #register(part: IConstruct): pulumi.CustomResource[] {
    const { component, name, construct, options, placeholders } = this.#content;
    return registerObjects(part, {
      name, construct, parent: component, options, placeholders, ownership: this.#ownership, after: (object) => this.#resourcesBefore(object),
    });
  }

  /**
   * Returns the resources that must be created before an object, besides the dependencies of its constructs: an adoption, and the owner of its
   * namespace, in any component. These are not dependencies of constructs, because a user's chart may also be written to files.
   */
  #resourcesBefore(object: ApiObject): pulumi.Resource[] {
    return object.node.scopes.flatMap((scope) => {
      const owned = this.#content.app.ownedNamespaces.get(this.#namespaces.get(scope) ?? '');
      return owned === undefined ? [this.#before.get(scope)] : [this.#before.get(scope), resourceOfObject(owned), waiterOf(owned)];
    }).filter((resource) => resource !== undefined);
  }

  #createWaiter(planned: PlannedWaiter, after: readonly pulumi.Resource[]): WaiterResource {
    const { component, options } = this.#content;
    // Pulumi deletes the waiter of a protected object, and the waiter would delete the object.
    const protect = (planned.removes ?? []).some((object) => isProtected(resourceOfObject(object))) ? true : undefined;
    return planned.create(this.#nameOf(planned), {
      parent: component,
      dependsOn: dependsOnAlso(options.dependsOn, after),
      ...passedOptions(options),
      ...defined({ protect }),
    });
  }

  #nameOf({ construct, id }: PlannedWaiter): string {
    const { name, construct: whole, namesByPath } = this.#content;
    const inside = construct.node.scopes.slice(whole.node.scopes.length);
    // For a single operator, only the waiters of operators that a lock adds need distinct names.
    const named = namesByPath === true ? inside : inside.filter((part) => (
      OperatorSubscription.isOperatorSubscription(part) && OperatorSubscription.isOperatorSubscription(part.node.scope)
    ));
    return [name, ...named.map(({ node }) => node.id), id].join('/');
  }
}

/** Whether a resource is protected: a transformation may protect single resources. */
function isProtected(resource: pulumi.Resource | undefined): boolean {
  return (resource as { readonly __protect?: unknown } | undefined)?.__protect === true;
}
