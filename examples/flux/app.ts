import { join } from 'node:path';
import { ApiObject, App, Chart, Duration } from 'cdk8s';
import { DefaultCatalog, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { AppChecks, FluxGitRepository, FluxStages, FluxStagesProps, InClusterProgram, OperatorWaitJob } from 'olm-constructs/gitops';

/** Settings that may differ from the example. */
export interface FluxAppOptions {
  /** Repository of the manifests. */
  readonly repository?: string;

  /** Versions of the operator, the one to install last. */
  readonly bundles?: Bundle[];

  /** Spec of the custom resource. */
  readonly greeting?: object;

  /** Program of the Job that approves the version; by default that of the package. */
  readonly program?: InClusterProgram;

  /** How often Flux looks at the repository and at the cluster. */
  readonly interval?: Duration;

  /** Further settings of the stages. */
  readonly stages?: Partial<FluxStagesProps>;
}

/** Returns an app with OLM, an operator in an exact version, its custom resource, and the Kustomizations that apply them one after the other. */
export function fluxApp(options: FluxAppOptions = {}): App {
  const {
    repository = 'https://git.example.com/platform.git', bundles = [Bundle.fromDirectory(join(__dirname, 'bundle'))], greeting = { whom: 'world' },
    interval = Duration.minutes(1), stages, ...job
  } = options;
  const app = new App();
  AppChecks.add(app);

  new OlmInstallation(new Chart(app, 'olm'), 'olm', { defaultCatalog: DefaultCatalog.none() });

  const operators = new Chart(app, 'operators');
  const { packageName: name, version } = bundles.at(-1)!;
  const registry = new OperatorRegistry(operators, 'registry', { bundles, namespace: name });
  const hello = new OperatorSubscription(operators, 'hello', { catalog: registry, packageName: name, version });
  // OLM requires approval for exact versions. The Job approves this version only.
  new OperatorWaitJob(operators, 'wait', { waitFor: [hello], ...job });

  new ApiObject(new Chart(app, 'greetings'), 'greeting', {
    apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'greeting', namespace: name }, spec: greeting,
  });

  const flux = new Chart(app, 'flux');
  const source = new FluxGitRepository(flux, 'source', { url: repository, name: 'platform', interval });
  new FluxStages(flux, 'stages', { source, interval, retryInterval: interval, ...stages });
  return app;
}
