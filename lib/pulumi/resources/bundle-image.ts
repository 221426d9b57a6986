import type * as pulumi from '@pulumi/pulumi';
import type { Bundle } from '../../bundle/bundle';
import { checkWaiterArgs } from './check-args';
import { ImagePush, type ImagePushArgs } from './image-push';

/** A bundle, and where its image is pushed. */
export interface BundleImageArgs extends ImagePushArgs {
  /** The bundle. */
  readonly bundle: Bundle;
}

/** The image of a bundle, which `pulumi up` pushes to a registry. */
export class BundleImage extends ImagePush {
  /**
   * @param name name of the resource
   * @param args the bundle, and where to push it
   * @param options options of the resource
   * @throws Error if a key of `args` is unknown
   */
  public constructor(name: string, args: BundleImageArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of BundleImage '${name}'`, 'BundleImageArgs', args, new.target !== BundleImage);
    super('BundleImage', name, args.bundle.toImageLayout(), args, options);
  }
}
