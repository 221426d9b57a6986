import type { AppCheck, AppFinding, WaivedFinding } from './app-finding';
import { sarifReport } from '../../validation/output/sarif';
import { textReport } from '../../validation/output/text';
import type { ValidationFinding } from '../../validation/model/finding';
import type { ReportContent } from '../../validation/output/report-content';
import type { TextReportOptions } from '../../validation/output/report-options';

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
export function appText(report: AppReportContent, options: TextReportOptions): string {
  return textReport(contentOf(report, (path) => ({ file: path === '' ? 'the app as a whole' : path })), options);
}

/**
 * Returns the report as SARIF 2.1.0.
 *
 * @param file file of the program, if it is known
 */
export function appSarif(report: AppReportContent, file: string | undefined): string {
  // An empty folder means the root of the repository.
  return sarifReport(contentOf(report, (path) => ({ path, ...(file === undefined ? {} : { file }) })), { folder: '' });
}

function contentOf(report: AppReportContent, place: (path: string) => Pick<ValidationFinding, 'file' | 'path'>): ReportContent {
  const { checks, findings, waived, errors, warnings, passed } = report;
  const convert = ({ id, severity, paths, message, remedy, source }: AppFinding): ValidationFinding => (
    { ruleId: id, suite: SUITE, severity, message, remedy, source, ...place(paths[0] ?? '') }
  );
  return {
    source: 'the app',
    rules: checks.map((check) => ({ ...check, suite: SUITE })),
    findings: findings.map(convert),
    silenced: waived.map(({ finding, reason }) => ({ finding: convert(finding), reason })),
    silencedWord: 'waived',
    errors,
    warnings,
    passed,
  };
}
