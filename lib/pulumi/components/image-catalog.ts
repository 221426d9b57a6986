import * as pulumi from '@pulumi/pulumi';
import { ImageCatalog as Catalog, type ImageCatalogProps } from '../../constructs/catalogs/image-catalog';
import { checkedImageCatalogImage } from '../program/construct-checks';
import { madeOfOutput } from '../resources/made-of-output';
import { CatalogReady } from '../resources/catalog-ready';
import { ClusterCatalogReady } from '../resources/cluster-catalog-ready';
import type { KnownWait, WaitArgs } from '../resources/wait-args';
import { checkArgs } from '../resources/check-args';
import { ConstructComponent, type InputProps, isComponent, lateImage } from './construct-component';
import type { OlmInstallation } from './olm-installation';
import { OLM_V1_WAITERS } from './olm-v1-waiters';
import type { ToOutput } from './waiter-args';
import { planWaiters } from './waiter-plan';

/** Props that are evaluated at preview, and that the image is checked against. */
type PlainProps = 'content' | 'layout' | 'registryMirror' | 'requireDigest' | 'pollInterval' | 'engine';

/**
 * Arguments of a catalog from an image: the props of the construct, which may be outputs of other resources. An image that is an output is checked
 * once it is known.
 */
export interface ImageCatalogArgs extends InputProps<Omit<ImageCatalogProps, 'olm'>, PlainProps> {
  /**
   * OLM in whose catalog namespace the catalog is created, so that every namespace sees it.
   *
   * @default - the OLM of the program, if there is one
   */
  readonly olm?: OlmInstallation;

  /**
   * How to wait until OLM runs the image and is connected to it. False means no waiter.
   *
   * @default - waits in the cluster of the default Kubernetes provider
   */
  readonly wait?: KnownWait<WaitArgs> | false;
}

/** A catalog from an image, such as an index image of a vendor: a CatalogSource for which OLM runs a pod with the image. */
export class ImageCatalog extends ConstructComponent<Catalog> {
  /** Whether a value is an `ImageCatalog`, of any copy of this library. */
  public static isImageCatalog(x: unknown): x is ImageCatalog {
    return isComponent(x, 'ImageCatalog');
  }

  /** Name of the CatalogSource, or of the ClusterCatalog with OLM v1. */
  public readonly catalogName: pulumi.Output<string>;

  /** Namespace of the CatalogSource. It has no meaning with OLM v1, whose catalogs have no namespace. */
  public readonly namespace: pulumi.Output<string>;

  /** Image that OLM v0 runs or OLM v1 serves, from the mirror if there is one. */
  public readonly image: pulumi.Output<string>;

  /** The CatalogSource, or undefined with OLM v1. */
  public readonly catalogSource: pulumi.CustomResource | undefined;

  /** Resource that waits until OLM v0 runs the image and is connected to it, or undefined without a waiter or with OLM v1. */
  public readonly ready: CatalogReady | undefined;

  /** Resource that waits until OLM v1 serves the image, or undefined without a waiter or with OLM v0. */
  public readonly clusterCatalogReady: ClusterCatalogReady | undefined;

  /**
   * @param name name of the component, the first part of the names of its resources
   * @param args the image, and how OLM runs it
   * @param options options of the component, which also apply to its resources
   * @throws ConstructError if a name is invalid; Error if another argument is invalid, or a key is unknown
   */
  public constructor(name: string, args: ImageCatalogArgs, options: pulumi.ComponentResourceOptions = {}) {
    checkArgs(`args of ImageCatalog '${name}'`, 'ImageCatalogArgs', args, new.target !== ImageCatalog);
    super({
      kind: 'ImageCatalog', props: 'ImageCatalogProps', args: 'ImageCatalogArgs',
      // An image with a mirror of its own is that of the mirror already.
      ...(args.registryMirror === undefined ? { imageArg: 'image' } : {}),
      create: (scope, id, props, constructOf) => new Catalog(scope, id, {
        ...props as Omit<ImageCatalogProps, 'olm'>,
        ...(args.olm === undefined ? {} : { olm: constructOf(args.olm._construct) }),
      }),
    }, name, imageArgs(name, args), options);
    const wait = this._waitSettings(args.wait);
    const waiters = this.#createAll(wait);
    this.ready = waiters.find((waiter) => waiter instanceof CatalogReady);
    this.clusterCatalogReady = waiters.find((waiter) => waiter instanceof ClusterCatalogReady);
    this.catalogSource = this._construct._clusterCatalog === undefined ? this._resourceOf(this._construct.catalogSource) : undefined;
    this.catalogName = this._output(this._construct.catalogName);
    this.namespace = this._output(this._construct.catalogNamespace);
    this.image = this._output(this._construct.image);
    this.registerOutputs({ catalogName: this.catalogName, namespace: this.namespace, image: this.image });
  }

  #createAll(wait: WaitArgs | undefined): readonly pulumi.Resource[] {
    const toOutput: ToOutput = (value) => this._output(value);
    if (this._construct._clusterCatalog !== undefined) {
      return this._createResources(OLM_V1_WAITERS.plan(this._construct, wait, toOutput, {}));
    }
    return this._createResources({ plan: wait === undefined ? [] : planWaiters({ catalogs: [{ catalog: this._construct, wait }] }, toOutput) });
  }
}

/** Checks an image that is an output, and replaces its registry, as soon as its value is known. The construct does this for a string. */
function imageArgs(name: string, args: ImageCatalogArgs): ImageCatalogArgs {
  const { image, registryMirror, ...others } = args;
  if (image === undefined || typeof image === 'string') {
    return args;
  }
  const { requireDigest, pollInterval, engine } = args;
  const settings = Object.fromEntries(
    Object.entries({ registryMirror, requireDigest, pollInterval, engine }).filter(([, value]) => value !== undefined),
  );
  return {
    ...others,
    image: madeOfOutput(image, lateImage('ImageCatalog', name), (known) => checkedImageCatalogImage(name, { image: known, ...settings })),
  };
}
