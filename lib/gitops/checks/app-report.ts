import { defined } from '../../formats/json/defined';
import { deepFreeze } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { checkOptions } from '../../formats/options/check-options';
import { checkLink } from '../../text/documentation';
import { printable, printableMessage } from '../../text/printable';
import { FindingSeverity } from '../../validation/model/finding';
import type { ReportContent, ReportedFinding, TextReportOptions } from '../../validation/output/report-content';
import { sarifReport } from '../../validation/output/sarif';
import { textReport } from '../../validation/output/text';
import { alsoIn, firstPaths } from './finding-places';
import { printableJson } from '../../formats/json/printable-json';

/** A check of an app, or a rule of a policy, as described in reports. */
export interface AppCheck {
  /** ID, such as `package-twice`. IDs stay the same from release to release. */
  readonly id: string;

  /** Severity of its findings. */
  readonly severity: FindingSeverity;

  /** Requirement, in one sentence. */
  readonly summary: string;

  /** Remedy for a violation, in the imperative. */
  readonly remedy: string;

  /** Source: a link, or the name of the policy. */
  readonly source: string;
}

/** A finding in an app. */
export interface AppFinding {
  /** ID of the check, such as `package-twice`. */
  readonly id: string;

  /** Severity. */
  readonly severity: FindingSeverity;

  /**
   * Paths of the constructs that the finding is about, with the one to change first, in all clusters that have the problem. The path of the app
   * itself is an empty string. Empty for a waiver without a path.
   */
  readonly paths: string[];

  /** Paths of the `Cluster`s that have the problem, in their order. Empty for constructs outside of a `Cluster`. */
  readonly clusters: string[];

  /** Problem, with the value found. If several clusters have it, as it is in the first. */
  readonly message: string;

  /** Remedy, in the imperative. */
  readonly remedy: string;

  /** Source: a link, or the name of the policy. */
  readonly source: string;
}

/** A finding that a waiver accepts. */
export interface WaivedFinding {
  /** The finding. */
  readonly finding: AppFinding;

  /** Reason of the waiver. */
  readonly reason: string;
}

/** Options of `AppReport.toSarif`. */
export interface AppSarifOptions {
  /**
   * File of the program, relative to the root of the repository, such as `main.ts`. GitHub shows only findings with a file.
   *
   * @default - none: findings have the paths of constructs only
   */
  readonly file?: string;
}

/** Immutable result of checking an app. */
export class AppReport {
  /** @internal */
  public static _of(
    checks: readonly AppCheck[], findings: readonly AppFinding[], waived: readonly WaivedFinding[], unchecked: readonly string[] = [],
  ): AppReport {
    return new AppReport(checks, findings, waived, unchecked);
  }

  /**
   * Returns several reports as one, such as those of checks and policies.
   *
   * @param reports the reports, in the order of their findings
   */
  public static merged(reports: AppReport[]): AppReport {
    checkArguments('AppReport.merged', { reports });
    const checks = new Map(reports.flatMap((report) => report.checks).map((check) => [check.id, check]));
    const [findings, waived] = [reports.flatMap((report) => report.findings), reports.flatMap((report) => report.waived)];
    return new AppReport([...checks.values()], findings, waived, [...new Set(reports.flatMap(({ unchecked }) => unchecked))]);
  }

  /** Checks that ran, in order. */
  public readonly checks: AppCheck[];

  /** Findings, in the order of the clusters and of the checks; the same problem in several clusters is one finding. Unused waivers come last. */
  public readonly findings: AppFinding[];

  /** Findings that waivers accept, in the same order. */
  public readonly waived: WaivedFinding[];

  /** What the checks could not decide, because the app does not know the content of a catalog: a sentence for each operator. */
  public readonly unchecked: string[];

  /** Number of errors. */
  public readonly errors: number;

  /** Number of warnings. */
  public readonly warnings: number;

  /** Whether no finding is an error. */
  public readonly passed: boolean;

