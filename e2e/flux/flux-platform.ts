import { ApiObject, App, Chart, Duration } from 'cdk8s';
import {
  Bundle, BundleDeployment, DefaultCatalog, FluxGitRepository, FluxStages, FluxStagesProps, InClusterProgram, ManifestTree, OlmInstallation,
  OperatorRegistry, OperatorSubscription, OperatorWaitJob,
} from 'olm-constructs';
import { GitRepository } from './git-repository';
import { FluxCluster } from './flux-cluster';
import { FLUX_NAMESPACE } from './flux-controllers';

/** How often Flux looks at everything in the tests. */
const INTERVAL = Duration.seconds(15);

/** What a commit contains, besides OLM. */
export interface PlatformContent {
  /** Bundles in the catalog, the one to install last. */
  readonly bundles: readonly Bundle[];
  /** Program of the Job that approves the version; without one, OLM needs no approval. */
  readonly program?: InClusterProgram;
  /** Content of a custom resource of the operator; without it there is none. */
  readonly operand?: object;
  /** Adds further charts. */
  readonly more?: (app: App) => void;
  readonly stages?: Partial<FluxStagesProps>;
}

/** Writes the tree of a platform into a folder: OLM, an operator and its custom resource, as `FluxStages`. */
export function writePlatform(folder: string, url: string, { bundles, program, operand, more, stages }: PlatformContent): void {
  GitRepository.clear(folder);
  const app = new App({ outdir: folder });
  new OlmInstallation(new Chart(app, 'olm-installation'), 'olm', { defaultCatalog: DefaultCatalog.none() });
  const operators = new Chart(app, 'operators');
  const bundle = bundles.at(-1)!;
  if (program === undefined) {
    new BundleDeployment(operators, 'hello', { bundle, previous: bundles.slice(0, -1) });
  } else {
    const registry = new OperatorRegistry(operators, 'registry', { bundles: [...bundles], namespace: bundle.package });
    const hello = new OperatorSubscription(operators, 'hello', {
      catalog: registry, package: bundle.package, namespace: bundle.package, version: bundle.version,
    });
    new OperatorWaitJob(operators, 'wait', { waitFor: [hello], program });
  }
  if (operand !== undefined) {
    new ApiObject(new Chart(app, 'operands'), 'greeting', {
      apiVersion: 'hello.example.com/v1alpha1', kind: 'Greeting', metadata: { name: 'first', namespace: bundle.package }, spec: operand,
    });
  }
  more?.(app);
  const flux = new Chart(app, 'flux');
  const source = new FluxGitRepository(flux, 'source', { url, interval: INTERVAL, name: 'platform' });
  new FluxStages(flux, 'stages', { source, interval: INTERVAL, retryInterval: INTERVAL, ...stages });
  ManifestTree.of(app).write(folder);
}

/** Commits a platform, and applies its Kustomizations, as Flux' own Kustomization of the repository would. Returns the commit. */
export async function commitPlatform({ repository, cluster }: FluxCluster, message: string, content: PlatformContent): Promise<string> {
  let folder = '';
  const commit = repository.commit(message, work => {
    folder = work;
    writePlatform(work, repository.url, content);
  });
  const applied = await cluster.kubectl.shell(`kubectl apply --server-side --force-conflicts -f ${folder}/flux.yaml && kubectl annotate --overwrite `
    + `gitrepository platform -n ${FLUX_NAMESPACE} reconcile.fluxcd.io/requestedAt=${commit}`);
  if (applied.exitCode !== 0) {
    throw new Error(applied.stderr);
  }
  return commit;
}
