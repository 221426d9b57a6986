import type * as readYamlModule from './read-yaml';

// Loads modules at the first call, so that importing the package stays fast. Only this file of the module may call `require`.

/** Reads YAML. */
export const readYaml: typeof readYamlModule.readYaml = (...args) => (require('./read-yaml') as typeof readYamlModule).readYaml(...args);
