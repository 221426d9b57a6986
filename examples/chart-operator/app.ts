import { App, Chart } from 'cdk8s';
import { BundleDeployment } from 'olm-constructs';
import { Bundle, ManifestSource } from 'olm-constructs/bundle';

/** Returns an app that offers the operator of a Helm chart in a catalog of its own, and installs it from there. */
export function chartOperator(rendering: string, outdir: string): App {
  const app = new App({ outdir });
  const bundle = Bundle.fromManifests(ManifestSource.fromPath(rendering), {
    packageName: 'echo-operator', version: '1.4.0', channels: ['stable'], strict: true,
  });
  new BundleDeployment(new Chart(app, 'echo'), 'operator', { bundle });
  return app;
}
