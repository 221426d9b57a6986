import type * as reading from './read-yaml';

/** Reads YAML; loaded at the first use, for those that seldom do. */
export const readYaml: typeof reading.readYaml = (...args) => (require('./read-yaml') as typeof reading).readYaml(...args);
