import type { BundleView } from '../model/bundle-view';
import type { Fault, Rule } from '../model/rule';
import { ValidationSuite } from '../model/suite';
import type { ToolViews } from '../views/tool-views';
import { ALPHA_DEPRECATED_APIS_RULES } from './alpha-deprecated-apis';
import { BUNDLE_RULES } from './bundle';
import { COMMUNITY_RULES } from './community';
import { checkContent, CONTENT_RULES, type RuleFault } from './content';
import { CRD_RULES } from './crd';
import { CSV_RULES } from './csv';
import { DEPENDENCY_RULES } from './dependencies';
import { ANNOTATION_RULES, FOLDER_RULES, type ViewRule } from './format';
import { GOOD_PRACTICES_RULES } from './good-practices';
import { LOAD_RULES } from './load-rules';
import { MULTIARCH_RULES } from './multiarch';
import { OBJECT_RULES } from './object';
import { OLM_CONSTRUCTS_RULES } from './olm-constructs';
import { OPERATOR_GROUP_RULES } from './operator-group';
import { OPERATORHUB_RULES } from './operatorhub';
import { OPERATORHUB_V2_RULES } from './operatorhub-v2';
import { PACKAGE_MANIFEST_RULES } from './package-manifest';
import { STANDARD_CAPABILITIES_RULES } from './standard-capabilities';
import { STANDARD_CATEGORIES_RULES } from './standard-categories';

/** A suite: its rules, and how to run them. */
export interface SuiteDefinition {
  /** The suite. */
  readonly suite: ValidationSuite;

  /** Names of the suite in upstream's tools. */
  readonly names: readonly string[];

  /** Whether upstream selects it with `suite=operatorframework`. */
  readonly recommended: boolean;

  /** The rules. */
  readonly rules: readonly RuleData[];

  /** Runs the rules, and yields every fault. */
  readonly run: (views: ToolViews) => Iterable<RuleFault>;
}

/** A rule without its check. */
type RuleData = Omit<Rule, 'check'>;

/** Upstream selects the suite with `suite=operatorframework`. */
const RECOMMENDED = true;

/** All suites. */
export const SUITES: readonly SuiteDefinition[] = [
  {
    suite: ValidationSuite.FORMAT,
    names: [],
    recommended: false,
    rules: [...FOLDER_RULES, ...ANNOTATION_RULES, ...DEPENDENCY_RULES],
    *run(views) {
      const folders = [...ofViews(FOLDER_RULES, views)];
      if (folders.length > 0) {
        yield* folders;
      } else {
        yield* ofViews(ANNOTATION_RULES, views);
        yield* ofView(DEPENDENCY_RULES, views.complete);
      }
    },
  },
  { suite: ValidationSuite.CONTENT, names: [], recommended: false, rules: [...CONTENT_RULES, ...CSV_RULES, ...CRD_RULES], run: checkContent },
  loaded(ValidationSuite.DEFAULT, [...CSV_RULES, ...CRD_RULES, ...BUNDLE_RULES]),
  loaded(ValidationSuite.OPERATORHUB_V2, OPERATORHUB_V2_RULES, RECOMMENDED),
  loaded(ValidationSuite.STANDARD_CAPABILITIES, STANDARD_CAPABILITIES_RULES, RECOMMENDED),
  loaded(ValidationSuite.STANDARD_CATEGORIES, STANDARD_CATEGORIES_RULES, RECOMMENDED),
  loaded(ValidationSuite.GOOD_PRACTICES, GOOD_PRACTICES_RULES, RECOMMENDED),
  loaded(ValidationSuite.ALPHA_DEPRECATED_APIS, ALPHA_DEPRECATED_APIS_RULES, RECOMMENDED),
  loaded(ValidationSuite.MULTIARCH, MULTIARCH_RULES, RECOMMENDED),
  loaded(ValidationSuite.OBJECT, OBJECT_RULES, RECOMMENDED),
  loaded(ValidationSuite.OPERATOR_GROUP, OPERATOR_GROUP_RULES, RECOMMENDED),
  loaded(ValidationSuite.OPERATORHUB, OPERATORHUB_RULES),
  loaded(ValidationSuite.COMMUNITY, COMMUNITY_RULES),
  ofFiles(ValidationSuite.PACKAGE_MANIFEST, PACKAGE_MANIFEST_RULES),
  ofFiles(ValidationSuite.OLM_CONSTRUCTS, OLM_CONSTRUCTS_RULES),
];

/** Returns a suite of rules for everything that can be read of the bundle. operator-sdk does not have this suite. */
function ofFiles(suite: ValidationSuite, rules: readonly Rule[]): SuiteDefinition {
  return { suite, names: [suite], recommended: false, rules, run: ({ complete }) => ofView(rules, complete) };
}

/** Returns a suite of rules for the bundle as loaded by operator-sdk. If it cannot be loaded, the reasons are reported instead. */
function loaded(suite: ValidationSuite, rules: readonly Rule[], recommended = false): SuiteDefinition {
  return {
    suite,
    names: [suite],
    recommended,
    rules: [...LOAD_RULES, ...rules],
    *run({ loaded }) {
      for (const fault of loaded.faults) {
        yield { rule: LOAD_RULES.find(({ id }) => id === fault.rule)!, fault };
      }
      if (loaded.view !== undefined) {
        yield* ofView(rules, loaded.view);
      }
    },
  };
}

function* ofViews(rules: readonly ViewRule[], views: ToolViews): Iterable<RuleFault> {
  for (const rule of rules) {
    yield* each(rule, rule.check(views));
  }
}

function* ofView(rules: readonly Rule[], view: BundleView): Iterable<RuleFault> {
  for (const rule of rules) {
    yield* each(rule, rule.check(view));
  }
}

function* each(rule: RuleData, faults: Iterable<Fault>): Iterable<RuleFault> {
  for (const fault of faults) {
    yield { rule, fault };
  }
}
