import type * as pulumi from '@pulumi/pulumi';
import { repositoryWithRegistry } from '../../bundle/oci/image-reference';
import type { Catalog } from '../../catalog/catalog';
import { defined } from '../../formats/json/defined';
import { checkWaiterArgs } from './check-args';
import { ImagePush, type ImagePushArgs } from './image-push';

/** A catalog, and where its image and those of its bundles are pushed. */
export interface CatalogImageArgs extends ImagePushArgs {
  /** The catalog. */
  readonly catalog: Catalog;

  /**
   * Repository that the images of bundles without an image are pushed to, with its registry and without a tag, such as
   * `registry.example.com/team/bundles`.
   *
   * @default - the repository of `reference`, which must be a string then
   */
  readonly bundleRepository?: string;
}

/** The image of a catalog, which `pulumi up` pushes to a registry, after the images of its bundles. */
export class CatalogImage extends ImagePush {
  /**
   * @param name name of the resource
   * @param args the catalog, and where to push it
   * @param options options of the resource
   * @throws Error if a key of `args` is unknown; CatalogError if a bundle has no image and no repository for it is known
   */
  public constructor(name: string, args: CatalogImageArgs, options: pulumi.CustomResourceOptions = {}) {
    checkWaiterArgs(`args of CatalogImage '${name}'`, 'CatalogImageArgs', args, new.target !== CatalogImage);
    const bundleRepository = args.bundleRepository ?? (typeof args.reference === 'string' ? repositoryWithRegistry(args.reference) : undefined);
    super('CatalogImage', name, args.catalog.toImageLayout(defined({ bundleRepository })), args, options);
  }
}
