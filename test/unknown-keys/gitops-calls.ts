import { join } from 'node:path';
import { Chart, Testing } from 'cdk8s';
import { CatalogRef, OperatorSubscription } from 'olm-constructs';
import {
  AppChecks, ArgoCd, ArgoCdApplication, ArgoCdApplicationSet, ArgoCdGenerator, ArgoCdHealthChecks, ArgoCdProject, FluxGitRepository,
  FluxKustomization, FluxOciRepository, FluxSourceRef, FluxStages, InClusterProgram, ManifestTree, OperatorMetrics, OperatorPolicy,
  OperatorRemovalJob, OperatorWaitJob,
} from 'olm-constructs/gitops';
import type { ApiCalls } from './api-call';
import { chartWithObject } from './construct-calls';

const SOURCE = { repoUrl: 'https://git.example/apps', path: 'apps' };
const APPLICATION = { source: SOURCE, destination: { server: 'https://cluster.example' } };
const PROGRAM = InClusterProgram.fromFile(join(__dirname, '..', 'jest', 'make-temporary-folder.cjs'));
const FLUX = FluxSourceRef.gitRepository('apps', 'flux-system');

function subscription(): OperatorSubscription {
  return new OperatorSubscription(Testing.chart(), 'demo', { catalog: CatalogRef.named('shop', 'olm'), packageName: 'demo' });
}

/** Calls of what Argo CD, Flux and pull requests need. */
export const GITOPS_CALLS: ApiCalls = {
  'new OperatorMetrics(props)': { argument: { allNamespaces: true, namespace: 'demo', program: PROGRAM }, run: (props) => new OperatorMetrics(Testing.chart(), 'it', props) },
  'new OperatorRemovalJob(props)': {
    argument: { crds: [], program: PROGRAM, remove: [subscription()] }, run: (props) => new OperatorRemovalJob(Testing.chart(), 'it', props),
  },
  'new OperatorWaitJob(props)': {
    argument: { program: PROGRAM, waitFor: [subscription()] }, run: (props) => new OperatorWaitJob(Testing.chart(), 'it', props),
  },
  'AppChecks.add(options)': { run: (options) => AppChecks.add(Testing.app(), options) },
  'AppChecks.report(options)': { run: (options) => AppChecks.report(Testing.app(), options) },
  'AppReport#toText(options)': { run: (options) => AppChecks.report(Testing.app()).toText(options) },
  'AppReport#toSarif(options)': { run: (options) => AppChecks.report(Testing.app()).toSarif(options) },
  'new OperatorPolicy(props)': { argument: { name: 'it', allowedPackages: ['demo'] }, run: (props) => new OperatorPolicy(props) },
  'ManifestTree.of(options)': { run: (options) => ManifestTree.of(Testing.app(), options) },
  'new FluxGitRepository(props)': { argument: { url: SOURCE.repoUrl }, run: (props) => new FluxGitRepository(Testing.chart(), 'it', props) },
  'new FluxKustomization(props)': { argument: { source: FLUX }, run: (props) => new FluxKustomization(Testing.chart(), 'it', props) },
  'FluxKustomization#addHealthCheck(check)': { run: (check) => new FluxKustomization(Testing.chart(), 'it', { source: FLUX }).addHealthCheck(check) },
  'new FluxOciRepository(props)': { argument: { url: 'oci://registry.example/a' }, run: (props) => new FluxOciRepository(Testing.chart(), 'it', props) },
  'new FluxStages(props)': { argument: { source: FLUX }, run: (props) => new FluxStages(new Chart(chartWithObject().node.root, 'flux'), 'it', props) },
  'ArgoCd.prepare(options)': { run: (options) => ArgoCd.prepare(Testing.chart(), options) },
  'new ArgoCdApplication(props)': { argument: APPLICATION, run: (props) => new ArgoCdApplication(Testing.chart(), 'it', props) },
  'new ArgoCdApplicationSet(props)': {
    argument: { ...APPLICATION, generators: [ArgoCdGenerator.clusters()], applicationName: 'demo-{{.name}}' },
    run: (props) => new ArgoCdApplicationSet(Testing.chart(), 'it', props),
  },
  'ArgoCdGenerator.clusters(options)': { run: (options) => ArgoCdGenerator.clusters(options) },
  'ArgoCdGenerator.gitDirectories(options)': { argument: { repoUrl: SOURCE.repoUrl, paths: ['*'] }, run: (options) => ArgoCdGenerator.gitDirectories(options) },
  'ArgoCdHealthChecks.configMapPatch(props)': { run: (props) => ArgoCdHealthChecks.configMapPatch(Testing.chart(), 'it', props) },
  'new ArgoCdProject(props)': { run: (props) => new ArgoCdProject(Testing.chart(), 'it', props) },
};
