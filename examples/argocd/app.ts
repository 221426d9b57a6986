import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { ArgoCd, ArgoCdApplication, ArgoCdHealthChecks, Bundle, BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs';

const REPOSITORY = 'https://git.example.com/platform.git';

const bundle = Bundle.fromDirectory(join(__dirname, '..', 'quickstart', 'bundle'));

/** Returns an app with OLM, an operator and its custom resource, and what Argo CD itself needs for them. */
export function argoCdApp(outdir: string): App {
  const app = new App({ outdir });

  const operators = new Chart(app, 'operators');
  new OlmInstallation(operators, 'olm', { defaultCatalog: DefaultCatalog.none() });
  new BundleDeployment(operators, 'hello', { bundle, namespace: 'hello' });
  new ApiObject(operators, 'greeting', {
    apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'greeting', namespace: 'hello' },
  });
  ArgoCd.prepare(operators);

  const argocd = new Chart(app, 'argocd');
  ArgoCdHealthChecks.configMapPatch(argocd, 'health');
  new ArgoCdApplication(argocd, 'operators', {
    name: 'operators',
    source: { repoUrl: REPOSITORY, path: 'operators' },
    cascadeDelete: true,
  });
  return app;
}
