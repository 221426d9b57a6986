import type * as objectProblemsModule from './object-problems';

// Loads at the first call what few programs need, so that importing the package stays fast. The only file of the module that may `require`.

/** Returns the fields of an object that the API server refuses under a CRD. */
export const objectProblems: typeof objectProblemsModule.objectProblems = (...args) =>
  (require('./object-problems') as typeof objectProblemsModule).objectProblems(...args);
