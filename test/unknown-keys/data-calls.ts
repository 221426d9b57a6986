import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { CertificateProvider, DefaultCatalog, OlmRelease, PlainManifests, ServingCertificates } from 'olm-constructs';
import { Bundle, ImageDigests, ImageLayout, ManifestSource, PlainBundle } from 'olm-constructs/bundle';
import { Catalog, CatalogTemplate, ChannelPlan, UpgradeGraph } from 'olm-constructs/catalog';
import { ImageList, InstallPermissions } from 'olm-constructs/report';
import { OperatorLockFile, OperatorUpgradePlan, Resolution } from 'olm-constructs/resolve';
import { BundleValidation, RuleSetting } from 'olm-constructs/validation';
import { inFolder, withFiles } from '../builders/bundle-files';
import { bundleOf } from '../builders/bundle-of';
import type { ApiCalls } from './api-call';

const EXAMPLES = join(__dirname, '..', '..', 'examples');
const FOLDER = join(EXAMPLES, 'quickstart', 'bundle');
const FILE = join(EXAMPLES, 'catalogs', 'catalog.yaml');
const TEMPLATE = join(EXAMPLES, 'catalogs', 'template.yaml');

/** A path that does not exist. Calls that write get a folder that is removed: they must leave nothing behind if they do not refuse a key. */
const NOWHERE = join(__dirname, 'nowhere');

/** An image that is never fetched. */
const IMAGE = 'registry.invalid/demo:v1';

const BUNDLE = bundleOf();
const CATALOG = Catalog.fromFile(FILE);
const LOCK = OperatorLockFile.fromString('lockVersion: 1\ncatalogs: []\noperators: []\n');
const RENDERED = PlainManifests.render(BUNDLE, { installNamespace: 'demo' });
const VALIDATION = BundleValidation.ofBundle(BUNDLE);
const RESOLUTION = { namespace: 'demo', catalogs: [], subscriptions: [], installed: [{ csv: 'demo.v1.0.0', properties: [] }] };

