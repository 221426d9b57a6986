import { gitHubCommand } from '../../text/github-command';
import { groupBy } from '../../text/group-by';
import { counted } from '../../text/phrases';
import { printable } from '../../text/printable';
import { wrapped } from '../../text/text-table';
import { FindingSeverity } from '../model/finding';
import { fileInFolder, type PlacedReport, type ReportContent, type ReportedFinding, type TextReportOptions } from './report-content';

const DEFAULT_WIDTH = 120;
const MIN_MESSAGE_WIDTH = 24;

/** Returns the report as human-readable text. */
export function textReport(report: ReportContent, { color = false, width = DEFAULT_WIDTH }: TextReportOptions): string {
  return new TextWriter(report, color, width).write();
}

/** Text styles. */
type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

const CODES: { readonly [style in Style]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
};

/** A row of a table of findings. */
interface Row {
  readonly position: string;
  readonly severity: string;
  readonly style: Style;
  readonly rule: string;
  readonly message: string;
  readonly remark: string | undefined;
}

class TextWriter {
  public constructor(
    private readonly report: ReportContent,
    private readonly color: boolean,
    private readonly width: number,
  ) {}

  public write(): string {
    const { findings, silenced, silencedWord = 'silenced', source } = this.report;
    const pages = new Set(findings.flatMap(({ link }) => link === undefined ? [] : [link.replace(/#.*/, '#RULE')]));
    const reasons = new Map(silenced.map(({ finding, reason }) => [finding, reason]));
    const blocks = [
      ...this.#byFile(findings, (file) => this.#style('bold', file), (rows) => rows.map((finding, index) => rowOf(finding, remedyAt(rows, index)))),
      ...this.#byFile(
        silenced.map(({ finding }) => finding),
        (file) => this.#style('dim', `${file} (${silencedWord})`),
        (rows) => rows.map((finding) => rowOf(finding, `${silencedWord}: ${reasons.get(finding)!}`)),
      ),
    ];
    const links = [...pages].map((page) => wrapped(`About each rule: ${page}`, this.width).map((line) => this.#style('dim', line)).join('\n'));
    return [this.#style('bold', printable(source)), ...blocks, ...links, this.#summary()].join('\n\n').concat('\n');
  }

  #byFile(
    findings: readonly ReportedFinding[],
    title: (file: string) => string,
    rowsOf: (findings: readonly ReportedFinding[]) => Row[],
  ): string[] {
    return [...groupBy(findings, ({ file }) => file)].map(([file, ofFile]) => {
      const rows = rowsOf(ofFile);
      return [title(printable(file ?? 'the bundle as a whole')), ...this.#table(rows)].join('\n');
    });
  }

  #table(rows: readonly Row[]): string[] {
    const position = maxLength(rows.map((row) => row.position));
    const severity = maxLength(rows.map((row) => row.severity));
    const rule = maxLength(rows.map((row) => row.rule));
    const indent = 2 + (position === 0 ? 0 : position + 2) + severity + 2 + rule + 2;
    const messageWidth = Math.max(MIN_MESSAGE_WIDTH, this.width - indent);
    return rows.flatMap((row) => {
      const prefix = position === 0 ? '' : `${this.#style('dim', row.position.padStart(position))}  `;
      const head = `  ${prefix}${this.#style(row.style, row.severity.padEnd(severity))}  ${this.#style('dim', row.rule.padEnd(rule))}  `;
      const [first = '', ...more] = wrapped(row.message, messageWidth);
      const remark = row.remark === undefined ? [] : wrapped(`→ ${row.remark}`, messageWidth).map((line) => this.#style('dim', line));
      return [head + first, ...[...more, ...remark].map((line) => ' '.repeat(indent) + line)];
    });
  }

  #summary(): string {
    const { errors, warnings, silenced, silencedWord = 'silenced', passed } = this.report;
    const parts = [
      ...(errors > 0 ? [this.#style('red', counted(errors, 'error'))] : []),
      ...(warnings > 0 ? [this.#style('yellow', counted(warnings, 'warning'))] : []),
      ...(silenced.length > 0 ? [this.#style('dim', `${silenced.length} ${silencedWord}`)] : []),
    ];
    const verdict = passed ? this.#style('green', '✔ valid') : this.#style('red', '✖ not valid');
    return parts.length === 0 ? `${verdict}: nothing found` : `${verdict}: ${parts.join(', ')}`;
  }

  #style(style: Style, value: string): string {
    const [on, off] = CODES[style];
    return this.color ? `\u001b[${on}m${value}\u001b[${off}m` : value;
  }
}

function rowOf({ line, column, severity, ruleId, message, elsewhere }: ReportedFinding, remark: string | undefined): Row {
  return {
    position: line === undefined ? '' : `${line}:${column ?? 1}`,
    severity,
    style: severity === FindingSeverity.ERROR ? 'red' : 'yellow',
    rule: printable(ruleId),
    message: `${message}${elsewhere?.sentence ?? ''}`,
    remark,
  };
}

/** Returns the remedy, but only for the last of several consecutive findings of one rule. */
function remedyAt(findings: readonly ReportedFinding[], index: number): string | undefined {
  const { ruleId, remedy } = findings[index]!;
  const next = findings[index + 1];
  return next?.ruleId === ruleId && next.remedy === remedy ? undefined : remedy;
}

function maxLength(values: readonly string[]): number {
  return values.reduce((length, value) => Math.max(length, value.length), 0);
}

/**
 * Returns the findings as workflow commands of GitHub Actions, which show them next to the code.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function gitHubReports(reports: readonly PlacedReport[]): string {
  return reports.flatMap(({ report, options }) => report.findings.map(({ ruleId, severity, file, line, column, message, remedy }) => {
    const properties = { file: file === undefined ? undefined : fileInFolder(file, options.folder), line, col: column, title: `${report.source}: ${ruleId}` };
    return gitHubCommand(severity, properties, `${message}; ${remedy}`);
  })).join('');
}
