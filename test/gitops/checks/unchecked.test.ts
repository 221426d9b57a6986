import { App, Chart } from 'cdk8s';
import fc from 'fast-check';
import { BundleDeployment, CatalogRef, DefaultCatalog, OlmInstallation, OperatorSubscription } from 'olm-constructs';
import { AppChecks } from 'olm-constructs/gitops';
import { bundleOf } from '../../builders/bundle-of';
import { INJECTIONS } from '../../fuzz/injection';
import { commandProblems, textProblems } from '../../fuzz/output-problems';

const SHOP = bundleOf({
  package: 'shop', files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: 'cache', version: '>=1.0.0' } }] } },
});

/** What the checks of an app leave undecided. */
function uncheckedIn(create: (chart: Chart) => void): string[] {
  const app = new App();
  create(new Chart(app, 'chart'));
  return AppChecks.report(app).unchecked;
}

const deployed = (chart: Chart): BundleDeployment => new BundleDeployment(chart, 'shop', { bundle: SHOP });

describe('what the checks of an app leave undecided', () => {
  test('are requirements where OLM may use catalogs that the app does not know', () => {
    expect(uncheckedIn(deployed)).toEqual([
      "whether something provides package 'cache' >=1.0.0, which bundle 'shop.v1.0.0' at 'chart/shop' requires, because the app does not know all "
        + "catalogs and operators of namespace 'shop'",
    ]);
  });

  test('are not requirements that it decides: there is a finding then', () => {
    expect(uncheckedIn((chart) => {
      new OlmInstallation(chart, 'olm', { defaultCatalog: DefaultCatalog.none() });
      deployed(chart);
    })).toEqual([]);
  });

  test('are the needs of operators from catalogs whose content it does not have', () => {
    expect(uncheckedIn((chart) => void new OperatorSubscription(chart, 'keda', {
      catalog: CatalogRef.named('community', 'olm'), packageName: 'keda', namespace: 'keda',
    }))).toEqual(["what package 'keda' at 'chart/keda' needs from the cluster, because the app has no manifests of it"]);
  });

  test('has no effect on a terminal or a log, whatever a bundle requires', () => {
    fc.assert(fc.property(fc.constantFrom(...INJECTIONS), fc.constantFrom(...INJECTIONS), (one, other) => {
      const value = `cache${one}${other}`;
      const app = new App();
      new BundleDeployment(new Chart(app, 'chart'), 'shop', {
        bundle: bundleOf({ package: 'shop', files: { 'metadata/dependencies.yaml': { dependencies: [{ type: 'olm.package', value: { packageName: value, version: '>=1.0.0' } }] } } }),
      });
      const report = AppChecks.report(app);
      expect(report.unchecked).toHaveLength(1);
      expect([...textProblems(report.toText()), ...commandProblems(report.toText())]).toEqual([]);
    }));
  });

  test('is nothing where everything is known', () => {
    expect(uncheckedIn((chart) => void new BundleDeployment(chart, 'cache', { bundle: bundleOf({ package: 'cache' }) }))).toEqual([]);
  });
});
