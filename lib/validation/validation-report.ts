import { optionProblem } from '../formats/options/check-options';
import { type FoundFindings, sortedFindings, withoutRepetitions } from './findings';
import { FindingSeverity, type RuleDescription, type SilencedFinding, type ValidationFinding } from './model/finding';
import type { RuleSetting } from './model/rule-setting';
import { jUnitReport } from './output/junit';
import type { FileReportOptions, TextReportOptions } from './output/report-content';
import { sarifReport } from './output/sarif';
import { textReport } from './output/text';
import { printableJson } from '../formats/json/printable-json';
import { printableMessage } from '../text/printable';

/** Immutable result of validating a bundle. */
export class ValidationReport {
  /** @internal */
  public static _of(
    source: string,
    rules: readonly RuleDescription[],
    found: FoundFindings,
    settings: readonly RuleSetting[],
  ): ValidationReport {
    return new ValidationReport(source, rules, found, settings);
  }

  /**
   * Returns the report with the messages of some findings in other words.
   *
   * @param reword returns the message of a finding
   * @internal
   */
  public _reworded(reword: (finding: ValidationFinding) => string): ValidationReport {
    const reworded = (finding: ValidationFinding): ValidationFinding => Object.freeze({ ...finding, message: reword(finding) });
    return Object.assign(Object.create(ValidationReport.prototype) as ValidationReport, this, {
      findings: Object.freeze(this.findings.map(reworded)),
      silenced: Object.freeze(this.silenced.map(({ finding, reason }) => Object.freeze({ finding: reworded(finding), reason }))),
    });
  }

  /** Path or image of the bundle, as passed. */
  public readonly source: string;

  /** Rules that ran, in the order of their suites. */
  public readonly rules: RuleDescription[];

  /** Findings, sorted by file, line and rule. */
  public readonly findings: ValidationFinding[];

  /** Silenced findings, in the same order. */
  public readonly silenced: SilencedFinding[];

  /** Number of errors. */
  public readonly errors: number;

  /** Number of warnings. */
  public readonly warnings: number;

  /** Whether no finding is an error. */
  public readonly passed: boolean;

  private constructor(
    source: string,
    rules: readonly RuleDescription[],
    found: FoundFindings,
    settings: readonly RuleSetting[],
  ) {
    const active: ValidationFinding[] = [];
    const consequences = new Set<ValidationFinding>();
    const silenced: SilencedFinding[] = [];
    for (const finding of sortedFindings(found.findings)) {
      const applied = settings.filter((setting) => setting._appliesTo(finding));
      const reason = applied.find((setting) => setting.reason !== undefined)?.reason;
      const adjusted = { ...finding, severity: applied.reduce((severity, setting) => setting.severity ?? severity, finding.severity) };
      if (reason === undefined) {
        active.push(Object.freeze(adjusted));
        if (found.consequences.has(finding)) {
          consequences.add(adjusted);
        }
      } else {
        silenced.push(Object.freeze({ finding: Object.freeze(adjusted), reason }));
      }
    }
    const findings = withoutRepetitions(active, consequences);
    this.source = source;
    this.rules = Object.freeze([...rules]) as RuleDescription[];
    this.findings = Object.freeze(findings) as ValidationFinding[];
    this.silenced = Object.freeze(silenced) as SilencedFinding[];
    this.errors = findings.filter(({ severity }) => severity === FindingSeverity.ERROR).length;
    this.warnings = findings.length - this.errors;
    this.passed = this.errors === 0;
  }

  /**
   * Returns the report as human-readable text: findings by file, each with its remedy, and a summary.
   *
   * @param options color and width
   * @throws Error if an option is unknown, or the width is not a positive integer
   */
  public toText(options: TextReportOptions = {}): string {
    checkTextOptions(options);
    return textReport(this, options);
  }

  /**
   * Returns the report as JSON, for programs: `source`, `passed`, `errors`, `warnings`, `findings` and `silenced`, with the same values as these
   * properties.
   */
  public toJson(): string {
    const { source, passed, errors, warnings, findings, silenced } = this;
    return `${printableJson({ source, passed, errors, warnings, findings, silenced })}\n`;
  }

  /**
   * Returns the report as SARIF 2.1.0, which GitHub, GitLab and editors show next to the code.
   *
   * @param options folder of the bundle
   * @throws Error if an option is unknown
   *
   * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
   */
  public toSarif(options: FileReportOptions = {}): string {
    checkFileOptions('toSarif', options);
    return sarifReport(this, options);
  }

  /**
   * Returns the report as JUnit XML, which CI servers show as tests: a test suite for each suite, a test for each rule, failed if
   * it found an error, skipped if all its findings are silenced.
   *
   * @param options folder of the bundle
   * @throws Error if an option is unknown
   *
   * @see https://github.com/testmoapp/junitxml
   */
  public toJUnit(options: FileReportOptions = {}): string {
    checkFileOptions('toJUnit', options);
    return jUnitReport(this, options);
  }
}

function checkTextOptions(options: TextReportOptions): void {
  refuse(optionProblem({ what: 'options of toText' }, 'TextReportOptions', options));
  const { width } = options;
  if (width !== undefined && (!Number.isSafeInteger(width) || width < 1)) {
    refuse(`width in options of toText must be a positive integer, got ${String(width)}`);
  }
}

function checkFileOptions(method: 'toSarif' | 'toJUnit', options: FileReportOptions): void {
  refuse(optionProblem({ what: `options of ${method}` }, 'FileReportOptions', options));
}

function refuse(message: string | undefined): void {
  if (message !== undefined) {
    throw new Error(printableMessage(message));
  }
}
