import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { BundleDeployment, DefaultCatalog, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ArgoCd, ArgoCdApplication, ArgoCdHealthChecks, InClusterProgram, OperandRemoval, OperatorRemovalJob } from 'olm-constructs/gitops';

/** Settings that may differ from the example. */
export interface ArgoCdAppOptions {
  /** Repository of the manifests. */
  readonly repository?: string;

  /** Versions of the operator, the one to install last. */
  readonly bundles?: Bundle[];

  /** Program of the Job that removes everything; by default that of the package. */
  readonly program?: InClusterProgram;
}

/** Returns an app with OLM, an operator and its custom resource, and what Argo CD itself needs for them. */
export function argoCdApp(outdir: string, options: ArgoCdAppOptions = {}): App {
  const { repository = 'https://git.example.com/platform.git', bundles = [Bundle.fromDirectory(join(__dirname, 'bundle'))], ...job } = options;
  const app = new App({ outdir });

  const operators = new Chart(app, 'operators');
  const olm = new OlmInstallation(operators, 'olm', { defaultCatalog: DefaultCatalog.none() });
  const hello = new BundleDeployment(operators, 'hello', { bundle: bundles.at(-1)!, previous: bundles.slice(0, -1), namespace: 'hello' });
  new ApiObject(operators, 'greeting', {
    apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'greeting', namespace: 'hello' }, spec: { whom: 'world' },
  });
  // Runs when the Application is deleted. The custom resource is part of it, so it is deleted too; the CRD stays.
  new OperatorRemovalJob(operators, 'removal', { remove: [hello, olm], operands: OperandRemoval.DELETE, ...job });
  ArgoCd.prepare(operators);

  const argocd = new Chart(app, 'argocd');
  ArgoCdHealthChecks.configMapPatch(argocd, 'health');
  new ArgoCdApplication(argocd, 'operators', { name: 'operators', source: { repoUrl: repository, path: 'operators' }, cascadeDelete: true });
  return app;
}
