import { withCsv } from './csv-parts';
import type { Fault, Rule } from './rule';
import type { SubjectObject, ValidationSubject } from './subject';

/** A rule of ours about the ClusterServiceVersion, in whose file its faults are. */
export function csvRule(
  rule: Omit<Rule, 'check'>,
  check: (csv: SubjectObject, subject: ValidationSubject) => Iterable<Fault>,
): Rule {
  return {
    ...rule,
    check: withCsv(function* (csv, subject) {
      for (const fault of check(csv, subject)) {
        yield { file: csv.file, ...fault };
      }
    }),
  };
}
