import * as pulumi from '@pulumi/pulumi';
import type { LateProps } from './component-args';
import { ConstructComponent } from './construct-component';
import { CatalogReady } from './dynamic/catalog-ready';
import type { CatalogReadyArgs } from './dynamic/catalog-ready';
import type { WaitArgs } from './dynamic/wait-args';
import type { OlmInstallation } from './olm-installation';
import { readyWith } from './readiness';
import type { Catalog } from '../bundle/catalog/catalog';
import { OperatorRegistry as Registry } from '../constructs/operator-registry';
import type { OperatorRegistryProps } from '../constructs/operator-registry-props';

/** What an `OperatorRegistry` serves, and how: the props of the construct, with outputs of other resources where they may be. */
export interface OperatorRegistryArgs extends LateProps<Omit<OperatorRegistryProps, 'olm'>, 'bundles' | 'catalog' | 'replicas' | 'slim'> {
  /**
   * The OLM whose every namespace is to see the catalog.
   *
   * @default - not said: the catalog is for its own namespace, or for all when that is OLM's global catalog namespace
   */
  readonly olm?: OlmInstallation;

  /**
   * How to wait until OLM reads the catalog; false for not at all.
   *
   * @default - waits in the cluster that kubectl would take
   */
  readonly wait?: WaitArgs | false;
}

/**
 * A catalog of operator bundles that is served from ConfigMaps: no image is built or pushed.
 *
 * The ConfigMaps' names carry a hash of their content: a changed catalog makes new ones, rolls the Deployment, and only then removes the
 * old ones.
 */
export class OperatorRegistry extends ConstructComponent<Registry> {
  /** The name of the CatalogSource, the Deployment and the Service. */
  public readonly registryName: pulumi.Output<string>;

  /** The namespace that everything is made in. */
  public readonly namespace: pulumi.Output<string>;

  /** What is served, after slimming. */
  public readonly catalog: Catalog;

  /** Waits until OLM reads the catalog; undefined when nothing is waited for. */
  public readonly ready: CatalogReady | undefined;

  /**
   * @param name the name of the component
   * @param args what it serves
   * @param options of the component; they count for its resources too
   * @throws ConstructError when there is nothing to serve, or a name or number is not possible
   */
  public constructor(name: string, args: OperatorRegistryArgs, options: pulumi.ComponentResourceOptions = {}) {
    const { olm, wait, ...rest } = args;
    super('OperatorRegistry', name, rest, options, (scope, id, plain) => new Registry(scope, id, {
      ...plain as Omit<OperatorRegistryProps, 'olm'>,
      ...(olm === undefined ? {} : { olm: olm._construct }),
    }));
    this.register();
    this.registryName = this.text(this._construct.name);
    this.namespace = this.text(this._construct.namespace);
    this.catalog = this._construct.catalog;
    this.ready = this.waiter(wait, [this._app.olmReady], (settings, waiterOptions) => new CatalogReady(`${name}/CatalogReady`, {
      ...settings, ...catalogInputs(this._construct, (value) => this.text(value)),
    }, waiterOptions));
    readyWith(this.ready, this._construct, this._construct.catalogSource);
    this.registerOutputs({ registryName: this.registryName, namespace: this.namespace });
  }
}

/**
 * What a `CatalogReady` waits for, of a registry.
 *
 * @internal
 */
export function catalogInputs(registry: Registry, text: (value: string) => pulumi.Output<string>): CatalogReadyArgs {
  return {
    name: text(registry.name),
    namespace: text(registry.namespace),
    deployment: text(registry.name),
    // The names carry a hash of the content: other content is a reason to wait again.
    revision: text(registry.configMaps[0]?.name ?? ''),
  };
}
