import { OPERATOR_RULES } from './operator-rules';
import type { PolicyRule } from './policy-rule';
import { REGISTRY_RULE } from './registry-rule';
import { RIGHTS_RULES } from './rights-rules';

/** All rules of policies, in the order of their findings. */
export const ALL_RULES: readonly PolicyRule[] = [...OPERATOR_RULES, REGISTRY_RULE, ...RIGHTS_RULES];
