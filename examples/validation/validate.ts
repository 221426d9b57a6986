import { BundleValidation, RuleSetting, type ValidationReport, ValidationSuite } from 'olm-constructs/validation';

/** Runs the rules of operator-sdk, upstream's good practices, and our own rules for what upstream's tools miss. */
export function validate(bundle: string): ValidationReport {
  return BundleValidation.ofPath(bundle, {
    suites: [ValidationSuite.FORMAT, ValidationSuite.DEFAULT, ValidationSuite.OLM_CONSTRUCTS],
    labels: ['name=good-practices'],
    rules: [
      RuleSetting.asError('gp-requests'),
      RuleSetting.silence('gp-channels', 'the operator is not stable yet, so alpha is its only channel'),
    ],
  });
}
