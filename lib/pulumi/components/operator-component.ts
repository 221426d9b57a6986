import * as pulumi from '@pulumi/pulumi';
import type { Construct } from 'constructs';
import type { Bundle } from '../../bundle/bundle';
import { BundleDeployment } from '../../constructs/bundle-deployment';
import type { OperatorRegistry as Registry } from '../../constructs/catalogs/operator-registry';
import type { OperatorSubscription as Subscription } from '../../constructs/subscription/operator-subscription';
import { OperatorGroupRef } from '../../constructs/model/operator-group-ref';
import { targetNamespacesFor } from '../../constructs/subscription/operator-group';
import { defined } from '../../formats/json/defined';
import { printableMessage } from '../../text/printable';
import { checkArgs } from '../resources/check-args';
import { ClusterExtensionReady } from '../resources/cluster-extension-ready';
import { OperatorNamespace } from '../resources/operator-namespace';
import { type OperatorDependency, OperatorReady, type OwnedApi } from '../resources/operator-ready';
import { PlainReady } from '../resources/plain-ready';
import { RukpakReady } from '../resources/rukpak-ready';
import type { KnownWait, OperatorWaitArgs } from '../resources/wait-args';
import type { WaiterResource } from '../resources/waiter-resource';
import { type ComponentDefinition, ConstructComponent } from './construct-component';
import { ENGINES, installedOutputs } from './engines';
import { operatorOwnership, type OwnershipArgs } from './ownership';
import { deploymentOf, type EngineWaiters, planWaiters } from './waiter-plan';

/** Arguments of every component of an operator, besides what it installs. */
export interface OperatorComponentArgs extends OwnershipArgs {
  /**
   * How to wait until the operator is ready, and what `pulumi destroy` removes. False means no waiters, and so no ordered removal.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<OperatorWaitArgs> | false;
}

/** Constructs of an operator with waiters. */
export interface OperatorParts {
  /** Subscription, or undefined if the operator is installed without one. */
  readonly subscription: Subscription | undefined;

  /** Registry of the program with the package, or undefined if the catalog is elsewhere. */
  readonly registry: Registry | undefined;
}

/** A component that installs an operator, waits until it is ready, and outputs what is installed. */
export abstract class OperatorComponent<Made extends Construct & { readonly namespace: string }> extends ConstructComponent<Made> {
  /** Namespace of the operator. Resources that depend on this output are created after the Namespace, and deleted before it. */
  public readonly namespace: pulumi.Output<string>;

  /**
   * Resource that removes the Namespace and the OperatorGroup once nothing else uses them, or undefined without waiters or if the component owns
   * neither.
   */
  public readonly ownedNamespace: OperatorNamespace | undefined;

  /** Reference to the OperatorGroup of the namespace, for the other operators in it, or undefined with an engine other than OLM v0. */
  public readonly operatorGroupRef: OperatorGroupRef | undefined;

  /** The OperatorGroup, or undefined if it is not created here or with an engine other than OLM v0. */
  public readonly operatorGroup: pulumi.CustomResource | undefined;

  /** The Namespace, or undefined if it is not created here or with an engine other than OLM v0. */
  public readonly namespaceObject: pulumi.CustomResource | undefined;

  /** The Subscription, or undefined with an engine other than OLM v0. */
  public readonly subscription: pulumi.CustomResource | undefined;

  /** Resource that waits for the operator, and removes it in order, or undefined without waiters or with an engine other than OLM v0. */
  public readonly ready: OperatorReady | undefined;

  /** Resource that waits for the ClusterExtension, and removes it in order, or undefined without waiters or with an engine other than OLM v1. */
  public readonly extensionReady: ClusterExtensionReady | undefined;

  /**
   * Resource that waits for the BundleDeployment of RukPak, and removes it in order, or undefined without waiters or with an engine other than
   * RukPak.
   */
  public readonly rukpakReady: RukpakReady | undefined;

  /**
   * Resource that waits for an operator without OLM, and removes it in order, or undefined without waiters or with an engine other than the plain
   * one.
   */
  public readonly plainReady: PlainReady | undefined;

  /** Name of the installed CSV, or of the bundle, available once the operator runs and its APIs are served, or undefined without waiters. */
  public readonly csvName: pulumi.Output<string | undefined>;

