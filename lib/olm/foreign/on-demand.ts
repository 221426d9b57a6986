import type * as foreign from './foreign-release';

/** Unknown releases, loaded at the first use: few programs have one. */
export const foreignRelease: typeof foreign.foreignRelease = (...texts) => {
  const { foreignRelease: read } = require('./foreign-release') as typeof foreign;
  return read(...texts);
};
