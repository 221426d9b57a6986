import { annotationsOf, withCsv } from '../csv/csv-parts';
import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';

/** Capability levels of operators, from the lowest to the highest. */
const LEVELS = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];

/** The annotation `capabilities`. */
export const STANDARD_CAPABILITIES_RULES: readonly Rule[] = [
  {
    id: 'capabilities',
    severity: FindingSeverity.ERROR,
    summary: 'the annotation capabilities is a level that OperatorHub knows',
    remedy: `use one of ${LEVELS.join(', ')}`,
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/standardcapabilities.go',
    check: withCsv(function* (csv) {
      const { capabilities } = annotationsOf(csv) as { readonly capabilities?: string };
      if (capabilities !== undefined && !LEVELS.includes(capabilities)) {
        const message = `${JSON.stringify(capabilities)} is not a capability level`;
        yield { message, file: csv.file, path: ['metadata', 'annotations', 'capabilities'], value: capabilities };
      }
    }),
  },
];
