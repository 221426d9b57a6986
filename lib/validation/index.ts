/** `olm-constructs/validation`: what is wrong with a bundle. Nothing inside `lib` imports this file. */

export { BundleValidation } from './bundle-validation';
export type { BundleValidationOptions } from './bundle-validation';
export type { ImagePlatforms } from './model/bundle-view';
export { FindingSeverity } from './model/finding';
export type { RuleDescription, SilencedFinding, ValidationFinding } from './model/finding';
export { RuleSetting } from './model/rule-setting';
export type { RuleScope } from './model/rule-setting';
export { ValidationSuite } from './model/suite';
export { ValidatedBundle } from './model/validation-rule';
export type { IValidationRule, RuleBreach } from './model/validation-rule';
export type { FileReportOptions, TextReportOptions } from './output/report-content';
export { ValidationReport } from './validation-report';
