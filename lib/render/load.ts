import type * as renderModule from './render-operator';

// Loads on first use what few programs need, so that importing the package stays fast. The only file of the module that may `require`.

/** Renders a bundle to plain objects. */
export const renderOperator: typeof renderModule.renderOperator = (...args) =>
  (require('./render-operator') as typeof renderModule).renderOperator(...args);
