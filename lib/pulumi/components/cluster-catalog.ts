import * as pulumi from '@pulumi/pulumi';
import { ClusterCatalog as Catalog, type ClusterCatalogProps } from '../../constructs/olm-v1/cluster-catalog';
import { defined } from '../../formats/json/defined';
import { checkedClusterCatalogImage } from '../program/construct-checks';
import { madeOfOutput } from '../resources/made-of-output';
import { checkArgs } from '../resources/check-args';
import { ClusterCatalogReady } from '../resources/cluster-catalog-ready';
import type { ClusterCatalogWaitArgs, KnownWait } from '../resources/wait-args';
import { ConstructComponent, type InputProps, isComponent, lateImage } from './construct-component';
import { planClusterCatalog } from './olm-v1-waiters';
import { withoutWaiter } from './ownership';

/** Props that the image is checked against, or that are checked against the CRD of the release. */
type PlainProps = 'pollInterval' | 'priority' | 'availabilityMode' | 'olmVersion';

/**
 * Arguments of a catalog of OLM v1: the props of the construct, which may be outputs of other resources. An image that is an output is checked once
 * it is known.
 */
export interface ClusterCatalogArgs extends InputProps<ClusterCatalogProps, PlainProps> {
  /**
   * How to wait until catalogd serves the image, and what `pulumi destroy` may force. False means no waiter.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<ClusterCatalogWaitArgs> | false;
}

/** A catalog of OLM v1: an image that catalogd serves, from which ClusterExtensions are installed. */
export class ClusterCatalog extends ConstructComponent<Catalog> {
  /** Whether a value is a `ClusterCatalog`, of any copy of this library. */
  public static isClusterCatalog(x: unknown): x is ClusterCatalog {
    return isComponent(x, 'ClusterCatalog');
  }

  /** Name of the ClusterCatalog. */
  public readonly catalogName: pulumi.Output<string>;

  /** Image that is served, with its digest, available once it is served, or undefined without a waiter or if the catalog is disabled. */
  public readonly resolvedImage: pulumi.Output<string | undefined>;

  /** Resource that waits until catalogd serves the image, and deletes the ClusterCatalog, or undefined without a waiter. */
  public readonly ready: ClusterCatalogReady | undefined;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the image, and how it is served
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if an argument is invalid; Error if a key is unknown
   */
  public constructor(name: string, args: ClusterCatalogArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of ClusterCatalog '${name}'`, 'ClusterCatalogArgs', args, new.target !== ClusterCatalog);
    super({
      kind: 'ClusterCatalog', props: 'ClusterCatalogProps', args: 'ClusterCatalogArgs', imageArg: 'image',
      create: (scope, id, props) => new Catalog(scope, id, props as ClusterCatalogProps),
    }, name, checkedOnceKnown(name, args), options);
    const wait = this._waitSettings(args.wait);
    const waiters = this._createResources(wait === undefined ? { ownership: withoutWaiter(this._construct.resource) }
      : { plan: [planClusterCatalog(this._construct, wait, (value) => this._output(value))] });
    this.ready = waiters.find((waiter) => waiter instanceof ClusterCatalogReady);
    this.catalogName = this._output(this._construct.name);
    this.resolvedImage = this.ready?.resolvedImage ?? pulumi.output(undefined);
    this.registerOutputs({ catalogName: this.catalogName, resolvedImage: this.resolvedImage });
  }
}

/** Checks an image that is an output as soon as its value is known, as the construct would check a string. */
function checkedOnceKnown(name: string, args: ClusterCatalogArgs): ClusterCatalogArgs {
  const { image } = args;
  if (image === undefined || typeof image === 'string') {
    return args;
  }
  const { pollInterval, olmVersion } = args;
  const settings = { ...defined({ pollInterval, olmVersion }) };
  return {
    ...args,
    image: madeOfOutput(image, lateImage('ClusterCatalog', name), (known) => checkedClusterCatalogImage(name, { image: known, ...settings })),
  };
}
