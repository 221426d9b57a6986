import { Catalog } from '../../../lib/catalog';
import { BundleImage, CatalogImage } from '../../../lib/pulumi';
import { inFolder } from '../../builders/bundle-files';
import { HELLO } from '../hello-bundle';
import { type Row, row } from './documented';

const CATALOG = Catalog.fromBundles([HELLO]);
const { digest } = HELLO.toImageLayout();

/** The repository of bundles is part of the catalog, and so of its digest. */
const catalogLayout = CATALOG.toImageLayout({ bundleRepository: 'quay.io/demo/shop' });

/** A row for each image that Pulumi pushes. The program stores the image in the cache folder while it makes the resource. */
export const IMAGE_ROWS: readonly Row[] = [
  row(BundleImage, '', () => inFolder((cacheDirectory) => new BundleImage('it', { bundle: HELLO, reference: 'quay.io/demo/hello:v1', cacheDirectory })), {
    outputs: { image: `quay.io/demo/hello@${digest}`, digest, drift: [] },
    values: { layout: expect.objectContaining({ digest, name: 'hello-operator.v0.1.0' }) as unknown },
  }),
  row(CatalogImage, '', () => inFolder((cacheDirectory) => new CatalogImage('it', { catalog: CATALOG, reference: 'quay.io/demo/shop:v1', cacheDirectory })), {
    outputs: { image: `quay.io/demo/shop@${catalogLayout.digest}`, digest: catalogLayout.digest, drift: [] },
    values: { layout: expect.objectContaining({ digest: catalogLayout.digest, name: 'catalog' }) as unknown },
  }),
];
