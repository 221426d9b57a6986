import type * as pulumi from '@pulumi/pulumi';
import type { Bundle } from '../../bundle/bundle';
import { ImageMirror as Mirror } from '../../constructs/image-mirror';
import type { ImageMirrorOptions } from '../../constructs/model/mirror-of-cluster';
import { checkArguments } from '../../formats/options/check-arguments';
import { ClusterApp } from '../program/cluster-app';

/** Mirrors from which the clusters of a program pull images. */
export class ImageMirror {
  /**
   * Sets the mirrors of a cluster: all components that are deployed there pull every image from them. Call it before the components are created.
   *
   * @param options the mirrors, as plain values: they are part of objects whose content must be known in a preview
   * @param provider Kubernetes provider of the cluster, as the components have it; by default the default provider of the stack
   * @throws Error if an option is unknown or an output, a mirror is invalid, mirrors are set already, or a component already wrote an image
   */
  public static set(options: ImageMirrorOptions, provider?: pulumi.ProviderResource): void {
    checkArguments('pulumi.ImageMirror.set', { provider });
    ClusterApp.of(provider).setMirrors(options);
  }

  /**
   * Returns a bundle whose objects refer to the images in mirrors, to write images of the bundle and of its catalog: see `ImageMirror.bundle` of
   * `olm-constructs`.
   *
   * @param bundle the bundle
   * @param options the mirrors
   * @throws Error if an option is unknown, or a mirror is invalid
   */
  public static bundle(bundle: Bundle, options: ImageMirrorOptions): Bundle {
    checkArguments('pulumi.ImageMirror.bundle', { bundle });
    return Mirror.bundle(bundle, options);
  }

  private constructor() {}
}
