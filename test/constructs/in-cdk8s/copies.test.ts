import { App, Chart, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { loadAll } from 'js-yaml';
import { CatalogRef, Cluster, Fleet, OlmInstallation, OperatorSubscription } from 'olm-constructs';
import { FluxKustomization, FluxSourceRef } from 'olm-constructs/gitops';
import { Manifest } from '../../builders/synthesized';
import { EVERY_CONSTRUCT } from './every-construct';

type Cdk8s = typeof import('cdk8s');
type Constructs = typeof import('constructs');

/** Returns another copy of cdk8s, as a package manager may install it for the program, with our copy of constructs or with one of its own. */
function copyOf(isOwnConstructs: boolean): { readonly cdk8s: Cdk8s; readonly constructs: Constructs } {
  let copy: { cdk8s: Cdk8s; constructs: Constructs } | undefined;
  const shared = jest.requireActual<Constructs>('constructs');
  jest.isolateModules(() => {
    if (!isOwnConstructs) {
      jest.doMock('constructs', () => shared);
    }
    copy = { cdk8s: { ...jest.requireActual<Cdk8s>('cdk8s') }, constructs: isOwnConstructs ? { ...jest.requireActual<Constructs>('constructs') } : shared };
  });
  jest.dontMock('constructs');
  return copy!;
}

describe.each([['cdk8s', copyOf(false)], ['cdk8s and constructs', copyOf(true)]])('a program with a copy of its own of %s', (_, { cdk8s, constructs }) => {
  test('has classes of its own', () => {
    expect(cdk8s.App).not.toBe(App);
    expect(cdk8s.Lazy).not.toBe(Lazy);
    expect(constructs.Construct === Construct).toBe(_ === 'cdk8s');
  });

  test.each(EVERY_CONSTRUCT)('writes the same: %s', (_name, create) => {
    const [own, other] = [new App(), new cdk8s.App()];
    create(new Chart(own, 'chart'));
    create(new cdk8s.Chart(other, 'chart'));

    expect(other.synthYaml()).toBe(own.synthYaml());
  });

  test('can pass what its copy creates: Lazy, Duration, JsonPatch and constructs', () => {
    const app = new cdk8s.App();
    const chart = new cdk8s.Chart(app, 'chart');
    const labels = { late: cdk8s.Lazy.any({ produce: () => 'yes' }) as string };
    const { subscription } = new OperatorSubscription(new constructs.Construct(chart, 'scope'), 'operator', {
      catalog: CatalogRef.named('catalog', 'olm'), packageName: 'demo', labels,
    });
    subscription.addJsonPatch(cdk8s.JsonPatch.add('/spec/unknownField', 1));
    new FluxKustomization(chart, 'flux', { source: FluxSourceRef.gitRepository('apps'), interval: cdk8s.Duration.minutes(5) });
    const written = loadAll(app.synthYaml()) as Manifest[];

    expect(written.find(({ kind }) => kind === 'Subscription')).toMatchObject({ metadata: { labels: { late: 'yes' } }, spec: { unknownField: 1 } });
    expect(written.find(({ kind }) => kind === 'Kustomization')).toMatchObject({ spec: { interval: '5m' } });
  });

  test('can nest charts around constructs that need each other', () => {
    const app = new cdk8s.App();
    const platform = new cdk8s.Chart(app, 'platform');
    new OperatorSubscription(new cdk8s.Chart(platform, 'team'), 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'demo' });
    new OlmInstallation(platform, 'olm');
    const names = (loadAll(app.synthYaml()) as Manifest[]).map(({ kind, metadata: { name } }) => `${kind} ${name}`);

    expect(names.indexOf('CustomResourceDefinition subscriptions.operators.coreos.com')).toBeLessThan(names.indexOf('Subscription demo'));
  });
});

describe('a later version of constructs, whose nodes read a field of the nodes around them that earlier ones do not have', () => {
  const fieldOf = ({ node }: Construct): unknown => (node as unknown as { readonly _scopes?: unknown })._scopes;

  test.each(EVERY_CONSTRUCT)('finds it in the scope and in the construct: %s', (_name, create) => {
    const chart = new Chart(new App(), 'chart');
    create(chart);

    for (const construct of [chart, ...chart.node.children.filter(child => child.node.children.length > 0)]) {
      expect(fieldOf(construct)).toEqual(construct.node.scopes);
    }
  });

  test('finds it in a Fleet and in a Cluster', () => {
    const app = new Fleet();
    const cluster = new Cluster(app, 'dev');

    expect([fieldOf(app), fieldOf(cluster)]).toEqual([[app], [app, cluster]]);
  });
});
