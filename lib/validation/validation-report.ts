import type { SilencedFinding, ValidationFinding, ValidationRule } from '../finding';
import { inOrder } from '../findings';
import type { RuleSetting } from '../rule-setting';
import { FindingSeverity } from '../severity';
import { jUnitReport, sarifReport, textReport } from './on-demand';

/** What a report as text looks like. */
export interface TextReportOptions {
  /**
   * Whether text is coloured, with the escapes that terminals know. To follow the terminal that a program writes to, ask Node:
   * `report.toText({ color: process.stdout.isTTY && process.stdout.hasColors() })`, which also follows `NO_COLOR` and `FORCE_COLOR`.
   *
   * @default false
   */
  readonly color?: boolean;

  /**
   * How many columns lines may take; only what cannot be broken is longer.
   *
   * @default 120
   */
  readonly width?: number;
}

/** How files are named in a report that other programs read. */
export interface FileReportOptions {
  /**
   * The folder of the bundle, from the root of the repository on, such as `operator/bundle`. Files are named with it then, so that they
   * are found in the repository.
   *
   * @default - files are named as they are inside the bundle
   */
  readonly folder?: string;
}

/** What validation found in a bundle. It does not change. */
export class ValidationReport {
  /** @internal */
  public static _of(
    source: string,
    rules: readonly ValidationRule[],
    findings: readonly ValidationFinding[],
    settings: readonly RuleSetting[],
  ): ValidationReport {
    return new ValidationReport(source, rules, findings, settings);
  }

  /** Where the bundle was read from, as it was given. */
  public readonly source: string;

  /** The rules that ran, in the order of their suites. */
  public readonly rules: ValidationRule[];

  /** What was found, in the order of files, lines and rules. */
  public readonly findings: ValidationFinding[];

  /** What was found and silenced, in the same order. */
  public readonly silenced: SilencedFinding[];

  /** How many findings are errors. */
  public readonly errors: number;

  /** How many findings are warnings. */
  public readonly warnings: number;

  /** Whether no finding is an error. */
  public readonly passed: boolean;

  private constructor(
    source: string,
    rules: readonly ValidationRule[],
    found: readonly ValidationFinding[],
    settings: readonly RuleSetting[],
  ) {
    const findings: ValidationFinding[] = [];
    const silenced: SilencedFinding[] = [];
    for (const finding of inOrder(found)) {
      const concerning = settings.filter((setting) => setting._concerns(finding));
      const reason = concerning.find((setting) => setting.reason !== undefined)?.reason;
      const weighed = { ...finding, severity: concerning.reduce((severity, setting) => setting.severity ?? severity, finding.severity) };
      if (reason === undefined) {
        findings.push(Object.freeze(weighed));
      } else {
        silenced.push(Object.freeze({ finding: Object.freeze(weighed), reason }));
      }
    }
    this.source = source;
    this.rules = Object.freeze([...rules]) as ValidationRule[];
    this.findings = Object.freeze(findings) as ValidationFinding[];
    this.silenced = Object.freeze(silenced) as SilencedFinding[];
    this.errors = findings.filter(({ severity }) => severity === FindingSeverity.ERROR).length;
    this.warnings = findings.length - this.errors;
    this.passed = this.errors === 0;
  }

  /**
   * The report for people: findings by file, each with its remedy, and a line that sums up.
   *
   * @param options colour and width
   */
  public toText(options: TextReportOptions = {}): string {
    return textReport(this, options);
  }

  /** The report as JSON, for programs: `source`, `passed`, `errors`, `warnings`, `findings` and `silenced` as they are here. */
  public toJson(): string {
    const { source, passed, errors, warnings, findings, silenced } = this;
    return `${JSON.stringify({ source, passed, errors, warnings, findings, silenced }, undefined, 2)}\n`;
  }

  /**
   * The report as SARIF 2.1.0, which GitHub, GitLab and editors show beside the code.
   *
   * @param options how files are named
   *
   * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
   */
  public toSarif(options: FileReportOptions = {}): string {
    return sarifReport(this, options);
  }

  /**
   * The report as JUnit XML, which CI servers show as tests: a suite of tests for each suite of rules, a test for each rule, failed where
   * it found an error, skipped where all that it found was silenced.
   *
   * @param options how files are named
   *
   * @see https://github.com/testmoapp/junitxml
   */
  public toJUnit(options: FileReportOptions = {}): string {
    return jUnitReport(this, options);
  }
}
