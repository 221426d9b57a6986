import { mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog, ChannelPlan } from 'olm-constructs/catalog';
import { x } from 'tar';
import { sampleArchive, SAMPLES } from '../../test/catalog/sample-bundles';
import { Needed } from '../../test/needed';
import { NEXT_BUNDLE, QUICKSTART_BUNDLE } from '../acceptance/quickstart-bundle';
import type { SimulatedHost } from '../argocd/simulated-host';
import { onlyInFullRun } from '../programs/full-run';
import { asOpenShift, reconcileFlux, serveKinds, syncArgoCd } from './gitops-players';
import type { Reader } from './reader';

/** Pages that a reader follows one after the other in one cluster, and what the cluster has. */
export interface Path {
  readonly pages: readonly [string, ...string[]];

  /** Whether they are followed in each run; otherwise only in full runs. @default false */
  readonly always?: boolean;

  /** Bundle of OperatorHub.io in the catalogs, beside that of the quick start. @default - none */
  readonly operatorHub?: string;

  /** Prepares the cluster. @default - it is empty */
  readonly prepare?: (reader: Reader) => Promise<void>;

  /** What others do after a block of commands, such as Argo CD after a push. @default - nothing */
  readonly after?: (code: string, reader: Reader, host: SimulatedHost) => Promise<void>;
}

const [FORMER_GRAFANA, GRAFANA] = ['grafana-operator@5.22.2', 'grafana-operator@5.24.0'] as const;

/** Adds the next version of the operator to all catalogs, as the registry does that the block has applied. */
function publishNext(code: string, _reader: Reader, host: SimulatedHost): Promise<void> {
  if (code.includes('bundle-0.2.0')) {
    host.olm.publish(NEXT_BUNDLE);
  }
  return Promise.resolve();
}

/** All pages of docs/start but the quick start, which e2e/quickstart.e2e.ts follows. */
export const PATHS: readonly Path[] = [
  { pages: ['docs/start/install.md'], always: true },
  { pages: ['docs/start/operatorhub.md'], operatorHub: GRAFANA },
  { pages: ['docs/start/your-bundle.md', 'docs/start/clean-up.md'], after: publishNext },
  { pages: ['docs/start/pulumi.md'], after: publishNext },
  {
    pages: ['docs/start/argocd.md'], always: true,
    prepare: reader => serveKinds(reader, 'argocd', [['argoproj.io', 'v1alpha1', 'Application']]),
    after: (code, reader) => (code.includes('git push') ? syncArgoCd(reader, 'operators/operators.k8s.yaml') : Promise.resolve()),
  },
  {
    pages: ['docs/start/flux.md'],
    prepare: reader => serveKinds(reader, 'flux-system', [
      ['source.toolkit.fluxcd.io', 'v1', 'GitRepository'], ['kustomize.toolkit.fluxcd.io', 'v1', 'Kustomization'],
    ]),
    after: (code, reader) => (code.includes('git push') ? reconcileFlux(reader, 'deploy/stages') : Promise.resolve()),
  },
  { pages: ['docs/start/command-line.md'], always: true },
  { pages: ['docs/start/openshift.md'], operatorHub: GRAFANA, prepare: asOpenShift },
  { pages: ['docs/start/air-gapped.md'] },
  { pages: ['docs/start/updates.md'], operatorHub: GRAFANA },
];

/** A block of commands that does not run here. */
export interface NotRun {
  readonly page: string;

  /** What only this block of the page contains. */
  readonly contains: string;

  readonly why: string;

  /** Does what the commands would do. @default - nothing */
  readonly instead?: (reader: Reader) => void;
}

/** Blocks of commands that do not run here. */
export const NOT_RUN: readonly NotRun[] = [
  { page: 'docs/start/install.md', contains: 'git clone', why: 'it needs the network and minutes; CI runs the same commands in its own checkout' },
  { page: 'docs/start/install.md', contains: 'dist/olm-constructs.js', why: 'it takes minutes to build; scripts/test-single-file.ts runs the tests of the commands with it' },
  { page: 'docs/start/argocd.md', contains: '--watch', why: 'it needs Argo CD; e2e/argocd-lifecycle.e2e.ts reads the same states of its Application' },
  { page: 'docs/start/argocd.md', contains: 'kubectl delete application', why: 'it needs Argo CD; e2e/argocd-lifecycle.e2e.ts deletes its Application' },
  { page: 'docs/start/flux.md', contains: '--watch', why: 'it needs Flux; e2e/flux-stages.e2e.ts waits for the same Kustomizations' },
  { page: 'docs/start/flux.md', contains: 'kubectl delete kustomization', why: 'it needs Flux; e2e/flux-stages.e2e.ts deletes the same Kustomizations' },
  { page: 'docs/start/openshift.md', contains: 'olm-constructs packages', why: 'it needs the API of packageserver; test/cli/inspect/packages.test.ts has its output' },
  { page: 'docs/start/air-gapped.md', contains: 'oc image mirror', why: 'it needs two registries and oc; test/bundle has the format of the mapping' },
  { page: 'docs/start/air-gapped.md', contains: 'skopeo copy', why: 'it needs two registries and skopeo' },
  { page: 'docs/start/clean-up.md', contains: 'remove subscription/', why: 'the steps before it have removed the operator; e2e/command-line-uninstall.e2e.ts removes one by name' },
  { page: 'docs/start/clean-up.md', contains: 'pulumi destroy', why: 'docs/start/pulumi.md has installed what it removes, and removes it' },
  { page: 'docs/start/clean-up.md', contains: 'argocd app', why: 'it needs Argo CD; e2e/argocd-lifecycle.e2e.ts runs it' },
  { page: 'docs/start/clean-up.md', contains: 'kubectl delete kustomization', why: 'it needs Flux; e2e/flux-stages.e2e.ts deletes the same Kustomizations' },
  {
    page: 'docs/start/updates.md', contains: 'catalog filter quay.io/operatorhubio/catalog:latest \\\n', why: 'it needs the catalog of OperatorHub.io; e2e/lock-images.e2e.ts reads one from a registry',
    instead: reader => { writeCatalog(reader, FORMER_GRAFANA); },
  },
  {
    page: 'docs/start/updates.md', contains: 'npm run update', why: 'the same, when the catalog has a newer version',
    instead: reader => { writeCatalog(reader, FORMER_GRAFANA, GRAFANA); },
  },
  { page: 'docs/start/updates.md', contains: 'wait -f dist', why: 'it needs the operator of the former lock in the cluster; e2e/command-line-plan.e2e.ts carries out such a plan' },
];

function writeCatalog(reader: Reader, ...samples: readonly string[]): void {
  const bundles = samples.map(sample => Bundle.fromArchive(sampleArchive(sample)));
  Catalog.fromBundles(bundles, { channels: ChannelPlan.inOrder() }).writeDirectory(path.join(reader.folder, 'catalog'));
}

/** What a path needs that is not in the repository. */
export function neededBy({ operatorHub, always = false }: Path): Needed<unknown> {
  const needed = operatorHub === undefined ? Needed.found(true) : SAMPLES;
  return always ? needed : onlyInFullRun<unknown>(needed);
}

/** Returns the folders of the bundles in the catalogs of a path. */
export function bundlesOf({ operatorHub }: Path, folder: string): string[] {
  if (operatorHub === undefined) {
    return [QUICKSTART_BUNDLE];
  }
  const target = path.join(folder, operatorHub);
  mkdirSync(target, { recursive: true });
  x({ file: sampleArchive(operatorHub), cwd: target, sync: true });
  return [QUICKSTART_BUNDLE, target];
}
