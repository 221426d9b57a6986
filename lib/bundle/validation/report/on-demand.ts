import type * as junit from './junit';
import type * as sarif from './sarif';
import type * as text from './text';

// The forms of a report, loaded at the first use: most programs write one of them.

/** A report for people. */
export const textReport: typeof text.textReport = (...args) => (require('./text') as typeof text).textReport(...args);

/** A report for code scanning. */
export const sarifReport: typeof sarif.sarifReport = (...args) => (require('./sarif') as typeof sarif).sarifReport(...args);

/** A report for continuous integration. */
export const jUnitReport: typeof junit.jUnitReport = (...args) => (require('./junit') as typeof junit).jUnitReport(...args);
