import * as pulumi from '@pulumi/pulumi';
import type { ImageLayout } from '../../bundle/image-layout';
import { cacheImage } from '../../bundle/registry/cached-images';
import type { RegistryCredentials } from '../../bundle/registry/fetch-options';
import { madeOfOutput } from './made-of-output';
import { checkName } from './check-args';
import { providerCode } from './waiter-resource';

/** Where an image is pushed, and how. */
export interface ImagePushArgs {
  /**
   * Where to push the image, such as `quay.io/org/bundle:v1.0.0`; it must include its registry and a tag. A change pushes again, and leaves the
   * earlier image.
   */
  readonly reference: pulumi.Input<string>;

  /**
   * Credentials for the registry, which are secrets of the stack.
   *
   * @default - the credentials for the registry in docker's configuration
   */
  readonly credentials?: pulumi.Input<RegistryCredentials>;

  /**
   * Path of docker's configuration.
   *
   * @default - ~/.docker/config.json, if it exists
   */
  readonly dockerConfig?: pulumi.Input<string>;

  /**
   * Path of a file with PEM certificates to trust in addition to those that Node.js trusts.
   *
   * @default - only the certificates that Node.js trusts
   */
  readonly caFile?: pulumi.Input<string>;

  /**
   * Whether to use HTTP without encryption.
   *
   * @default false
   */
  readonly plainHttp?: pulumi.Input<boolean>;

  /**
   * Further hosts that the registry may redirect to, such as `*.example.com`.
   *
   * @default - the registry and its subdomains, and for some public registries the hosts that they are known to use
   */
  readonly allowedHosts?: pulumi.Input<string[]>;

  /**
   * URL of an HTTP proxy for all requests, which is a secret of the stack, because it may have a password.
   *
   * @default - the proxy that the environment variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY set
   */
  readonly proxy?: pulumi.Input<string>;

  /**
   * Repositories of the same registry that may have blobs of the image already, such as `team/bundles`.
   *
   * @default - none
   */
  readonly mountFrom?: pulumi.Input<string[]>;

  /**
   * Maximum number of retries of a request.
   *
   * @default 4
   */
  readonly retries?: pulumi.Input<number>;

  /**
   * Timeout of the whole push, in seconds.
   *
   * @default 300
   */
  readonly timeoutSeconds?: pulumi.Input<number>;

  /**
   * Path of the folder through which the program hands the image to Pulumi, which pushes it.
   *
   * @default - olm-constructs/images in the user's cache folder: ~/.cache, on macOS ~/Library/Caches, on Windows ~/AppData/Local
   */
  readonly cacheDirectory?: string;
}

/** An image that `pulumi up` pushes to a registry. `pulumi refresh` finds out whether it is still there, and `pulumi destroy` leaves it. */
export abstract class ImagePush extends pulumi.CustomResource {
  /** The image by digest, such as `quay.io/org/bundle@sha256:…`. What takes it comes after the push. */
  declare public readonly image: pulumi.Output<string>;

  /** Digest of the image. */
  declare public readonly digest: pulumi.Output<string>;

  /** What the last refresh found to be different, or an empty list. */
  declare public readonly drift: pulumi.Output<string[] | undefined>;

  /** The image layout. `ImageCatalog` takes that of a catalog. */
  public readonly layout: ImageLayout;

  /**
   * @param type last part of the type token, such as `BundleImage`
   * @throws BundleError if the reference is invalid
   * @internal
   */
  protected constructor(type: string, name: string, layout: ImageLayout, args: ImagePushArgs, options: pulumi.CustomResourceOptions) {
    checkName(type, name);
    const { reference, credentials, dockerConfig, caFile, plainHttp, allowedHosts, proxy, mountFrom, retries, timeoutSeconds, cacheDirectory } = args;
    if (typeof reference === 'string') {
      layout._pushed(reference);
    }
    const late = { path: `args.reference of ${type} '${name}'`, expected: 'registry/repository:tag, and valid for the image' };
    const image = madeOfOutput(reference, late, (known) => layout._pushed(known).image);
    const images = pulumi.output(reference).apply((known) => layout._toPush(known).map(({ image: { digest, mediaType }, reference: target }) => (
      { reference: target, digest, mediaType }
    )));
    if (!pulumi.runtime.isDryRun()) {
      [layout, ...layout.bundles].forEach((each) => cacheImage(`${type} '${name}'`, each._image, cacheDirectory));
    }
    super(`pulumi-nodejs:dynamic/olm-constructs:${type}`, name, {
      // The digest depends on the content only, so a preview knows it before the push.
      image, digest: layout.digest, drift: undefined,
      images, dockerConfig, caFile, plainHttp, allowedHosts, mountFrom, retries, timeoutSeconds, cacheDirectory,
      ...(credentials === undefined ? {} : { credentials: pulumi.secret(credentials) }),
      ...(proxy === undefined ? {} : { proxy: pulumi.secret(proxy) }),
      __provider: providerCode('imagePush'),
    }, pulumi.mergeOptions(options, { additionalSecretOutputs: ['credentials', 'proxy'] }));
    this.layout = layout;
  }
}
