import { App, Chart } from 'cdk8s';
import { BundleDeployment } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';

/** Returns an app with an operator that is installed from a bundle. Earlier bundles stay in its catalog, and OLM upgrades from them. */
export function operatorApp(bundle: Bundle, previous: Bundle[], outdir: string): { app: App; operator: BundleDeployment } {
  const app = new App({ outdir });
  const operator = new BundleDeployment(new Chart(app, 'operator'), bundle.packageName, { bundle, previous });
  return { app, operator };
}
