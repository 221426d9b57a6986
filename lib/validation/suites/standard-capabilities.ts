import { annotationsOf, withCsv } from '../csv-parts';
import type { Rule } from '../rule';
import { FindingSeverity } from '../severity';

/** The levels of what an operator can do, from the lowest to the highest. */
const LEVELS = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];

/** The annotation `capabilities`. */
export const STANDARD_CAPABILITIES_RULES: readonly Rule[] = [
  {
    id: 'capabilities',
    severity: FindingSeverity.ERROR,
    summary: 'the annotation capabilities names a level that OperatorHub knows',
    remedy: `use one of ${LEVELS.join(', ')}`,
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/standardcapabilities.go',
    check: withCsv(function* (csv) {
      const { capabilities } = annotationsOf(csv) as { readonly capabilities?: string };
      if (capabilities !== undefined && !LEVELS.includes(capabilities)) {
        const message = `${JSON.stringify(capabilities)} is no level of capability`;
        yield { message, file: csv.file, path: ['metadata', 'annotations', 'capabilities'], value: capabilities };
      }
    }),
  },
];
