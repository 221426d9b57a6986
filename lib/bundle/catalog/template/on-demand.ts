import type * as bundles from './template-bundles';
import type * as template from './read-template';

// Reading templates, loaded at the first use.

/** Reads a template. */
export const readTemplate: typeof template.readTemplate = (...args) => (
  (require('./read-template') as typeof template).readTemplate(...args)
);

/** The documents of the bundles that a template names. */
export const templateBundles: typeof bundles.templateBundles = (...args) => (
  (require('./template-bundles') as typeof bundles).templateBundles(...args)
);
