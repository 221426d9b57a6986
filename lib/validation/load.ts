import type * as findingsModule from './findings';
import type * as junitModule from './output/junit';
import type * as sarifModule from './output/sarif';
import type * as textModule from './output/text';
import type * as validateModule from './validate';

// Loads rarely used modules at the first call, so that importing the package stays fast. Only this file of the module may use `require`.

/** Returns the functions that validate bundles, with all suites. */
export function validation(): typeof validateModule {
  return require('./validate') as typeof validateModule;
}

/** Returns a report as text. */
export const textReport: typeof textModule.textReport = (...args) => (require('./output/text') as typeof textModule).textReport(...args);

/** Returns a report as SARIF. */
export const sarifReport: typeof sarifModule.sarifReport = (...args) => (require('./output/sarif') as typeof sarifModule).sarifReport(...args);

/** Returns a report as JUnit XML. */
export const jUnitReport: typeof junitModule.jUnitReport = (...args) => (require('./output/junit') as typeof junitModule).jUnitReport(...args);

/** Sorts findings, and drops those that several suites report. */
export const sortedFindings: typeof findingsModule.sortedFindings = (...args) => (
  (require('./findings') as typeof findingsModule).sortedFindings(...args)
);
