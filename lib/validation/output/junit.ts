import { defined } from '../../formats/json/defined';
import { printable } from '../../text/printable';
import { xmlAttribute, xmlText } from '../../text/xml';
import { FindingSeverity, type RuleDescription, type SilencedFinding, type ValidationFinding } from '../model/finding';
import { fileInFolder, type FileReportOptions, type PlacedReport, type ReportContent } from './report-content';

/** Returns the report as JUnit XML: each rule is a test. */
export function jUnitReport(report: ReportContent, options: FileReportOptions): string {
  return documentOf(report.source, suitesOf(report, options));
}

/** Returns several reports as one JUnit XML document, in which the name of each suite is prefixed with that of its bundle. */
export function jUnitReports(reports: readonly PlacedReport[]): string {
  return reports.length === 1 ? jUnitReport(reports[0]!.report, reports[0]!.options)
    : documentOf('olm-constructs', reports.flatMap(({ report, options }) => suitesOf(report, options, `${report.source}: `)));
}

function suitesOf(report: ReportContent, { folder }: FileReportOptions, prefix = ''): SuiteXml[] {
  const { rules, silenced } = report;
  const findings = report.findings.map((finding) => inFolder(finding, folder));
  return [...new Set(rules.map(({ suite }) => suite))].map((suite) => suiteXml(suite, `${prefix}${suite}`, {
    rules: rules.filter((rule) => rule.suite === suite),
    findings: findings.filter((finding) => finding.suite === suite),
    silenced: silenced.filter(({ finding }) => finding.suite === suite),
  }));
}

function documentOf(name: string, suites: readonly SuiteXml[]): string {
  const failures = suites.reduce((sum, suite) => sum + suite.failures, 0);
  const tests = suites.reduce((sum, suite) => sum + suite.tests, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, tests, failures, errors: 0 })}>`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n');
}

function inFolder(finding: ValidationFinding, folder: string | undefined): ValidationFinding {
  return finding.file === undefined ? finding : { ...finding, file: fileInFolder(finding.file, folder) };
}

interface SuiteContent {
  readonly rules: readonly RuleDescription[];
  readonly findings: readonly ValidationFinding[];
  readonly silenced: readonly SilencedFinding[];
}

interface SuiteXml {
  readonly tests: number;
  readonly failures: number;
  readonly lines: readonly string[];
}

function suiteXml(suite: string, name: string, { rules, findings, silenced }: SuiteContent): SuiteXml {
  const cases = rules.map((rule) => caseXml(suite, rule, {
    findings: findings.filter(({ ruleId }) => ruleId === rule.id),
    silenced: silenced.filter(({ finding }) => finding.ruleId === rule.id),
  }));
  const failures = cases.filter(({ result }) => result === 'failed').length;
  const skipped = cases.filter(({ result }) => result === 'skipped').length;
  const lines = [
    `  <testsuite${attributes({ name, tests: cases.length, failures, errors: 0, skipped })}>`,
    ...cases.flatMap((each) => each.lines.map((line) => `    ${line}`)),
    '  </testsuite>',
  ];
  return { tests: cases.length, failures, lines };
}

interface CaseXml {
  readonly result: 'failed' | 'passed' | 'skipped';
  readonly lines: readonly string[];
}

/**
 * Returns the test of a rule. It has at most one failure, which contains all errors, because tools that read the format only show one. Warnings are
 * included as output.
 */
function caseXml(suite: string, { id, summary }: RuleDescription, { findings, silenced }: Omit<SuiteContent, 'rules'>): CaseXml {
  const errors = findings.filter(({ severity }) => severity === FindingSeverity.ERROR);
  const warnings = findings.filter(({ severity }) => severity === FindingSeverity.WARNING);
  const open = `<testcase${attributes({ name: `${id}: ${summary}`, classname: `${suite}.${id}`, ...fileOf(errors[0] ?? warnings[0]) })}`;
  const first = errors[0];
  const body = [
    ...(first === undefined
      ? []
      : [`  <failure${attributes({ message: first.message, type: id })}>${xmlText(errors.map(findingText).join('\n'))}</failure>`]),
    ...(findings.length === 0 && silenced.length > 0 ? [`  <skipped${attributes({ message: silenced[0]!.reason })}/>`] : []),
    ...(warnings.length === 0 ? [] : [`  <system-out>${xmlText(warnings.map(findingText).join('\n'))}</system-out>`]),
  ];
  const result = errors.length > 0 ? 'failed' : findings.length === 0 && silenced.length > 0 ? 'skipped' : 'passed';
  return { result, lines: body.length === 0 ? [`${open}/>`] : [`${open}>`, ...body, '</testcase>'] };
}

function fileOf(finding: ValidationFinding | undefined): { readonly [name: string]: string | number } {
  const { file, line } = finding ?? {};
  return { ...defined({ file, line }) };
}

function findingText({ file, line, column, severity, message, remedy }: ValidationFinding): string {
  const position = [file, line, column].filter((part) => part !== undefined).join(':');
  return printable(`${position === '' ? '' : `${position}: `}${severity}: ${message}; ${remedy}`);
}

function attributes(values: { readonly [name: string]: string | number }): string {
  return Object.entries(values).map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`).join('');
}
