import { ApiObject, Chart } from 'cdk8s';
import { BundleDeployment, Cluster, Fleet, RukpakEngine } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ProvisionerClass, RukpakBundleDeployment, RukpakSource, RukpakVersion } from 'olm-constructs/rukpak';

/**
 * Returns an app for a cluster with RukPak: an operator from a bundle of OLM, and the manifests of a folder.
 *
 * @param folder folder with `manifests/`, which becomes ConfigMaps
 */
export function rukpakApp(bundle: Bundle, folder: string, version: RukpakVersion, outdir: string): Fleet {
  const app = new Fleet({ outdir });
  const cluster = new Cluster(app, `rukpak-${version.version}`);

  new BundleDeployment(new Chart(cluster, 'operators'), 'hello', { bundle, engine: new RukpakEngine({ version }) });

  const chart = new Chart(cluster, 'apps');
  const namespace = new ApiObject(chart, 'namespace', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'greeter' } });
  const greeter = new RukpakBundleDeployment(chart, 'greeter', {
    name: 'greeter',
    version,
    provisionerClass: ProvisionerClass.PLAIN,
    source: RukpakSource.localFolder(folder),
    // Before 0.20.0, a BundleDeployment names no namespace.
    ...(version.isAtLeast(RukpakVersion.V0_20_0) ? { installNamespace: 'greeter' } : {}),
  });
  greeter.node.addDependency(namespace);
  return app;
}
