import { App, Chart } from 'cdk8s';
import { Bundle, BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs';
import { EngineChoice, engineOf } from './engines';

/** Options of the quickstart. */
export interface QuickstartOptions {
  readonly bundle: Bundle;
  readonly engine: EngineChoice;
  readonly outdir: string;
}

/** Returns an app with a file for the operator and, with OLM v0, two files before it: the CRDs of OLM, and the rest of OLM. */
export function quickstartApp(options: QuickstartOptions): { app: App; operator: BundleDeployment } {
  const app = new App({ outdir: options.outdir });
  if (options.engine.name === 'olm-v0') {
    const crds = new Chart(app, 'olm-crds');
    // Without the catalog of OperatorHub.io the cluster needs no access to it.
    new OlmInstallation(new Chart(app, 'olm'), 'olm', { crdScope: crds, defaultCatalog: DefaultCatalog.none() });
  }
  const operators = new Chart(app, 'operator');
  const operator = new BundleDeployment(operators, options.bundle.package, {
    bundle: options.bundle,
    engine: engineOf(options.engine),
  });
  return { app, operator };
}
