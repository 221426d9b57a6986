import { App, Chart, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, InstallMode, OlmInstallation, OperatorSubscription, OperatorUpgradeStrategy, PlainEngine,
} from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ArgoCdApplication, ArgoCdIgnoredDifference } from 'olm-constructs/gitops';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { itWith } from '../test/needed';
import { Compared, ComparedObject, withoutIgnored } from './argocd/ignored-differences';
import { asWritten, changedAt, leavesOf, valueAt, ValuePath } from './argocd/object-leaves';
import { recordedObjects } from './argocd/recorded-objects';
import { WITH_OWN_CA, WRITTEN_BY_OTHERS } from './argocd/written-by-others';

/** Differences that an Application ignores by default. */
const IGNORED = defaultDifferences();

function defaultDifferences(): ArgoCdIgnoredDifference[] {
  const chart = Testing.chart();
  new ArgoCdApplication(chart, 'operators', { source: { repoUrl: 'https://git.example.com/platform.git', path: 'dist' } });
  const [{ spec }] = Testing.synth(chart) as [{ spec: { ignoreDifferences: ArgoCdIgnoredDifference[] } }];
  return spec.ignoreDifferences;
}

/** Returns the objects of an app with OLM, and of operators with and without it, whose kinds have ignored differences. */
function objectsOfConstructs(): ComparedObject[] {
  const app = new App();
  const bundle = Bundle.fromDirectory('examples/quickstart/bundle');
  const charts = ['olm', 'operators', 'plain'].map(id => new Chart(app, id));
  new OlmInstallation(charts[0]!, 'olm');
  new BundleDeployment(charts[1]!, 'hello', { bundle });
  for (const [name, installMode] of [['own', InstallMode.ownNamespace()], ['all', InstallMode.allNamespaces()]] as const) {
    const upgradeStrategy = OperatorUpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD;
    new OperatorSubscription(charts[1]!, name, { catalog: CatalogRef.named('own', 'olm'), packageName: name, installMode, upgradeStrategy });
  }
  new BundleDeployment(charts[2]!, 'plain', { bundle, namespace: 'plain', engine: new PlainEngine() });
  const kinds = new Set(IGNORED.map(({ kind }) => kind));
  return charts.flatMap(chart => Testing.synth(chart) as ComparedObject[]).filter(({ kind }) => kinds.has(kind)).map(withoutSchemas);
}

/** The schemas of CRDs have thousands of values, which no rule is about. */
function withoutSchemas(object: ComparedObject): ComparedObject {
  return JSON.parse(JSON.stringify(object, (key, value: unknown) => key === 'openAPIV3Schema' ? undefined : value)) as ComparedObject;
}

/** Returns the values of git that the cluster does not have. Argo CD does not compare what only the cluster has, so an empty map states nothing. */
function differences({ git, cluster }: Compared): string[] {
  const [ours, theirs] = [git, cluster].map(object => (path: ValuePath) => JSON.stringify(valueAt(object, path)));
  return leavesOf(git).filter(path => ours!(path) !== '{}' && ours!(path) !== theirs!(path)).map(path => path.join('/'));
}

describe('what an Application ignores', () => {
  it.each(WRITTEN_BY_OTHERS)('includes $title', async ({ git, cluster }) => {
    const [compared] = await withoutIgnored([{ git, cluster }], IGNORED);
    expect(differences(compared!)).toEqual([]);
    const [shown] = await withoutIgnored([{ git, cluster }], []);
    expect(differences(shown!)).not.toEqual([]);
  });

  itWith(TRACES)('leaves no difference to anything that was recorded in a cluster before', async () => {
    const pairs = recordedObjects().flatMap(states => (
      states.flatMap((git, index) => states.slice(index).map(cluster => ({ git: asWritten(git), cluster })))
    ));
    expect(pairs.length).toBeGreaterThan(400);
    const compared = await withoutIgnored(pairs, IGNORED);
    expect(compared.flatMap(differences)).toEqual([]);
  });

  it.each(WITH_OWN_CA)('does not include $title', async ({ git, cluster }) => {
    const [compared] = await withoutIgnored([{ git, cluster }], IGNORED);
    expect(differences(compared!)).not.toEqual([]);
  });

  it('hides no change of what the constructs write, and takes none of it from the cluster', async () => {
    const changes = objectsOfConstructs().flatMap(object => leavesOf(object).map(path => ({
      what: `${object.kind} ${path.join('/')}`, path, git: changedAt(object, path, 'changed'), cluster: object,
    })));
    expect(new Set(changes.map(({ git: { kind } }) => kind)).size).toBeGreaterThan(5);
    const compared = await withoutIgnored(changes, IGNORED);
    expect(changes.filter((_, index) => differences(compared[index]!).length === 0).map(({ what }) => what)).toEqual([]);
    expect(changes.filter(({ path }, index) => valueAt(compared[index]!.applied, path) !== 'changed').map(({ what }) => what)).toEqual([]);
  }, 120_000);
});
