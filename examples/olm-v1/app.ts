import { App, Chart, Duration } from 'cdk8s';
import { Cluster, ClusterCatalog, ClusterExtension, Fleet, OlmV1Props } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';

/** Returns an app with a catalog and an operator from it, for a cluster with OLM v1. */
export function olmV1App(bundle: Bundle, olmV1: OlmV1Props, outdir: string): App {
  const app = new Fleet({ outdir });
  const chart = new Chart(new Cluster(app, `olm-v1-${olmV1.version?.version ?? 'newest'}`, { olmV1 }), 'operators');
  const catalog = new ClusterCatalog(chart, 'catalog', {
    name: 'hello-catalog',
    image: 'registry.example.com/hello/catalog:latest',
    pollInterval: Duration.minutes(10),
  });
  new ClusterExtension(chart, 'hello', { catalogs: [catalog], bundles: [bundle], version: '0.1.x' });
  return app;
}