  /** Installed version, available once the operator runs, or undefined without waiters. */
  public readonly version: pulumi.Output<string | undefined>;

  /** Phase of the CSV, available once the operator runs, or undefined without waiters or with an engine other than OLM v0. */
  public readonly phase: pulumi.Output<string | undefined>;

  /** APIs that the operator owns, available once they are served, or undefined without waiters. */
  public readonly ownedApis: pulumi.Output<OwnedApi[] | undefined>;

  /** Names of the operator's Deployments, available once they run, or undefined without waiters. */
  public readonly deployments: pulumi.Output<string[] | undefined>;

  /**
   * Operators that OLM installed as its dependencies, available once it runs, or undefined without waiters or with an engine other than OLM v0.
   */
  public readonly dependencies: pulumi.Output<OperatorDependency[] | undefined>;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args what it installs, and how to wait for it
   * @param options options of the component
   * @param partsOf returns the constructs with waiters
   *
   * @internal
   */
  protected constructor(
    definition: ComponentDefinition<Made>, name: string, args: OperatorComponentArgs, options: pulumi.ComponentResourceOptions,
    partsOf: (made: Made) => OperatorParts,
  ) {
    super(definition, name, args, options);
    const parts = partsOf(this._construct);
    this.operatorGroupRef = operatorGroupOf(parts.subscription);
    const waiters = this.#createAll(args, parts);
    const { subscription, operatorGroup, namespaceObject } = parts.subscription ?? {};
    this.subscription = subscription && this._resourceOf(subscription);
    this.operatorGroup = operatorGroup && this._resourceOf(operatorGroup);
    this.namespaceObject = namespaceObject && this._resourceOf(namespaceObject);
    this.ownedNamespace = waiters.find((waiter) => waiter instanceof OperatorNamespace);
    this.ready = waiters.find((waiter) => waiter instanceof OperatorReady);
    this.namespace = this.ownedNamespace?.namespace ?? this._output(this._construct.namespace);
    this.extensionReady = waiters.find((waiter) => waiter instanceof ClusterExtensionReady);
    this.plainReady = waiters.find((waiter) => waiter instanceof PlainReady);
    this.rukpakReady = waiters.find((waiter) => waiter instanceof RukpakReady);
    const installed = installedOutputs(waiters, installedBundle(this._construct));
    this.csvName = pulumi.output(installed?.csvName);
    this.version = pulumi.output(installed?.version);
    this.phase = pulumi.output(this.ready?.phase);
    this.ownedApis = pulumi.output(installed?.ownedApis);
    this.deployments = pulumi.output(installed?.deployments);
    this.dependencies = pulumi.output(this.ready?.dependencies);
  }

  /** @throws Error if an argument does not apply to the engine */
  #createWith({ title, waitArgs, ownershipArgs, plan }: EngineWaiters, args: OperatorComponentArgs): readonly WaiterResource[] {
    checkPolicies(this._construct, args, title, ownershipArgs);
    if (args.wait !== false && args.wait !== undefined) {
      checkArgs(`wait of '${this._construct.node.path}', which ${title} installs`, waitArgs, args.wait);
    }
    return this._createResources(plan(this._construct, this._waitSettings(args.wait), (value) => this._output(value), args));
  }

