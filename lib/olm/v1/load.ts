import type * as customResourceDefinitionsModule from './crds/custom-resource-definitions';
import type * as migrationTextModule from './migration/migration-text';
import type * as planOperatorModule from './migration/plan-operator';

// Loads on first use what only some programs need, which keeps the import of the package fast. The only file of this module that may `require`.

/** Returns the CRDs of a release. */
export const olmV1CustomResourceDefinitions: typeof customResourceDefinitionsModule.olmV1CustomResourceDefinitions = (...args) => (
  (require('./crds/custom-resource-definitions') as typeof customResourceDefinitionsModule).olmV1CustomResourceDefinitions(...args)
);

/** Returns the CRD of a kind. */
export const olmV1CustomResourceDefinition: typeof customResourceDefinitionsModule.olmV1CustomResourceDefinition = (...args) => (
  (require('./crds/custom-resource-definitions') as typeof customResourceDefinitionsModule).olmV1CustomResourceDefinition(...args)
);

/** Plans how an operator moves from OLM v0. */
export const planOperator: typeof planOperatorModule.planOperator = (...args) => (
  (require('./migration/plan-operator') as typeof planOperatorModule).planOperator(...args)
);

/** Returns a migration as text. */
export const migrationText: typeof migrationTextModule.migrationText = (...args) => (
  (require('./migration/migration-text') as typeof migrationTextModule).migrationText(...args)
);
