import * as pulumi from '@pulumi/pulumi';
import { Bundle, ManifestSource } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { CatalogImage, ClusterCatalog, ClusterExtension } from 'olm-constructs/pulumi';

/** From a folder of manifests to an operator on OLM v1, in one `up`: a bundle for each version, the image of their catalog, and what installs it. */
const config = new pulumi.Config();
const wait = { timeouts: { total: 120, transientGrace: 4, terminalGrace: 2 } };

const versions = config.require('versions').split(',');
const bundles = versions.map((version, index) => Bundle.fromManifests(ManifestSource.fromPath(config.require('manifests')), {
  packageName: 'echo-operator', version, channels: ['stable'], strict: true, ...(index === 0 ? {} : { replaces: `echo-operator.v${versions[index - 1]!}` }),
}));
const pushed = new CatalogImage('images', {
  catalog: Catalog.fromBundles(bundles), reference: config.require('reference'), caFile: config.require('authority'),
});
const catalog = new ClusterCatalog('own', { name: 'own', image: pushed.image, wait });
const echo = new ClusterExtension('echo', { packageName: 'echo-operator', name: 'echo', namespace: 'echo', catalogs: [catalog], version: versions.at(-1)!, wait });

export const image = pushed.image;
export const bundleName = echo.bundleName;
