import { App, Chart } from 'cdk8s';
import { BundleDeployment, Cluster, type ClusterProps, ImageCatalog, OperatorSubscription } from '../../../lib';
import { Bundle } from '../../../lib/bundle';
import { Catalog } from '../../../lib/catalog';

/** A program for tests: an app with an operator from its files and one from a catalog image, with the mirrors of an environment variable. */
const app = new App();
const chart = new Chart(new Cluster(app, 'edge', JSON.parse(process.env['MIRRORS'] ?? '{}') as ClusterProps), 'chart');
new BundleDeployment(chart, 'hello', { bundle: Bundle.fromPath('bundle') });
const catalog = new ImageCatalog(chart, 'catalog', {
  name: 'next', namespace: 'olm', image: 'quay.io/example/catalog:v1', content: Catalog.fromDirectory('catalog-next'),
});
new OperatorSubscription(chart, 'next', { catalog, packageName: 'hello-operator', namespace: 'next' });
app.synth();
