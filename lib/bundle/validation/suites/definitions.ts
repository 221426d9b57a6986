import type { RuleFault } from './content';
import { checkContent, CONTENT_RULES } from './content';
import type { Fault, Rule } from '../rule';
import { ValidationSuite } from '../suite';
import type { BundleViews } from '../views';
import { BUNDLE_RULES } from './bundle';
import { CRD_RULES } from './crd';
import { CSV_RULES } from './csv';
import type { ViewRule } from './format';
import { ANNOTATION_RULES, FOLDER_RULES } from './format';
import { LOADING } from './load';

/** A suite: what it consists of, and how it runs. */
export interface SuiteDefinition {
  /** The suite. */
  readonly suite: ValidationSuite;

  /** The names that upstream's tools have for it. */
  readonly names: readonly string[];

  /** Whether upstream selects it with `suite=operatorframework`. */
  readonly recommended: boolean;

  /** The rules. */
  readonly rules: readonly RuleData[];

  /** Finds every breach. */
  readonly run: (views: BundleViews) => Iterable<RuleFault>;
}

/** A rule without its check. */
type RuleData = Omit<Rule, 'check'>;

/** All suites. */
export const SUITES: readonly SuiteDefinition[] = [
  {
    suite: ValidationSuite.FORMAT,
    names: [],
    recommended: false,
    rules: [...FOLDER_RULES, ...ANNOTATION_RULES],
    *run(views) {
      const folders = [...ofViews(FOLDER_RULES, views)];
      yield* folders.length > 0 ? folders : ofViews(ANNOTATION_RULES, views);
    },
  },
  { suite: ValidationSuite.CONTENT, names: [], recommended: false, rules: [...CONTENT_RULES, ...CSV_RULES, ...CRD_RULES], run: checkContent },
  loaded(ValidationSuite.DEFAULT, [...CSV_RULES, ...CRD_RULES, ...BUNDLE_RULES]),
];

/** A suite of rules that see the bundle as operator-sdk's loader leaves it; what it refuses is told instead where it does. */
function loaded(suite: ValidationSuite, rules: readonly Rule[], names: readonly string[] = [suite], recommended = false): SuiteDefinition {
  return {
    suite,
    names,
    recommended,
    rules: [...LOADING, ...rules],
    *run({ api }) {
      for (const fault of api.faults) {
        yield { rule: LOADING.find(({ id }) => id === fault.rule)!, fault };
      }
      for (const rule of api.subject === undefined ? [] : rules) {
        yield* each(rule, rule.check(api.subject!));
      }
    },
  };
}

function* ofViews(rules: readonly ViewRule[], views: BundleViews): Iterable<RuleFault> {
  for (const rule of rules) {
    yield* each(rule, rule.check(views));
  }
}

function* each(rule: RuleData, faults: Iterable<Fault>): Iterable<RuleFault> {
  for (const fault of faults) {
    yield { rule, fault };
  }
}
