import type { Bundle } from '../bundle/bundle';
import { perObject } from '../text/per-object';
import { BundleValidation } from './bundle-validation';
import { FindingSeverity, type ValidationFinding } from './model/finding';
import { ValidationSuite } from './model/suite';

/** Returns why OLM v0 cannot install a bundle that can be read, a sentence each: the errors of the suite `OLM_V0`. */
export const olmV0Refusals = perObject((bundle: Bundle): readonly string[] => (
  BundleValidation.ofBundle(bundle, { suites: [ValidationSuite.OLM_V0] }).findings
    .filter(({ severity }) => severity === FindingSeverity.ERROR)
    .map((finding) => `OLM v0 cannot install bundle '${bundle.name}': ${finding.message}${placeOf(finding)}; ${finding.remedy}`)
));

function placeOf({ file, line }: ValidationFinding): string {
  return file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
}
