import { createRequire } from 'node:module';

const load = createRequire(__filename);

/**
 * The one place that loads js-yaml. Loading takes longer than all of this library does at start, and a program that reads and writes no
 * YAML need not pay for it; so it happens at the first use.
 */
export function jsYaml(): typeof import('js-yaml') {
  return load('js-yaml') as typeof import('js-yaml');
}
