import type * as definitions from './custom-resource-definitions';

/**
 * The CRDs, loaded at the first use. Working out their schemas takes as long as all else of this room together, and a program that only
 * subscribes to operators has no need of them.
 */
export const customResourceDefinitions: typeof definitions.customResourceDefinitions = (...settings) => {
  const { customResourceDefinitions: make } = require('./custom-resource-definitions') as typeof definitions;
  return make(...settings);
};
