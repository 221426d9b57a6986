import type * as pulumi from '@pulumi/pulumi';
import type { LateProps } from './component-args';
import { OperatorComponent } from './operator-component';
import type { OperatorComponentArgs } from './operator-component';
import type { OperatorRegistry } from './operator-registry';
import { CatalogRef } from '../constructs/catalog-ref';
import { OperatorSubscription as Subscription } from '../constructs/operator-subscription';
import type { OperatorSubscriptionProps } from '../constructs/operator-subscription-props';

/** A CatalogSource by name and namespace, either of which may be an output of another resource. */
export interface CatalogArgs {
  /** The name of the CatalogSource. */
  readonly name: pulumi.Input<string>;

  /** The namespace of the CatalogSource. */
  readonly namespace: pulumi.Input<string>;
}

/** The props that decide what is made, or are looked up in the catalog. */
type Decisive = 'package' | 'channel' | 'version' | 'startingCsv' | 'installMode' | 'operatorGroup';

/** Which operator an `OperatorSubscription` installs: the props of the construct, with outputs of other resources where they may be. */
export interface OperatorSubscriptionArgs
  extends LateProps<Omit<OperatorSubscriptionProps, 'registry' | 'catalog'>, Decisive>, OperatorComponentArgs {
  /**
   * The registry of this program that has the package. Give either this or `catalog`.
   *
   * @default - the catalog is said by `catalog`
   */
  readonly registry?: OperatorRegistry;

  /**
   * The catalog that has the package: `CatalogRef.named(…)`, or name and namespace.
   *
   * @default - the CatalogSource of `registry`
   */
  readonly catalog?: CatalogRef | CatalogArgs;
}

/**
 * An operator that OLM installs and keeps up to date in a namespace.
 *
 * It makes the Namespace, the OperatorGroup that says which namespaces the operator watches, and the Subscription that ties a package's
 * channel to a catalog.
 */
export class OperatorSubscription extends OperatorComponent<Subscription> {
  /** The name of the Subscription. */
  public readonly subscriptionName: pulumi.Output<string>;

  /** The package that is installed. */
  public readonly package: string;

  /** The channel that is followed; undefined where OLM takes the default one of a catalog outside this program. */
  public readonly channel: string | undefined;

  /** The CSV that OLM starts from, when one is said. */
  public readonly startingCsv: string | undefined;

  /**
   * @param name the name of the component, and the first part of its resources' names
   * @param args what it installs
   * @param options of the component; they count for its resources too
   * @throws Error when the arguments contradict each other, or name what the registry does not have
   */
  public constructor(name: string, args: OperatorSubscriptionArgs, options: pulumi.ComponentResourceOptions = {}) {
    const { registry, ...rest } = args;
    super('OperatorSubscription', name, rest, options, (scope, id, plain) => {
      const { catalog, ...props } = plain as Omit<OperatorSubscriptionProps, 'catalog'> & { readonly catalog?: CatalogRef };
      return new Subscription(scope, id, {
        ...props,
        ...(registry === undefined ? {} : { registry: registry._construct }),
        ...(catalog === undefined ? {} : { catalog: CatalogRef.named(catalog.name, catalog.namespace) }),
      });
    }, (made) => ({ subscription: made, registry: registry?._construct }));
    this.subscriptionName = this.text(this._construct.name);
    this.package = this._construct.package;
    this.channel = this._construct.channel;
    this.startingCsv = this._construct.startingCsv;
    this.registerOutputs({ subscriptionName: this.subscriptionName, namespace: this.namespace, csvName: this.csvName, version: this.version });
  }
}
