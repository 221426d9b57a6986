import * as pulumi from '@pulumi/pulumi';
import type { Catalog } from '../../catalog/catalog';
import { type OperatorRegistryProps, OperatorRegistry as Registry } from '../../constructs/catalogs/operator-registry';
import { CatalogReady } from '../resources/catalog-ready';
import type { KnownWait, WaitArgs } from '../resources/wait-args';
import { checkArgs } from '../resources/check-args';
import { ConstructComponent, type InputProps, isComponent } from './construct-component';
import type { OlmInstallation } from './olm-installation';
import { planWaiters } from './waiter-plan';

/** Props that decide which objects are created, or the content of the catalog. */
type PlainProps = 'bundles' | 'channels' | 'catalog' | 'dependencies' | 'deprecations' | 'omit' | 'operatorPullSecrets' | 'replicas' | 'slim';

/** Arguments of an `OperatorRegistry`: the props of the construct, which may be outputs of other resources. */
export interface OperatorRegistryArgs extends InputProps<Omit<OperatorRegistryProps, 'olm'>, PlainProps> {
  /**
   * OLM in whose catalog namespace the registry is created, so that every namespace sees the catalog.
   *
   * @default - the OLM of the program, if there is one
   */
  readonly olm?: OlmInstallation;

  /**
   * How to wait until OLM is connected to the catalog. False means no waiter.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<WaitArgs> | false;
}

/**
 * Serves a catalog of operator bundles from ConfigMaps: no image is built or pushed.
 *
 * The names of the ConfigMaps contain a hash of their content: a changed catalog creates new ones, rolls the Deployment out, and only then deletes
 * the old ones.
 */
export class OperatorRegistry extends ConstructComponent<Registry> {
  /** Whether a value is an `OperatorRegistry`, of any copy of this library. */
  public static isOperatorRegistry(x: unknown): x is OperatorRegistry {
    return isComponent(x, 'OperatorRegistry');
  }

  /** Name of the CatalogSource, the Deployment and the Service. */
  public readonly registryName: pulumi.Output<string>;

  /** Namespace of all of its objects. */
  public readonly namespace: pulumi.Output<string>;

  /** Address at which the Service serves the catalog in the cluster, with its port. */
  public readonly address: pulumi.Output<string>;

  /** The CatalogSource. */
  public readonly catalogSource: pulumi.CustomResource;

  /** Service in front of the Deployment. */
  public readonly service: pulumi.CustomResource;

  /** Deployment that serves the catalog. */
  public readonly deployment: pulumi.CustomResource;

  /** ConfigMaps with the parts of the packed catalog, in order. */
  public readonly configMaps: pulumi.CustomResource[];

  /** Served catalog, after slimming. */
  public readonly catalog: Catalog;

  /** Resource that waits until OLM is connected to the catalog, or undefined without a waiter. */
  public readonly ready: CatalogReady | undefined;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args what it serves
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if there is nothing to serve, or a name or number is invalid; Error if a key is unknown
   */
  public constructor(name: string, args: OperatorRegistryArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of OperatorRegistry '${name}'`, 'OperatorRegistryArgs', args, new.target !== OperatorRegistry);
    super({
      kind: 'OperatorRegistry', props: 'OperatorRegistryProps', args: 'OperatorRegistryArgs',
      create: (scope, id, props, constructOf) => new Registry(scope, id, {
        ...props as Omit<OperatorRegistryProps, 'olm'>,
        ...(args.olm === undefined ? {} : { olm: constructOf(args.olm._construct) }),
      }),
    }, name, args, options);
    const wait = this._waitSettings(args.wait);
    const plan = wait === undefined ? [] : planWaiters({ catalogs: [{ catalog: this._construct, wait }] }, (value) => this._output(value));
    this.ready = this._createResources({ plan }).find((waiter) => waiter instanceof CatalogReady);
    this.registryName = this._output(this._construct.catalogName);
    this.namespace = this._output(this._construct.catalogNamespace);
    this.address = this._output(this._construct.address);
    this.catalogSource = this._resourceOf(this._construct.catalogSource);
    this.service = this._resourceOf(this._construct.service);
    this.deployment = this._resourceOf(this._construct.deployment);
    this.configMaps = this._construct.configMaps.map((configMap) => this._resourceOf(configMap));
    this.catalog = this._construct.catalog;
    this.registerOutputs({ registryName: this.registryName, namespace: this.namespace });
  }
}
