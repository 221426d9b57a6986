import type * as objectProblemsModule from './object-problems';

// Loads rarely used modules at the first call, so that importing the package stays fast. Only this file of the module may use `require`.

/** Returns the fields of an object that the API server rejects under a CRD. */
export const objectProblems: typeof objectProblemsModule.objectProblems = (...args) =>
  (require('./object-problems') as typeof objectProblemsModule).objectProblems(...args);