  /** Creates all resources, and returns the waiters except those of dependencies. */
  #createAll(args: OperatorComponentArgs, { subscription, registry }: OperatorParts): readonly WaiterResource[] {
    const adopt = args.adopt === true;
    if (adopt && (subscription === undefined || args.wait === false)) {
      throw new Error(printableMessage(`[${this._construct.node.path}] adopt needs ${subscription === undefined
        ? 'an engine that subscribes to the operator' : 'a waiter, which adopts the operator and removes it'}; omit \`adopt\`${
        subscription === undefined ? '' : ' or `wait: false`'}`));
    }
    checkPreviousName(this._construct, subscription, args);
    const engine = ENGINES.find(({ isUsedIn }) => isUsedIn(this._construct));
    if (engine !== undefined) {
      return this.#createWith(engine, args);
    }
    if (subscription === undefined) {
      return this._createResources();
    }
    checkPolicies(this._construct, args, 'OLM v0', ['existingNamespace', 'existingOperatorGroup']);
    const wait = this._waitSettings(args.wait);
    const ownership = operatorOwnership(subscription, args, wait !== undefined);
    const ownRegistries = registry?.node.scopes.includes(this._construct) === true ? [registry] : [];
    const dependencies = dependenciesOf(subscription).map((dependency) => ({
      subscription: dependency, ownership: operatorOwnership(dependency, {}, wait !== undefined),
    }));
    const plan = wait === undefined ? [] : planWaiters({
      catalogs: ownRegistries.map((own) => ({ catalog: own, wait })),
      operators: [
        { subscription, registry, wait, ownership, adopt, ...defined({ previousName: args.previousName }) },
        ...dependencies.map((dependency) => ({ ...dependency, registry: undefined, wait: dependencyWait(wait), adopt: false })),
      ],
    }, (value) => this._output(value));
    const waiters = this._createResources({
      plan, ownership: new Map([ownership, ...dependencies.map((dependency) => dependency.ownership)].flatMap(({ objects }) => [...objects])),
      namespaces: new Map([subscription, ...dependencies.map((dependency) => dependency.subscription)]
        .map((found) => [found === subscription ? deploymentOf(found) : found, found.namespace])),
    });
    // The dependencies are ready first, but the outputs are those of the operator itself.
    return waiters.filter((_, index) => dependencies.every((dependency) => dependency.subscription !== plan[index]?.construct));
  }
}

/** Returns the operators that a lock lists as dependencies of another operator, and their dependencies in turn. */
function dependenciesOf({ dependencies }: Subscription): Subscription[] {
  return dependencies.flatMap((dependency) => [dependency, ...dependenciesOf(dependency)]);
}

/** Returns how to wait for a dependency: as for the operator, without the settings for that operator's versions and CRDs. */
function dependencyWait({ intermediateCsvs: _intermediate, dependencyCsvs: _dependency, onDestroy, ...wait }: OperatorWaitArgs): OperatorWaitArgs {
  const { deleteCrds: _, ...removal } = onDestroy ?? {};
  return { ...wait, ...(onDestroy === undefined ? {} : { onDestroy: removal }) };
}

/** Returns the bundle that a construct installs, or undefined if it installs a package. */
function installedBundle(construct: Construct): Bundle | undefined {
  return BundleDeployment.isBundleDeployment(construct) ? construct.bundle : undefined;
}

/** Arguments about objects that not every engine creates. */
const OBJECT_POLICIES = ['existingNamespace', 'existingOperatorGroup', 'existingCrds'] as const;

/** @throws Error if a policy is set for objects that the engine does not create */
function checkPolicies({ node }: Construct, args: OwnershipArgs, title: string, known: readonly (keyof OwnershipArgs)[]): void {
  const unused = OBJECT_POLICIES.find((key) => args[key] !== undefined && !known.includes(key));
  if (unused !== undefined) {
    throw new Error(printableMessage(`[${node.path}] ${unused} has no meaning with ${title}; omit \`${unused}\``));
  }
}

/** @throws Error if there is no Subscription or waiter to hand over the operator, or the name has not changed */
/** The constructs of components are created again when outputs become known, so that a reference to an object of one would be to a previous one. */
function operatorGroupOf(subscription: Subscription | undefined): OperatorGroupRef | undefined {
  return subscription === undefined ? undefined
    : subscription._subscriptionProps.operatorGroup
      ?? OperatorGroupRef._withTargets(subscription.operatorGroupName!, targetNamespacesFor(subscription.installMode, subscription.namespace));
}

function checkPreviousName({ node }: Construct, subscription: Subscription | undefined, { previousName, wait }: OperatorComponentArgs): void {
  if (previousName === undefined) {
    return;
  }
  const at = `[${node.path}] previousName`;
  if (typeof previousName !== 'string' || previousName === '') {
    throw new Error(printableMessage(`${at} must be the previous name of the Subscription, a non-empty string`));
  }
  if (subscription === undefined) {
    throw new Error(printableMessage(`${at} needs an engine that subscribes to the operator; omit \`previousName\``));
  }
  if (wait === false) {
    throw new Error(printableMessage(`${at} needs a waiter, which hands over the operator; omit \`previousName\` or \`wait: false\``));
  }
  if (subscription.name === previousName) {
    throw new Error(printableMessage(`${at} is '${previousName}', which is still the name of the Subscription; set \`previousName\` to its previous name, or omit it`));
  }
}
