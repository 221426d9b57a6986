import { FindingMaker } from './findings';
import type { ValidationFinding, ValidationRule } from './finding';
import { suitesByLabel } from './label-selector';
import type { RuleSetting } from './rule-setting';
import type { ValidationSubject } from './subject';
import { ValidationSuite } from './suite';
import type { RuleFault } from './suites/content';
import type { SuiteDefinition } from './suites/definitions';
import { SUITES } from './suites/definitions';
import { LOADING } from './suites/load';
import { READING } from './suites/read';
import type { IValidationRule } from './validation-rule';
import { ValidatedBundle } from './validation-rule';
import { BundleViews } from './views';

/** What the user selects. */
export interface SelectionOptions {
  readonly suites?: readonly ValidationSuite[];
  readonly labels?: readonly string[];
  readonly only?: readonly string[];
  readonly rules?: readonly RuleSetting[];
  readonly customRules?: readonly IValidationRule[];
}

const DEFAULT_SUITES: readonly ValidationSuite[] = [ValidationSuite.FORMAT, ValidationSuite.DEFAULT];
const CUSTOM = 'custom';

/** The rules that are to run. */
export class Selection {
  readonly #suites: readonly SuiteDefinition[];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #customRules: readonly IValidationRule[];

  /** The rules, as reports describe them. */
  public readonly rules: readonly ValidationRule[];

  /**
   * @param options what the user selects
   * @throws Error when it names a rule or label that does not exist, or gives a rule the id of another
   */
  public constructor(options: SelectionOptions) {
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
   * @param subject what can be read of the bundle
   * @param unreadable whether that is nothing, so that only the reason is to be told
   */
  public run(subject: ValidationSubject, unreadable: boolean): ValidationFinding[] {
    const maker = new FindingMaker(subject);
    const findings = readingFaults(subject).map((fault) => maker.finding(ValidationSuite.FORMAT, fault));
    if (unreadable) {
      return findings;
    }
    const views = new BundleViews(subject);
    for (const { suite, run } of this.#suites) {
      for (const fault of run(views)) {
        if (this.#runs(fault.rule.id) || isLoading(fault.rule.id)) {
          findings.push(maker.finding(suite, fault));
        }
      }
    }
    const bundle = this.#customRules.length > 0 ? ValidatedBundle._of(subject) : undefined;
    for (const rule of this.#customRules.filter(({ id }) => this.#runs(id))) {
      for (const fault of customFaults(rule, bundle!, subject)) {
        findings.push(maker.finding(CUSTOM, fault));
      }
    }
    return findings;
  }

  #runs(id: string): boolean {
    return this.#only === undefined || this.#only.has(id);
  }

  #described(): ValidationRule[] {
    const ofSuites = this.#suites.flatMap(({ suite, rules }) => rules.map((rule) => described(suite, rule)));
    const reading = READING.map((rule) => described(ValidationSuite.FORMAT, rule));
    const custom = this.#customRules.map((rule) => described(CUSTOM, ruleData(rule)));
    return [...reading, ...ofSuites.filter(({ id }) => this.#runs(id) || isLoading(id)), ...custom.filter(({ id }) => this.#runs(id))];
  }
}

/** Whether a rule tells that the others of its suite could not run; without it nothing found would look like nothing wrong. */
function isLoading(id: string): boolean {
  return LOADING.some((rule) => rule.id === id);
}

function described(suite: string, { id, severity, summary, remedy, source }: Omit<ValidationRule, 'suite'>): ValidationRule {
  return { id, suite, severity, summary, remedy, source };
}

function ruleData({ id, severity, summary, remedy, source = id }: IValidationRule): Omit<ValidationRule, 'suite'> {
  return { id, severity, summary, remedy, source };
}

function checkIds(customRules: readonly IValidationRule[], named: readonly string[]): void {
  const ids = new Set([...READING, ...SUITES.flatMap(({ rules }) => rules)].map(({ id }) => id));
  for (const { id } of customRules) {
    if (ids.has(id)) {
      throw new Error(`there is a rule of id ${JSON.stringify(id)} already; give your own rule another id`);
    }
    ids.add(id);
  }
  for (const id of named) {
    if (!ids.has(id)) {
      const family = [...ids].filter((known) => known.split('-')[0] === id.split('-')[0]);
      const hint = family.length > 0 ? `; did you mean one of ${family.sort().join(', ')}?` : '';
      throw new Error(`there is no rule of id ${JSON.stringify(id)}${hint}`);
    }
  }
}

function readingFaults({ refused }: ValidationSubject): RuleFault[] {
  return refused.map(({ code, message, file, line, column }) => ({
    rule: READING.find(({ codes }) => codes.length === 0 || codes.includes(code))!,
    fault: {
      message,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { position: { line, column: column ?? 1 } }),
    },
  }));
}

function* customFaults(rule: IValidationRule, bundle: ValidatedBundle, subject: ValidationSubject): Iterable<RuleFault> {
  for (const { path, ...breach } of rule.check(bundle)) {
    const document = breach.file === undefined ? undefined : subject.documents.get(breach.file);
    const found = path === undefined ? {} : { path: valuePath(document?.value, path) };
    yield { rule: ruleData(rule), fault: { ...breach, ...found } };
  }
}

/** Digits are the index of a list where a list stands there, and else a key. */
function valuePath(value: unknown, path: readonly string[]): (string | number)[] {
  let at = value;
  return path.map((step) => {
    const key = Array.isArray(at) && /^[0-9]+$/.test(step) ? Number(step) : step;
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as { readonly [key: string]: unknown })[key] : undefined;
    return key;
  });
}
