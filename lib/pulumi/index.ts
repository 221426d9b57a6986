/** The public API of `olm-constructs/pulumi`. Nothing inside `lib` imports this file. */

// First of all, one clear sentence where what the others import is missing.
import './peers';

// The constructs as components.
export * from './bundle-deployment';
export * from './olm-constructs';
export * from './olm-installation';
export * from './operator-registry';
export * from './operator-subscription';
export type { Late, LateProps } from './component-args';
export type { ExistingObject } from './existing-object';
export type { OperatorComponentArgs } from './operator-component';
export type { PlaceArgs } from './operator-custody';

// What waits for what they made, and removes it in order.
export * from './dynamic/catalog-ready';
export * from './dynamic/olm-ready';
export * from './dynamic/operator-adoption';
export * from './dynamic/operator-place';
export * from './dynamic/operator-ready';
export * from './dynamic/wait-args';

// What their arguments are made of.
export { Approval } from '../constructs/approval';
export { BundleEngine } from '../constructs/bundle-engine';
export { CatalogRef } from '../constructs/catalog-ref';
export { OperatorGroupRef } from '../constructs/operator-group-ref';
export { Bundle } from '../bundle/bundle';
export { Catalog } from '../bundle/catalog/catalog';
export { InstallMode } from '../bundle/install-mode';
export { SlimLevel } from '../bundle/slim';
export { CrdDescriptions } from '../olm/crds/crd-descriptions';
export { DefaultCatalog } from '../olm/default-catalog';
export { OlmRelease } from '../olm/olm-release';
export { OlmVersion } from '../olm/olm-version';
export { ServingCertificates } from '../olm/serving-certificates';
