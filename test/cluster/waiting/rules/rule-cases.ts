import { CLUSTER_CASES } from './cluster-cases';
import { CSV_CASES } from './csv-cases';
import { POD_CASES } from './pod-cases';
import { RESOLUTION_CASES } from './resolution-cases';
import { RuleCase } from './rule-case';

/** Cases of all rules: problems that they find, and objects without problems. */
export const RULE_CASES: readonly RuleCase[] = [...CLUSTER_CASES, ...CSV_CASES, ...POD_CASES, ...RESOLUTION_CASES];
