import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import * as fc from 'fast-check';
import { loadAll } from 'js-yaml';
import { BundleDeployment, CatalogRef, ClusterCatalog, ClusterExtension, Fleet, OlmInstallation, OperatorRegistry, OperatorSubscription } from 'olm-constructs';
import { sampleBundle } from '../../builders/sample-bundle';
import { Manifest } from '../../builders/synthesized';

const keyOf = ({ kind, metadata: { name } }: Manifest): string => `${kind} ${name}`;

/** Returns the objects of an app, in the order in which they are written. */
function written(app: App): Manifest[] {
  return loadAll(app.synthYaml()) as Manifest[];
}

/** Expects that objects come before others. */
function expectOrder(objects: readonly Manifest[], ...before: readonly (readonly [earlier: string, later: string])[]): void {
  const keys = objects.map(keyOf);
  for (const [earlier, later] of before) {
    expect(keys).toContain(earlier);
    expect(keys).toContain(later);
    expect([later, keys.indexOf(later) > keys.indexOf(earlier)]).toEqual([later, true]);
  }
}

const CRD = 'CustomResourceDefinition subscriptions.operators.coreos.com';

/** Lines on stderr while a function runs. */
function stderrOf(run: () => void): string {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    run();
    return write.mock.calls.map(([line]) => String(line)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('a chart inside another one', () => {
  it('with a Subscription is written after the OLM of the outer chart', () => {
    const app = new App();
    const platform = new Chart(app, 'platform');
    const team = new Chart(platform, 'team');
    new OperatorSubscription(team, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'etcd' });
    new OlmInstallation(platform, 'olm');

    expectOrder(written(app), [CRD, 'Subscription etcd']);
  });

  it('with a Subscription is written after the registry of the outer chart', () => {
    const app = new App();
    const platform = new Chart(app, 'platform');
    const catalog = new OperatorRegistry(platform, 'registry', { bundles: [sampleBundle()] });
    new OperatorSubscription(new Chart(platform, 'team'), 'operator', { catalog });

    expectOrder(written(app), ['CatalogSource sample-operator-catalog', 'Subscription sample-operator']);
  });

  it('is written after the catalog of OLM v1 of the outer chart', () => {
    const app = new App();
    const platform = new Chart(app, 'platform');
    const catalogs = [new ClusterCatalog(platform, 'catalog', { image: 'example.test/catalog:v1', name: 'hub' })];
    new ClusterExtension(new Chart(platform, 'team'), 'operator', { packageName: 'etcd', catalogs });

    expectOrder(written(app), ['ClusterCatalog hub', 'ClusterExtension etcd']);
  });

  it('with OLM is written before the Subscriptions of the outer chart', () => {
    const app = new App();
    const platform = new Chart(app, 'platform');
    new OperatorSubscription(platform, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'etcd' });
    new OlmInstallation(new Chart(platform, 'olm'), 'olm');

    expectOrder(written(app), [CRD, 'Subscription etcd']);
  });

  it('with OLM is written after its CRDs in the outer chart', () => {
    const app = new App();
    const crdScope = new Chart(app, 'crds');
    new OlmInstallation(new Chart(crdScope, 'olm'), 'olm', { crdScope });

    expectOrder(written(app), [CRD, 'Deployment olm-operator'], [CRD, 'OperatorGroup global-operators']);
  });

  it('is written before the outer chart, as cdk8s does, unless something needs the opposite', () => {
    const app = new App();
    const outer = new Chart(app, 'outer');
    new OlmInstallation(new Chart(app, 'olm'), 'olm');
    for (const chart of [outer, new Chart(outer, 'inner')]) {
      const id = chart.node.id;
      new OperatorSubscription(chart, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: id });
    }

    expectOrder(written(app), [CRD, 'Subscription inner'], ['Subscription inner', 'Subscription outer']);
  });
});

