import { defined } from '../formats/json/defined';
import { printableMessage } from '../text/printable';
import { CUSTOM, FindingFactory, type FoundFindings, linkOf } from './findings';
import type { BundleView } from './model/bundle-view';
import type { RuleDescription, ValidationFinding } from './model/finding';
import type { RuleSetting } from './model/rule-setting';
import { ValidationSuite } from './model/suite';
import { type IValidationRule, ValidatedBundle } from './model/validation-rule';
import type { RuleFault } from './suites/content';
import { type SuiteDefinition, SUITES, suitesByLabel } from './suites/definitions';
import { LOAD_RULES, READ_RULES } from './suites/read-rules';
import { ToolViews } from './views/tool-views';

/** Options that select rules. */
export interface RuleOptions {
  readonly suites?: readonly ValidationSuite[];
  readonly labels?: readonly string[];
  readonly only?: readonly string[];
  readonly rules?: readonly RuleSetting[];
  readonly customRules?: readonly IValidationRule[];
}

const DEFAULT_SUITES: readonly ValidationSuite[] = [
  ValidationSuite.FORMAT, ValidationSuite.DEFAULT, ValidationSuite.LOADING, ValidationSuite.OLM_V0,
  ValidationSuite.CLUSTER,
];

/** Runs the selected rules. */
export class RuleRunner {
  readonly #suites: readonly SuiteDefinition[];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #customRules: readonly IValidationRule[];

  /** The rules, as reports describe them. */
  public readonly rules: readonly RuleDescription[];

  /**
   * @param options selection of rules
   * @throws Error if a rule or label is unknown, or the ID of a custom rule is already taken
   */
  public constructor(options: RuleOptions) {
    this.#customRules = options.customRules ?? [];
    this.#only = options.only === undefined ? undefined : new Set(options.only);
    checkIds(this.#customRules, [...(options.only ?? []), ...(options.rules ?? []).map(({ ruleId }) => ruleId)]);
    const named = options.suites ?? (options.only === undefined ? DEFAULT_SUITES : SUITES.map(({ suite }) => suite));
    const labelled = new Set((options.labels ?? []).flatMap((selector) => suitesByLabel(selector, SUITES)));
    this.#suites = SUITES.filter((definition) => (
      (named.includes(definition.suite) || labelled.has(definition)) && definition.rules.some(({ id }) => this.#runs(id))
    ));
    this.rules = this.#described();
  }

  /**
   * Runs the rules.
   *
   * @param view everything that can be read of the bundle
   * @param unreadable whether nothing of the bundle can be read, so that only the reasons are reported
   */
  public run(view: BundleView, unreadable: boolean): FoundFindings {
    const factory = new FindingFactory(view);
    const consequences = new Set<ValidationFinding>();
    const findings = readingFaults(view).map((fault) => factory.finding(ValidationSuite.FORMAT, fault));
    if (unreadable) {
      return { findings, consequences };
    }
    const views = new ToolViews(view);
    for (const { suite, run } of this.#suites) {
      for (const fault of run(views)) {
        if (this.#runs(fault.rule.id) || isLoading(fault.rule.id)) {
          const finding = factory.finding(suite, fault);
          findings.push(finding);
          if (fault.fault.isConsequence === true) {
            consequences.add(finding);
          }
        }
      }
    }
    const bundle = this.#customRules.length > 0 ? ValidatedBundle._of(view) : undefined;
    for (const rule of this.#customRules.filter(({ id }) => this.#runs(id))) {
      for (const fault of customFaults(rule, bundle!, view)) {
        findings.push(factory.finding(CUSTOM, fault));
      }
    }
    return { findings, consequences };
  }

  #runs(id: string): boolean {
    return this.#only === undefined || this.#only.has(id);
  }

  #described(): RuleDescription[] {
    const ofSuites = this.#suites.flatMap(({ suite, rules }) => rules.map((rule) => described(suite, rule)));
    const reading = READ_RULES.map((rule) => described(ValidationSuite.FORMAT, rule));
    const custom = this.#customRules.map((rule) => described(CUSTOM, ruleData(rule)));
    return [...reading, ...ofSuites.filter(({ id }) => this.#runs(id) || isLoading(id)), ...custom.filter(({ id }) => this.#runs(id))];
  }
}

/** Whether a rule reports that the other rules of its suite could not run. Such a rule always runs, because otherwise the bundle would look valid. */
function isLoading(id: string): boolean {
  return LOAD_RULES.some((rule) => rule.id === id);
}

function described(suite: string, { id, severity, summary, remedy, source }: Omit<RuleDescription, 'suite'>): RuleDescription {
  return { id, suite, severity, summary, remedy, source, ...defined({ link: linkOf(suite, id) }) };
}

function ruleData({ id, severity, summary, remedy, source = id }: IValidationRule): Omit<RuleDescription, 'suite'> {
  return { id, severity, summary, remedy, source };
}

function checkIds(customRules: readonly IValidationRule[], named: readonly string[]): void {
  const ids = new Set([...READ_RULES, ...SUITES.flatMap(({ rules }) => rules)].map(({ id }) => id));
  for (const { id } of customRules) {
    if (ids.has(id)) {
      throw new Error(printableMessage(`the rule ID ${JSON.stringify(id)} is already taken; use another ID for your own rule`));
    }
    ids.add(id);
  }
  for (const id of named) {
    if (!ids.has(id)) {
      const family = [...ids].filter((known) => known.split('-')[0] === id.split('-')[0]);
      const hint = family.length > 0 ? `; did you mean one of ${family.sort().join(', ')}?` : '';
      throw new Error(printableMessage(`unknown rule ID ${JSON.stringify(id)}${hint}`));
    }
  }
}

function readingFaults({ refused }: BundleView): RuleFault[] {
  return refused.map(({ code, message, file, line, column }) => ({
    rule: READ_RULES.find(({ codes }) => codes.length === 0 || codes.includes(code))!,
    fault: {
      message,
      ...defined({ file }),
      ...(line === undefined ? {} : { position: { line, column: column ?? 1 } }),
    },
  }));
}

function* customFaults(rule: IValidationRule, bundle: ValidatedBundle, view: BundleView): Iterable<RuleFault> {
  for (const { path, ...breach } of rule.check(bundle)) {
    const document = breach.file === undefined ? undefined : view.documents.get(breach.file);
    const found = path === undefined ? {} : { path: valuePath(document?.value, path) };
    yield { rule: ruleData(rule), fault: { ...breach, ...found } };
  }
}

/** Converts digits in a path to list indices if the value there is a list. */
function valuePath(value: unknown, path: readonly string[]): (string | number)[] {
  let at = value;
  return path.map((step) => {
    const key = Array.isArray(at) && /^[0-9]+$/.test(step) ? Number(step) : step;
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as { readonly [key: string]: unknown })[key] : undefined;
    return key;
  });
}