/** Calls of what is neither a construct nor a component. */
export const DATA_CALLS: ApiCalls = {
  'DefaultCatalog.operatorHub(options)': { run: (options) => DefaultCatalog.operatorHub(options) },
  'DefaultCatalog.image(options)': { run: (options) => DefaultCatalog.image(IMAGE, options) },
  'ServingCertificates.certManager(options)': { run: (options) => ServingCertificates.certManager(options) },
  'ChannelPlan.bySemver(options)': { run: (options) => ChannelPlan.bySemver(options) },
  'OlmRelease.of(settings)': { run: (settings) => OlmRelease.of(settings) },
  'OlmRelease.fromManifests(options)': { run: (options) => OlmRelease.fromManifests(NOWHERE, NOWHERE, options) },
  'OlmRelease.fromDirectory(options)': {
    run: (options) => withFiles({ 'crds.yaml': '', 'olm.yaml': '' }, (folder) => OlmRelease.fromDirectory(folder, options)),
  },
  'Bundle.fromDirectory(options)': { run: (options) => Bundle.fromDirectory(FOLDER, options) },
  'Bundle.fromArchive(options)': { run: (options) => Bundle.fromArchive(NOWHERE, options) },
  'Bundle.fromOciLayout(options)': { run: (options) => Bundle.fromOciLayout(NOWHERE, options) },
  'Bundle.fromPath(options)': { run: (options) => Bundle.fromPath(FOLDER, options) },
  'Bundle.fetch(options)': { run: (options) => Bundle.fetch(IMAGE, options) },
  'Bundle.fromPackageManifests(options)': { run: (options) => Bundle.fromPackageManifests(NOWHERE, options) },
  'Bundle.fromManifests(options)': { run: (options) => Bundle.fromManifests(ManifestSource.fromObjects([]), options) },
  'Bundle.fromChart(options)': { run: (options) => Bundle.fromChart(new Chart(new App(), 'operator'), options) },
  'Bundle.fromConfig(changes)': { run: (changes) => Bundle.fromConfig(NOWHERE, changes) },
  'Bundle#writeDirectory(options)': { run: (options) => inFolder((folder) => BUNDLE.writeDirectory(folder, options)) },
  'ImageLayout.fromPath(options)': { run: (options) => ImageLayout.fromPath(NOWHERE, options) },
  'ImageLayout.fetch(options)': { run: (options) => ImageLayout.fetch(IMAGE, options) },
  'ImageLayout#push(options)': { run: (options) => BUNDLE.toImageLayout().push(IMAGE, options) },
  'ImageDigests.resolve(options)': { run: (options) => ImageDigests.resolve([], options) },
  'PlainBundle.fromDirectory(limits)': { run: (limits) => PlainBundle.fromDirectory(NOWHERE, limits) },
  'Catalog.fromBundles(options)': { run: (options) => Catalog.fromBundles([BUNDLE], options) },
  'Catalog.fromString(options)': { run: (options) => Catalog.fromString('', options) },
  'Catalog.fromFile(options)': { run: (options) => Catalog.fromFile(FILE, options) },
  'Catalog.fromDirectory(options)': { run: (options) => Catalog.fromDirectory(NOWHERE, options) },
  'Catalog.fromCommunityFolder(options)': {
    run: (options) => withFiles({ '1.0.0/manifests/a.yaml': '' }, (folder) => Catalog.fromCommunityFolder(folder, options)),
  },
  'Catalog.fromOciLayout(options)': { run: (options) => Catalog.fromOciLayout(NOWHERE, options) },
  'Catalog.fetch(options)': { run: (options) => Catalog.fetch(IMAGE, options) },
  'Catalog.filterFile(filter)': { run: (filter) => Catalog.filterFile(FILE, filter) },
  'Catalog.filterFile(options)': { run: (options) => Catalog.filterFile(FILE, {}, options) },
  'Catalog.filterDirectory(filter)': { run: (filter) => Catalog.filterDirectory(NOWHERE, filter) },
  'Catalog.filterDirectory(options)': { run: (options) => Catalog.filterDirectory(NOWHERE, {}, options) },
  'Catalog.merge(options)': { run: (options) => Catalog.merge([CATALOG], options) },
  'Catalog.appendToPath(options)': { run: (options) => inFolder((folder) => Catalog.appendToPath(folder, [BUNDLE], options)) },
  'Catalog#append(options)': { run: (options) => CATALOG.append([BUNDLE], options) },
  'Catalog#filter(filter)': { run: (filter) => CATALOG.filter(filter) },
  'Catalog#toImageLayout(options)': { run: (options) => CATALOG.toImageLayout(options) },
  'UpgradeGraph.of(options)': { run: (options) => UpgradeGraph.of(CATALOG, 'cache-operator', options) },
  'CatalogTemplate.fromString(options)': { run: (options) => CatalogTemplate.fromString('', options) },
  'CatalogTemplate.fromFile(options)': { run: (options) => CatalogTemplate.fromFile(TEMPLATE, options) },
  'CatalogTemplate#render(bundles)': { run: (bundles) => CatalogTemplate.fromFile(TEMPLATE).render(bundles) },
  'InstallPermissions.ofPlain(options)': { run: (options) => InstallPermissions.ofPlain(RENDERED, options) },
  'InstallPermissions.ofOlmV1(options)': { argument: { extension: 'demo' }, run: (options) => InstallPermissions.ofOlmV1(RENDERED, options) },
  'BundleValidation.ofDirectory(options)': { run: (options) => BundleValidation.ofDirectory(FOLDER, options) },
  'BundleValidation.ofArchive(options)': { run: (options) => BundleValidation.ofArchive(NOWHERE, options) },
  'BundleValidation.ofPath(options)': { run: (options) => BundleValidation.ofPath(FOLDER, options) },
  'BundleValidation.ofBundle(options)': { run: (options) => BundleValidation.ofBundle(BUNDLE, options) },
  'ValidationReport#toText(options)': { run: (options) => VALIDATION.toText(options) },
  'ValidationReport#toSarif(options)': { run: (options) => VALIDATION.toSarif(options) },
  'ValidationReport#toJUnit(options)': { run: (options) => VALIDATION.toJUnit(options) },
  'RuleSetting.silence(scope)': { run: (scope) => RuleSetting.silence('csv-name', 'it', scope) },
  'RuleSetting.asError(scope)': { run: (scope) => RuleSetting.asError('csv-name', scope) },
  'RuleSetting.asWarning(scope)': { run: (scope) => RuleSetting.asWarning('csv-name', scope) },
  'Resolution.of(props)': { argument: RESOLUTION, run: (props) => Resolution.of(props) },
  'Resolution.toTheEnd(props)': { argument: RESOLUTION, run: (props) => Resolution.toTheEnd(props) },
  'CertificateProvider.certManager(options)': { run: (options) => CertificateProvider.certManager(options) },
  'ImageList.ofManifests(options)': { run: (options) => ImageList.ofManifests([], options) },
  'PlainManifests.render(options)': { argument: { installNamespace: 'demo' }, run: (options) => PlainManifests.render(BUNDLE, options) },
  'OperatorUpgradePlan.between(options)': { argument: { catalogs: {} }, run: (options) => OperatorUpgradePlan.between(LOCK, LOCK, options) },
};