describe('charts that need each other', () => {
  it('are ordered by CRDs and namespaces, not by what OLM waits for', () => {
    const app = new App();
    const [platform, catalogs] = [new Chart(app, 'platform'), new Chart(app, 'catalogs')];
    const catalog = new OperatorRegistry(catalogs, 'registry', { bundles: [sampleBundle()] });
    new OperatorSubscription(platform, 'operator', { catalog });
    new OlmInstallation(platform, 'olm');

    expect(stderrOf(() => expectOrder(written(app), [CRD, 'CatalogSource sample-operator-catalog'], ['Namespace olm', 'Service sample-operator-catalog']))).toBe('');
  });

  it('because of dependencies of the user are written, with a warning', () => {
    const app = new App();
    const [platform, team] = [new Chart(app, 'platform'), new Chart(app, 'team')];
    new OlmInstallation(platform, 'olm');
    const { subscription } = new OperatorSubscription(team, 'operator', { catalog: CatalogRef.named('catalog', 'olm'), packageName: 'etcd' });
    new ApiObject(platform, 'operand', { apiVersion: 'etcd.example.test/v1', kind: 'Etcd', metadata: { name: 'operand' } }).addDependency(subscription);

    expect(stderrOf(() => expectOrder(written(app), ['Subscription etcd', 'Etcd operand']))).toBe(
      "warning: [team/operator] 'platform/olm/CustomResourceDefinition-operatorgroups.operators.coreos.com' has to be applied before, but the chart 'platform' is written after the "
      + "chart 'team', on which it depends: applied in this order, the API server refuses objects the first time; create what 'team' needs in a chart of its own\n",
    );
  });
});

/** Where a construct of a random app is: a path of charts, from the outermost to the innermost. */
const PLACES = [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'd'], ['e'], ['e', 'f']];

/** Returns the chart at a place, between constructs that are not charts if asked for. */
function chartAt(app: App, place: readonly string[], between: boolean): Chart {
  return place.reduce<Construct>((scope, id) => {
    const owner = between ? scope.node.tryFindChild('group') as Construct | undefined ?? new Construct(scope, 'group') : scope;
    return owner.node.tryFindChild(id) as Chart | undefined ?? new Chart(owner, id);
  }, app) as Chart;
}

const anywhere = fc.nat(PLACES.length - 1);

test.each([['an App', () => new App()], ['a Fleet', () => new Fleet()]])(
  'OLM, registries and operators in any charts of %s are written, and CRDs and namespaces before what needs them', (_, create) => {
    fc.assert(fc.property(
      fc.record({
        olm: anywhere, crds: anywhere, registry: anywhere, deployment: anywhere, subscription: anywhere,
        between: fc.boolean(), olmFirst: fc.boolean(),
      }),
      ({ olm, crds, registry, deployment, subscription, between, olmFirst }) => {
        const app = create();
        const at = (index: number): Chart => chartAt(app, PLACES[index]!, between);
        const install = (): unknown => new OlmInstallation(at(olm), 'olm', { crdScope: at(crds) });
        const operators = (): void => {
          const catalog = new OperatorRegistry(at(registry), 'registry', { bundles: [sampleBundle()] });
          new OperatorSubscription(at(subscription), 'subscription', { catalog });
          new BundleDeployment(at(deployment), 'deployment', { bundle: sampleBundle({ package: 'other' }) });
        };
        (olmFirst ? [install, operators] : [operators, install]).forEach(step => step());

        let objects: Manifest[] = [];
        const warnings = stderrOf(() => {
          objects = written(app);
        });
        if (warnings !== '') {
          // No order of charts suits all objects.
          expect(warnings).toContain('has to be applied before, but the chart');
          expect(olm).not.toBe(crds);
          return;
        }
        expectOrder(objects, ...['Subscription sample-operator', 'CatalogSource sample-operator-catalog', 'OperatorGroup global-operators'].map(later => (
          [CRD.replace('subscriptions', `${later.split(' ')[0]!.toLowerCase()}s`), later] as const
        )), ['Namespace olm', 'Service sample-operator-catalog'], ['Namespace olm', 'Deployment olm-operator']);
      },
    ), { numRuns: 25 });
  }, 60_000,
);
