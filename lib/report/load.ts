import type * as buildComparisonModule from './build-comparison';
import type * as buildInstallRulesModule from './build-install-rules';
import type * as buildReportModule from './build-report';
import type * as comparisonTextModule from './comparison-text';
import type * as installTextModule from './install-text';
import type * as missingInstallRulesModule from './missing-install-rules';
import type * as plainInstallersModule from './plain-installers';
import type * as reportTextModule from './report-text';

// Loads rarely used modules at the first call, so that importing the package stays fast. Only this file of the module may use `require`.

/** Returns the content of a report. */
export const buildReport: typeof buildReportModule.buildReport = (...args) => (
  (require('./build-report') as typeof buildReportModule).buildReport(...args)
);

/** Returns a report as text. */
export const reportText: typeof reportTextModule.reportText = (...args) => (
  (require('./report-text') as typeof reportTextModule).reportText(...args)
);

/** Returns the content of a comparison. */
export const buildComparison: typeof buildComparisonModule.buildComparison = (...args) => (
  (require('./build-comparison') as typeof buildComparisonModule).buildComparison(...args)
);

/** Returns a comparison as text. */
export const comparisonText: typeof comparisonTextModule.comparisonText = (...args) => (
  (require('./comparison-text') as typeof comparisonTextModule).comparisonText(...args)
);

/** Returns the rules that OLM needs to install a bundle. */
export const buildInstallRules: typeof buildInstallRulesModule.buildInstallRules = (...args) => (
  (require('./build-install-rules') as typeof buildInstallRulesModule).buildInstallRules(...args)
);

/** Returns the rules of an installer without OLM. */
export const plainInstallRules: typeof plainInstallersModule.plainInstallRules = (...args) => (
  (require('./plain-installers') as typeof plainInstallersModule).plainInstallRules(...args)
);

/** Returns the rules of a ServiceAccount with which OLM v1 installs. */
export const olmV1InstallRules: typeof plainInstallersModule.olmV1InstallRules = (...args) => (
  (require('./plain-installers') as typeof plainInstallersModule).olmV1InstallRules(...args)
);

/** Returns the rules that are in one set of install rules and not in another. */
export const missingInstallRules: typeof missingInstallRulesModule.missingInstallRules = (...args) => (
  (require('./missing-install-rules') as typeof missingInstallRulesModule).missingInstallRules(...args)
);

/** Returns install rules as text. */
export const installText: typeof installTextModule.installText = (...args) => (
  (require('./install-text') as typeof installTextModule).installText(...args)
);

/** Returns a comparison of install rules as text. */
export const installComparisonText: typeof installTextModule.installComparisonText = (...args) => (
  (require('./install-text') as typeof installTextModule).installComparisonText(...args)
);
