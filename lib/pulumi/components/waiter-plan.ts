import type * as pulumi from '@pulumi/pulumi';
import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import type { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import type { OperatorRegistry } from '../../constructs/catalogs/operator-registry';
import type { OlmInstallation } from '../../constructs/installation/olm-installation';
import { type IOlmInstallation, olmOfCluster } from '../../constructs/installation/olm-of-cluster';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { defined } from '../../formats/json/defined';
import { type OptionsName, pickOptions } from '../../formats/options/check-options';
import { objectsIn } from '../program/object-resources';
import type { OwnershipPolicy } from '../program/ownership-policy';
import { CatalogReady } from '../resources/catalog-ready';
import { OlmDetection, type OlmDetectionArgs } from '../resources/olm-detection';
import { OlmReady } from '../resources/olm-ready';
import { OperatorAdoption } from '../resources/operator-adoption';
import { OperatorNamespace } from '../resources/operator-namespace';
import { OperatorReady } from '../resources/operator-ready';
import type { OlmWaitArgs, OperatorWaitArgs, WaitArgs } from '../resources/wait-args';
import type { WaiterResource } from '../resources/waiter-resource';
import type { OperatorOwnership, OwnershipArgs } from './ownership';
import {
  catalogReadyArgs, olmNamespaceArgs, olmReadyArgs, operatorAdoptionArgs, operatorNamespaceArgs, operatorReadyArgs, type ToOutput,
} from './waiter-args';

/** An OLM that its component waits for. */
export interface PlannedOlm {
  readonly olm: OlmInstallation;
  readonly wait: OlmWaitArgs;
  readonly ownership: ReadonlyMap<ApiObject, OwnershipPolicy>;
}

/** A catalog that its component waits for. */
export interface PlannedCatalog {
  readonly catalog: OperatorRegistry | ImageCatalog;
  readonly wait: WaitArgs;
}

/** An operator that its component waits for. */
export interface PlannedOperator {
  readonly subscription: OperatorSubscription;

  /** Registry of the program with the package, or undefined if the catalog is elsewhere. */
  readonly registry: OperatorRegistry | undefined;
  readonly wait: OperatorWaitArgs;
  readonly ownership: OperatorOwnership;
  readonly adopt: boolean;

  /** Name of the Subscription before it was renamed. */
  readonly previousName?: string;
}

/** Waiters of a construct, and the other input from which its resources are created. */
export interface ComponentPlan {
  /** The waiters, in order. */
  readonly plan: readonly PlannedWaiter[];

  /** Policies of the objects that may already exist, or that are kept when their resources are deleted. */
  readonly ownership: ReadonlyMap<ApiObject, OwnershipPolicy>;

  /** Namespaces of operators, by the construct that is created in them. */
  readonly namespaces?: ReadonlyMap<IConstruct, string>;
}

/** A waiter of a component, with everything that is derived from the constructs. */
export interface PlannedWaiter {
  /** Creates the resource. Called once the resources that must precede the waiter exist, because arguments may refer to them. */
  readonly create: (name: string, options: pulumi.CustomResourceOptions) => WaiterResource;

  /** Construct that the waiter is named after, and the last part of its name. */
  readonly construct: IConstruct;
  readonly id: string;

  /** Constructs or objects whose resources are created before the waiter. */
  readonly after: readonly IConstruct[];

  /** Constructs whose waiters are created before this one. */
  readonly afterWaitersOf: readonly (IConstruct | undefined)[];

  /** Objects that the waiter removes from the cluster when it is deleted. @default - none */
  readonly removes?: readonly ApiObject[];

  /** Constructs or objects that are ready once the waiter is. Everything that depends on them is created after the waiter. */
  readonly readies: readonly (IConstruct | undefined)[];

  /** Construct whose objects are all created after the waiter. */
  readonly before?: IConstruct;

  /** Namespace that the waiter removes, and one of the objects that it removes. Everything in the namespace is created after the waiter. */
  readonly owns?: { readonly namespace: string; readonly object: ApiObject };
}

/**
 * Returns the waiters of constructs, in the order in which they are created: of OLM, of the namespaces of operators, of catalogs, and of operators.
 * `readies` and `afterWaitersOf` connect them, in one component or across several.
 *
 * @param toOutput restores the outputs in a string of a construct
 */
export function planWaiters(
  { olms = [], catalogs = [], operators = [] }: {
    readonly olms?: readonly PlannedOlm[]; readonly catalogs?: readonly PlannedCatalog[]; readonly operators?: readonly PlannedOperator[];
  },
  toOutput: ToOutput,
): PlannedWaiter[] {
  // An operator that shares the Namespace of another operator is created after it, whichever is first in a chart.
  const ownersFirst = [...operators].sort((one, other) => Number(createsNamespace(other)) - Number(createsNamespace(one)));
  return [
    ...olms.flatMap(planOlm),
    ...ownersFirst.flatMap((operator) => planOperatorNamespace(operator, toOutput)),
    ...catalogs.map((catalog) => planCatalog(catalog, toOutput)),
    ...dependenciesFirst(operators).map((operator) => planOperator(operator, toOutput)),
  ];
}

/** A dependency that a lock adds is inside the construct of the operator that requires it, and must be ready before that operator is installed. */
function dependenciesFirst(operators: readonly PlannedOperator[]): PlannedOperator[] {
  const depth = ({ subscription: { node } }: PlannedOperator): number => (
    node.scopes.filter((scope) => OperatorSubscription.isOperatorSubscription(scope)).length
  );
  return [...operators].sort((one, other) => depth(other) - depth(one));
}

/** Returns the outermost construct that was created only for an operator. */
export function deploymentOf(subscription: OperatorSubscription): IConstruct {
  const { scope } = subscription.node;
  return BundleDeployment.isBundleDeployment(scope) ? scope : subscription;
}

/** Returns the detection of an OLM that exists, before an installation or instead of one. */
export function planDetection(olm: IOlmInstallation, args: () => OlmDetectionArgs): PlannedWaiter {
  return {
    construct: olm, id: 'OlmDetection', after: [], afterWaitersOf: [], readies: [olm], before: olm,
    create: (name, options) => new OlmDetection(name, args(), options),
  };
}

function createsNamespace({ subscription }: PlannedOperator): boolean {
  return subscription.namespaceObject !== undefined;
}

function planOlm({ olm, wait, ownership }: PlannedOlm): PlannedWaiter[] {
  const owned = olm.namespaces.filter((namespace) => ownership.get(namespace)?.retained === true);
  return [
    ...owned.map((namespace): PlannedWaiter => ({
      construct: olm,
      id: namespace.node.id.replace(/^Namespace/, 'OperatorPlace'),
      after: olm.namespaces,
      afterWaitersOf: [],
      removes: [namespace],
      readies: [namespace],
      owns: { namespace: namespace.name, object: namespace },
      create: (name, options) => new OperatorNamespace(name, olmNamespaceArgs(namespace.name, wait), options),
    })),
    {
      construct: olm, id: 'OlmReady', after: [olm], afterWaitersOf: [], readies: [olm],
      removes: objectsIn(olm).filter((object) => !olm.namespaces.includes(object)),
      create: (name, options) => new OlmReady(name, olmReadyArgs(olm, wait), options),
    },
  ];
}

function planOperatorNamespace({ subscription, wait, ownership, adopt }: PlannedOperator, toOutput: ToOutput): PlannedWaiter[] {
  const { namespaceObjects, removeNamespace, removeOperatorGroup } = ownership;
  // OLM is removed last: its CRDs keep the OperatorGroups.
  const common = { construct: subscription, afterWaitersOf: [olmOfCluster(subscription)] };
  const adoption: PlannedWaiter = {
    ...common, id: 'OperatorAdoption', after: [], readies: [], before: deploymentOf(subscription),
    create: (name, options) => new OperatorAdoption(name, operatorAdoptionArgs(subscription, wait, toOutput), options),
  };
  const namespace: PlannedWaiter = {
    ...common, id: 'OperatorPlace', after: namespaceObjects, readies: namespaceObjects, removes: namespaceObjects,
    ...(namespaceObjects[0] === undefined ? {} : { owns: { namespace: subscription.namespace, object: namespaceObjects[0] } }),
    create: (name, options) => new OperatorNamespace(name, operatorNamespaceArgs(subscription, ownership, wait, toOutput), options),
  };
  return [...(adopt ? [adoption] : []), ...(removeNamespace || removeOperatorGroup ? [namespace] : [])];
}

function planCatalog({ catalog, wait }: PlannedCatalog, toOutput: ToOutput): PlannedWaiter {
  return {
    construct: catalog, id: 'CatalogReady',
    after: [catalog],
    afterWaitersOf: [olmOfCluster(catalog)],
    // If the catalog of a Subscription does not answer at first, OLM retries only once a minute.
    readies: [catalog, catalog.catalogSource],
    create: (name, options) => new CatalogReady(name, catalogReadyArgs(catalog, wait, toOutput), options),
  };
}

function planOperator({ subscription, registry, wait, adopt, previousName }: PlannedOperator, toOutput: ToOutput): PlannedWaiter {
  return {
    construct: subscription, id: 'OperatorReady',
    after: [subscription],
    afterWaitersOf: [olmOfCluster(subscription), registry],
    readies: [subscription, subscription.subscription],
    removes: [subscription.subscription],
    create: (name, options) => new OperatorReady(name, {
      ...operatorReadyArgs(subscription, registry, wait, adopt, toOutput),
      ...defined({ previousSubscription: previousName }),
    }, options),
  };
}

/** What an engine other than OLM v0 contributes to a component: its waiters, and how the component owns the objects. */
export interface EngineWaiters {
  /** Name of what installs the operators, for messages, such as `OLM v1`. */
  readonly title: string;

  /** Interface of the argument `wait`. */
  readonly waitArgs: OptionsName;

  /** Interface of `wait.onDestroy`. */
  readonly onDestroy: OptionsName;

  /** Keys of `OwnershipArgs` that apply. */
  readonly ownershipArgs: readonly (keyof OwnershipArgs)[];

  /** Whether a construct contains objects that the engine creates. */
  readonly isUsedIn: (construct: IConstruct) => boolean;

  /**
   * Plans the waiters for everything that the engine created in a construct.
   *
   * @param wait undefined for no waiters
   * @param toOutput restores the outputs in a string of a construct
   */
  readonly plan: (construct: IConstruct, wait: OperatorWaitArgs | undefined, toOutput: ToOutput, ownership: OwnershipArgs) => ComponentPlan;
}

/** Returns the settings for operators of OLM v0 that also apply to operators of the engine, because a chart may contain both. */
export function applicableWait<Wait extends WaitArgs>({ waitArgs, onDestroy: of }: EngineWaiters, settings: OperatorWaitArgs): Wait {
  const { onDestroy, ...others } = pickOptions(waitArgs, settings);
  return (onDestroy === undefined ? others : { ...others, onDestroy: pickOptions(of, onDestroy) }) as Wait;
}
