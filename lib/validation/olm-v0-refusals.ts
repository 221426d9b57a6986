import type { Bundle } from '../bundle/bundle';
import { perObject } from '../text/per-object';
import { FindingFactory } from './findings';
import { FindingSeverity, type ValidationFinding } from './model/finding';
import { ValidationSuite } from './model/suite';
import { OLM_V0_RULES } from './suites/own-rules';
import { viewOfBundle } from './views/bundle-view-of';

/** Returns why OLM v0 cannot install a bundle that can be read, a sentence each: the errors of the suite `OLM_V0`. */
export const olmV0Refusals = perObject((bundle: Bundle): readonly string[] => {
  const view = viewOfBundle(bundle, {});
  const factory = new FindingFactory(view);
  return OLM_V0_RULES.flatMap((rule) => [...rule.check(view)].map((fault) => factory.finding(ValidationSuite.OLM_V0, { rule, fault })))
    .filter(({ severity }) => severity === FindingSeverity.ERROR)
    .map((finding) => `OLM v0 cannot install bundle '${bundle.name}': ${finding.message}${placeOf(finding)}; ${finding.remedy}`);
});

function placeOf({ file, line }: ValidationFinding): string {
  return file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
}