  private constructor(
    checks: readonly AppCheck[], findings: readonly AppFinding[], waived: readonly WaivedFinding[], unchecked: readonly string[],
  ) {
    this.checks = deepFreeze([...checks]);
    this.findings = deepFreeze([...findings]);
    this.waived = deepFreeze([...waived]);
    this.unchecked = deepFreeze([...unchecked]);
    this.errors = findings.filter(({ severity }) => severity === FindingSeverity.ERROR).length;
    this.warnings = findings.length - this.errors;
    this.passed = this.errors === 0;
  }

  /**
   * Returns the report as human-readable text: findings by construct, each with its remedy, a summary, and what is not checked.
   *
   * @param options color and width
   * @throws Error if an option is unknown, or the width is not a positive integer
   */
  public toText(options: TextReportOptions = {}): string {
    checkOptions('options of toText', 'TextReportOptions', options);
    const { width } = options;
    if (width !== undefined && (!Number.isSafeInteger(width) || width < 1)) {
      refuse(`width in options of toText must be a positive integer, got ${String(width)}`);
    }
    return [appText(this, options), ...this.unchecked.map((sentence) => `${printable(`not checked: ${sentence}`)}\n`)].join('');
  }

  /** Returns the report as JSON, for programs: `passed`, `errors`, `warnings`, `findings`, `waived` and `unchecked`, as in this class. */
  public toJson(): string {
    const { passed, errors, warnings, findings, waived, unchecked } = this;
    return `${printableJson({ passed, errors, warnings, findings, waived, unchecked })}\n`;
  }

  /**
   * Returns the report as SARIF 2.1.0, which GitHub and GitLab show on a pull request. The paths of constructs are logical locations.
   *
   * @param options file of the program
   * @throws Error if an option is unknown
   *
   * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
   */
  public toSarif(options: AppSarifOptions = {}): string {
    checkOptions('options of toSarif', 'AppSarifOptions', options);
    return appSarif(this, options.file);
  }
}

function refuse(message: string | undefined): void {
  if (message !== undefined) {
    throw new Error(printableMessage(message));
  }
}

/** Content of an `AppReport`. */
interface AppReportContent {
  readonly checks: readonly AppCheck[];
  readonly findings: readonly AppFinding[];
  readonly waived: readonly WaivedFinding[];
  readonly errors: number;
  readonly warnings: number;
  readonly passed: boolean;
}

const SUITE = 'app';

/** Returns the human-readable report, with constructs in place of files. */
function appText(report: AppReportContent, options: TextReportOptions): string {
  return textReport(contentOf(report, (path) => ({ file: path === '' ? 'the app as a whole' : path })), options);
}

/**
 * Returns the report as SARIF 2.1.0.
 *
 * @param file file of the program, if it is known
 */
function appSarif(report: AppReportContent, file: string | undefined): string {
  // An empty folder means the root of the repository.
  return sarifReport(contentOf(report, (path) => ({ path, ...defined({ file }) })), { folder: '' });
}

/** What the source of a rule begins with if the rule is of a policy. */
const POLICY = 'policy ';

/** Returns the source of the rules of a policy. @internal */
export function policySource(name: string): string {
  return `${POLICY}'${name}'`;
}

/** Returns the address of the documentation of a check, or undefined for a rule of a policy. */
function linkOf({ id, source }: Pick<AppCheck, 'id' | 'source'>): string | undefined {
  return source.startsWith(POLICY) ? undefined : checkLink(id);
}

function contentOf(report: AppReportContent, place: (path: string) => Pick<ReportedFinding, 'file' | 'path'>): ReportContent {
  const { checks, findings, waived, errors, warnings, passed } = report;
  const convert = (finding: AppFinding): ReportedFinding => {
    const { id, severity, clusters, message, remedy, source } = finding;
    const [first = '', ...others] = firstPaths(finding);
    return {
      ruleId: id, suite: SUITE, severity, message, remedy, source, ...defined({ link: linkOf(finding) }), ...place(first),
      ...(clusters.length < 2 ? {} : { elsewhere: { sentence: alsoIn(clusters), paths: others } }),
    };
  };
  return {
    source: 'the app',
    rules: checks.map((check) => ({ ...check, suite: SUITE, ...defined({ link: linkOf(check) }) })),
    findings: findings.map(convert),
    silenced: waived.map(({ finding, reason }) => ({ finding: convert(finding), reason })),
    silencedWord: 'waived',
    errors,
    warnings,
    passed,
  };
}
