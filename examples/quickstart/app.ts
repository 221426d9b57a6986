import { App, Chart } from 'cdk8s';
import { Bundle, BundleDeployment, BundleEngine, DefaultCatalog, OlmInstallation, SlimLevel } from 'olm-constructs';

/** What the quickstart installs, and where its YAML goes. */
export interface QuickstartOptions {
  readonly bundle: Bundle;
  readonly slim: SlimLevel;
  readonly outdir: string;
}

/** OLM and one operator: a file with OLM's CRDs, one with the rest of OLM, one with the operator. */
export function quickstartApp(options: QuickstartOptions): { app: App; operator: BundleDeployment } {
  const app = new App({ outdir: options.outdir });
  const crds = new Chart(app, 'olm-crds');
  const olm = new Chart(app, 'olm');
  const operators = new Chart(app, 'operator');

  // Without the catalog of OperatorHub.io nothing here depends on what a cluster can reach from outside.
  new OlmInstallation(olm, 'olm', { crdScope: crds, defaultCatalog: DefaultCatalog.none() });
  const operator = new BundleDeployment(operators, options.bundle.package, {
    bundle: options.bundle,
    engine: BundleEngine.olmV0({ slim: options.slim }),
  });
  return { app, operator };
}
