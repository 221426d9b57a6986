import { createRequire } from 'node:module';

const load = createRequire(__filename);

/**
 * Loads js-yaml on first use: it takes longer to load than the rest of this library, and not every program reads or writes YAML. No other file
 * may import it for its values.
 */
export function jsYaml(): typeof import('js-yaml') {
  return load('js-yaml') as typeof import('js-yaml');
}
