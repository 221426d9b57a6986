import { selectorTerms } from '../../formats/schema/label-selector';
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
import { checkLoading, LOADING_RULES } from './loading';
import { MULTIARCH_RULES } from './multiarch';
import { OBJECT_RULES, OPERATOR_GROUP_RULES } from './object';
import { CLUSTER_RULES } from './olm-constructs/cluster';
import { OPERATORHUB_RULES, OPERATORHUB_V2_RULES, STANDARD_CAPABILITIES_RULES, STANDARD_CATEGORIES_RULES } from './operatorhub';
import { OLM_CONSTRUCTS_RULES, OLM_V0_RULES } from './own-rules';
import { PACKAGE_MANIFEST_RULES } from './package-manifest';
import { LOAD_RULES } from './read-rules';
import { printableMessage, quotedString } from '../../text/printable';

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
  { suite: ValidationSuite.LOADING, names: [ValidationSuite.LOADING], recommended: false, rules: LOADING_RULES, run: checkLoading },
  ofFiles(ValidationSuite.OLM_V0, OLM_V0_RULES),
  ofFiles(ValidationSuite.CLUSTER, CLUSTER_RULES),
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

const TERM = /^\s*([\w./-]+)\s*(?:(=|==|!=)\s*([\w.-]+)|(in|notin)\s*\(([\w.,\s-]+)\))\s*$/;

/** Label value of the suites that upstream recommends. */
const RECOMMENDED_LABEL = 'operatorframework';

/**
 * Returns the suites that a label selector selects, as `--select-optional` of operator-sdk does: `name=good-practices`, `suite=operatorframework`,
 * `name in (object,multiarch)`, or several requirements separated by commas.
 *
 * Unlike operator-sdk, it rejects unknown labels and values, which would silently select nothing, or everything with `!=`.
 *
 * @throws Error when the selector is invalid, names an unknown label or value, or selects nothing
 */
export function suitesByLabel(selector: string, suites: readonly SuiteDefinition[]): SuiteDefinition[] {
  const requirements = selectorTerms(selector).map((term) => requirementOf(selector, term, suites));
  const selected = suites.filter((suite) => suite.names.length > 0 && requirements.every((requirement) => requirement(suite)));
  if (selected.length === 0) {
    throw new Error(printableMessage(`the label selector ${JSON.stringify(selector)} selects no suite; remove one of its requirements`));
  }
  return selected;
}

function requirementOf(selector: string, term: string, suites: readonly SuiteDefinition[]): (suite: SuiteDefinition) => boolean {
  const match = TERM.exec(term);
  if (match === null) {
    const message = `the label selector ${JSON.stringify(selector)} is invalid at ${JSON.stringify(term.trim())}`;
    throw new Error(printableMessage(`${message}; write requirements such as name=object, suite!=${RECOMMENDED_LABEL} or name in (object,multiarch)`));
  }
  const [, label, operator, value, setOperator, values] = match;
  const listed = values === undefined ? [value!] : values.split(',').map((each) => each.trim());
  const valuesOf = LABELS.get(label!);
  if (valuesOf === undefined) {
    throw new Error(printableMessage(`unknown label '${label!}' in the label selector ${quotedString(selector)}; known labels: ${quoted([...LABELS.keys()])}`));
  }
  const known = [...new Set(suites.flatMap(valuesOf))];
  const unknown = listed.find((each) => !known.includes(each));
  if (unknown !== undefined) {
    throw new Error(printableMessage(`unknown value '${unknown}' of the label ${label!} in the label selector ${quotedString(selector)}; known values: ${quoted(known)}`));
  }
  const negated = operator === '!=' || setOperator === 'notin';
  return (suite) => valuesOf(suite).some((found) => listed.includes(found)) !== negated;
}

/** Values of a suite, by label. */
const LABELS: ReadonlyMap<string, (suite: SuiteDefinition) => readonly string[]> = new Map([
  ['name', ({ names }) => names],
  ['suite', ({ recommended }) => (recommended ? [RECOMMENDED_LABEL] : [])],
]);

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
