import type * as pulumi from '@pulumi/pulumi';
import type { Catalog } from '../../catalog/catalog';
import { CatalogRef, type ICatalog } from '../../constructs/model/catalog-ref';
import { OperatorSubscription as Subscription } from '../../constructs/subscription/operator-subscription';
import type { OperatorSubscriptionProps } from '../../constructs/subscription/operator-subscription-props';
import { checkArgs } from '../resources/check-args';
import type { NoOutput } from '../resources/wait-args';
import { ImageCatalog } from './image-catalog';
import type { InputProps } from './construct-component';
import { OperatorComponent, type OperatorComponentArgs } from './operator-component';
import { OperatorRegistry } from './operator-registry';

/** A CatalogSource by name and namespace, with its content if known. */
export interface CatalogArgs {
  /** Name of the CatalogSource. */
  readonly catalogName: pulumi.Input<string>;

  /** Namespace of the CatalogSource. */
  readonly catalogNamespace: pulumi.Input<string>;

  /**
   * Content of the catalog, from a file, a folder or its image: package, channel, version, install mode and version of Kubernetes are checked against
   * it, even in a preview. The catalog in the cluster may be newer.
   *
   * @default - unknown: nothing is checked
   */
  readonly catalogContent?: Catalog;
}

/** Props that decide which objects are created, or are looked up in the catalog. */
type PlainProps =
  'packageName' | 'channel' | 'version' | 'versionRange' | 'startingCsv' | 'installMode' | 'operatorGroup' | 'serviceAccount' | 'unpackTimeout'
  | 'unpackRetryInterval' | 'engine' | 'lock' | 'upgradePlan';

/** Arguments of an `OperatorSubscription`: the props of the construct, which may be outputs of other resources. */
export interface OperatorSubscriptionArgs
  extends InputProps<Omit<OperatorSubscriptionProps, 'catalog' | 'previousName'>, PlainProps>, OperatorComponentArgs {
  /**
   * Catalog with the package: an `OperatorRegistry` or `ImageCatalog` of this program, `CatalogRef.named(…)`, or name and namespace. Package,
   * channel, version and install mode are checked against the content of an `OperatorRegistry`, and of any other catalog whose content is supplied.
   */
  readonly catalog: OperatorRegistry | ImageCatalog | (CatalogArgs & NoOutput);
}

/**
 * Installs an operator from a catalog with OLM, and keeps it up to date, in one namespace.
 *
 * It creates the Namespace, the OperatorGroup that selects the namespaces the operator watches, and the Subscription to a channel of the package.
 */
export class OperatorSubscription extends OperatorComponent<Subscription> {
  /** Name of the Subscription, or of the ClusterExtension with OLM v1. */
  public readonly subscriptionName: pulumi.Output<string>;

  /** Installed package. */
  public readonly packageName: string;

  /** Channel of the Subscription, or undefined if OLM follows all channels of the package in a catalog outside this program. */
  public readonly channel: string | undefined;

  /** CSV that OLM starts from, if one is set. */
  public readonly startingCsv: string | undefined;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args what it installs
   * @param options options of the component, which also apply to its resources
   * @throws Error if arguments contradict each other or name something that the registry does not contain, or a key is unknown
   */
  public constructor(name: string, args: OperatorSubscriptionArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of OperatorSubscription '${name}'`, 'OperatorSubscriptionArgs', args, new.target !== OperatorSubscription);
    const registry = OperatorRegistry.isOperatorRegistry(args.catalog) ? args.catalog._construct : undefined;
    const image = ImageCatalog.isImageCatalog(args.catalog) ? args.catalog._construct : undefined;
    super({
      kind: 'OperatorSubscription',
      props: 'OperatorSubscriptionProps',
      args: 'OperatorSubscriptionArgs',
      create: (scope, id, plain, constructOf) => {
        // The waiter hands over, so the objects do not state it.
        const { previousName: _, ...props } = plain as OperatorSubscriptionProps;
        const ofProgram = registry ?? image;
        return new Subscription(scope, id, { ...props, catalog: ofProgram === undefined ? byName(props.catalog) : constructOf(ofProgram) });
      },
    }, name, args, options, (subscription) => (
      { subscription: subscription._result === undefined ? subscription : undefined, registry }
    ));
    this.subscriptionName = this._output(this._construct.name);
    this.packageName = this._construct.packageName;
    this.channel = this._construct.channel;
    this.startingCsv = this._construct.startingCsv;
    this.registerOutputs({ subscriptionName: this.subscriptionName, namespace: this.namespace, csvName: this.csvName, version: this.version });
  }
}

/** Refers to a catalog only by name: its object, if any, is not a resource of the component. */
function byName(catalog: ICatalog | undefined): ICatalog {
  // The compiler requires a catalog. If a plain JavaScript program omits it, the construct reports that.
  if (catalog === undefined) {
    return catalog as unknown as ICatalog;
  }
  const { catalogName, catalogNamespace, catalogContent } = catalog;
  return CatalogRef.named(catalogName, catalogNamespace, catalogContent === undefined ? {} : { content: catalogContent });
}
