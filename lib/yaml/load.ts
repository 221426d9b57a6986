import type * as readYamlModule from './read-yaml';

// Loads modules at the first call, so that importing the package stays fast. The only file of the module that may `require`.

/** Reads YAML. */
export const readYaml: typeof readYamlModule.readYaml = (...args) => (require('./read-yaml') as typeof readYamlModule).readYaml(...args);
