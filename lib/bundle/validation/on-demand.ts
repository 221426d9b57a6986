import type * as validate from './validate';

/** The suites with all their rules, loaded at the first use: most programs validate nothing. */
export function validation(): typeof validate {
  return require('./validate') as typeof validate;
}
