import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { Fleet, OlmRelease, OlmVersion, RbacSubject } from 'olm-constructs';
import { BundleObjects } from 'olm-constructs/bundle';
import { Catalog, CatalogDiff } from 'olm-constructs/catalog';
import { AppImages, FluxHealthChecks, FluxSourceRef, InClusterProgram, ManifestTreeDiff } from 'olm-constructs/gitops';
import { BundleReport, ClusterApis, ClusterNeeds, CrdComparison, InstallPermissions } from 'olm-constructs/report';
import { GitRef, ProvisionerClass } from 'olm-constructs/rukpak';
import { BundleValidation, FindingSeverity, type ValidatedBundle } from 'olm-constructs/validation';
import { bundleOf } from '../builders/bundle-of';

const BUNDLE = bundleOf();
const CATALOG = Catalog.fromBundles([BUNDLE]);
const CRD = { metadata: { name: 'demos.example.com' }, spec: { group: 'example.com', names: { plural: 'demos', kind: 'Demo' }, scope: 'Namespaced', versions: [] } };
const FOLDER = join(__dirname, '../../examples/quickstart/bundle/manifests');

/** Makes an object with a chart in an app. */
function filled<Result extends App>(app: Result): Result {
  new ApiObject(new Chart(app, 'chart'), 'object', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } });
  return app;
}

/** Returns what a rule of a user gets. */
function validatedBundle(): ValidatedBundle {
  const bundles: ValidatedBundle[] = [];
  BundleValidation.ofBundle(BUNDLE, {
    customRules: [{
      id: 'acme', severity: FindingSeverity.ERROR, summary: 'it is read', remedy: 'read it',
      check: (bundle) => {
        bundles.push(bundle);
        return [];
      },
    }],
  });
  return bundles[0]!;
}

/** How to get objects of the classes that neither a construct nor a call with options returns. */
export const OTHER_CLASSES: { readonly [name: string]: () => unknown } = {
  'AppImages': () => AppImages.of(filled(new App())),
  'BundleObjects': () => BundleObjects.named('Service', 'demo'),
  'BundleReport': () => [BundleReport.of(BUNDLE), BundleReport.compare(BUNDLE, BUNDLE)],
  'CatalogDiff': () => CatalogDiff.between(CATALOG, CATALOG),
  'ClusterApis': () => ClusterApis.of('apps/v1/Deployment'),
  'ClusterNeeds': () => ClusterNeeds.of(BUNDLE),
  'CrdComparison': () => CrdComparison.of(CRD, CRD),
  'Fleet': () => [new Fleet(), filled(new Fleet({ outdir: mkdtempSync(join(tmpdir(), 'fleet-')) })).synth()],
  'FluxHealthChecks': () => [FluxHealthChecks.all(), FluxHealthChecks.csv('demo.v1.0.0', 'demo'), FluxHealthChecks.operator('demo', 'demo')],
  'FluxSourceRef': () => FluxSourceRef.gitRepository('apps'),
  'GitRef': () => GitRef.branch('main'),
  'InClusterProgram': () => InClusterProgram.fromFile(__filename),
  'InstallPermissionsComparison': () => InstallPermissions.compare(BUNDLE, BUNDLE),
  'ManifestTreeDiff': () => ManifestTreeDiff.between(FOLDER, FOLDER),
  'OlmUpgradePlan': () => OlmRelease.plan(OlmVersion.V0_45_0, OlmVersion.V0_46_0),
  'ProvisionerClass': () => ProvisionerClass.of('core-rukpak-io-plain'),
  'RbacSubject': () => RbacSubject.user('jane'),
  'ValidatedBundle': () => validatedBundle(),
};

/** Exported classes of which users get no object. */
export const WITHOUT_OBJECTS: { readonly [name: string]: string } = {
  'bundle.Budget': 'internal: the limits of the readers',
  'bundle.BundleLimits': 'only constants',
  'bundle.ManifestSource': 'an argument of Bundle.fromManifests; test/bundle/generate makes bundles of it, which needs no network',
  'gitops.StagedObjects': 'internal: part of FluxStages',
  'report.InstallRuleList': 'internal: part of InstallPermissions',
  'validation.BundleView': 'internal: part of ValidatedBundle',
};
