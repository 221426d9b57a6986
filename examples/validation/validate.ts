import type { ValidationReport } from 'olm-constructs';
import { BundleValidation, RuleSetting, ValidationSuite } from 'olm-constructs';

/** What operator-sdk asks, upstream's good practices, and what upstream's tools miss. */
export function validate(bundle: string): ValidationReport {
  return BundleValidation.ofPath(bundle, {
    suites: [ValidationSuite.FORMAT, ValidationSuite.DEFAULT, ValidationSuite.OLM_CONSTRUCTS],
    labels: ['name=good-practices'],
    rules: [
      RuleSetting.raise('gp-requests'),
      RuleSetting.silence('gp-channels', 'the operator is not stable yet, and has the channel alpha only'),
    ],
  });
}
