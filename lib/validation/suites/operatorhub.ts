import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';
import { OPERATORHUB_V2_RULES } from './operatorhub-v2';
import { STANDARD_CAPABILITIES_RULES } from './standard-capabilities';
import { STANDARD_CATEGORIES_RULES } from './standard-categories';

/** Requirements of OperatorHub.io, in the suite that upstream has split into three. */
export const OPERATORHUB_RULES: readonly Rule[] = [
  ...OPERATORHUB_V2_RULES,
  ...STANDARD_CAPABILITIES_RULES,
  ...STANDARD_CATEGORIES_RULES,
  {
    id: 'operatorhub-deprecated',
    severity: FindingSeverity.WARNING,
    summary: 'the deprecated suite operatorhub is not used',
    remedy: 'use the suites operatorhubv2, standardcapabilities and standardcategories',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/operatorhub.go',
    *check() {
      yield { message: 'the suite operatorhub is deprecated; operatorhubv2, standardcapabilities and standardcategories have the same rules' };
    },
  },
];
