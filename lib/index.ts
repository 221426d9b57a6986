/** The public API of `olm-constructs`. Nothing inside `lib` imports this file. */

// The constructs, and what their props are made of.
export * from './constructs/approval';
export * from './constructs/bundle-deployment';
export * from './constructs/bundle-engine';
export * from './constructs/catalog-ref';
export { ExistingOlmProps } from './constructs/existing-olm';
export * from './constructs/i-olm-installation';
export * from './constructs/olm-installation';
export * from './constructs/olm-installation-props';
export * from './constructs/operator-group-ref';
export * from './constructs/operator-registry';
export * from './constructs/operator-registry-props';
export * from './constructs/operator-subscription';
export * from './constructs/operator-subscription-props';

// Releases of OLM, and what they may be asked to look like.
export * from './olm/affinity';
export * from './olm/controller-settings';
export * from './olm/crds/crd-descriptions';
export { CatalogImageOptions, DefaultCatalog, DefaultCatalogOptions } from './olm/default-catalog';
export * from './olm/label-selector';
export * from './olm/monitoring-settings';
export * from './olm/olm-config-settings';
export * from './olm/olm-images';
export * from './olm/olm-operator-settings';
export * from './olm/olm-release';
export * from './olm/olm-settings';
export * from './olm/olm-version';
export * from './olm/packageserver-settings';
export * from './olm/pod-security';
export * from './olm/pod-settings';
export type { OlmRemovalStep, OlmRemovalTarget } from './olm/removal-order';
export { CertManagerOptions, ServingCertificates } from './olm/serving-certificates';
export * from './olm/upgrade/upgrade-plan';
export * from './olm/upgrade/upgrade-plan-content';

// Bundles and catalogs as data.
export * from './bundle/bundle';
export * from './bundle/bundle-api';
export { BundleErrorCode } from './bundle/bundle-error';
export type { BundleProblem } from './bundle/bundle-error';
export * from './bundle/bundle-property';
export * from './bundle/cluster-service-version';
export * from './bundle/cluster-service-version-spec';
export * from './bundle/install-mode';
export * from './bundle/manifest';
export * from './bundle/related-image';
export * from './bundle/catalog/catalog';
export { CatalogBundle, RequiredPackage } from './bundle/catalog/catalog-bundle';
export * from './bundle/catalog/catalog-channel';
export { CatalogErrorCode } from './bundle/catalog/catalog-error';
export type { CatalogProblem } from './bundle/catalog/catalog-error';
export * from './bundle/catalog/catalog-options';
export * from './bundle/catalog/catalog-package';
export * from './bundle/catalog/diff/catalog-changes';
export * from './bundle/catalog/diff/catalog-diff';
export { ChannelPlan, SemverChannelOptions } from './bundle/catalog/from-bundles/channel-plan';
export { SamePackage } from './bundle/catalog/merge/same-package';
export * from './bundle/catalog/picture/upgrade-picture';
export type { CatalogReadOptions } from './bundle/catalog/read/read-options';
export * from './bundle/catalog/selection/catalog-selection';
export * from './bundle/catalog/template/catalog-template';
export type { TemplateBundles } from './bundle/catalog/template/template-bundles';
export type { BundleReadOptions } from './bundle/read/read-options';
export * from './bundle/crd/crd-change';
export * from './bundle/crd/crd-comparison';
export * from './bundle/report/bundle-comparison';
export * from './bundle/report/bundle-comparison-content';
export * from './bundle/report/bundle-image';
export * from './bundle/report/bundle-report';
export * from './bundle/report/bundle-report-content';
export * from './bundle/report/rbac-rule';
export type { OciImageOptions, OciLayoutOptions } from './bundle/read/oci/image-options';
export type { BundleFetchOptions, IAbortSignal, RegistryCredentials } from './bundle/read/registry/fetch-options';
export * from './bundle/size';
export { SlimLevel } from './bundle/slim';

// What is wrong with a bundle.
export * from './bundle/validation/bundle-validation';
export * from './bundle/validation/finding';
export * from './bundle/validation/image-platforms';
export * from './bundle/validation/report/validation-report';
export * from './bundle/validation/rule-setting';
export * from './bundle/validation/severity';
export * from './bundle/validation/suite';
export * from './bundle/validation/validation-rule';

// Errors, to tell apart what is caught.
export * from './errors';

// Typed objects for every kind of OLM, as `cdk8s import` makes them.
export * as olm from '../imports/operators.coreos.com';
