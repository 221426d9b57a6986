import type { ValidationFinding } from '../finding';
import { FindingSeverity } from '../severity';
import type { TextReportOptions, ValidationReport } from './validation-report';

const DEFAULT_WIDTH = 120;
const NARROWEST = 24;

/** The report for people. */
export function textReport(report: ValidationReport, { color = false, width = DEFAULT_WIDTH }: TextReportOptions): string {
  return new TextWriter(report, color, width).write();
}

/** Ways to set off text. */
type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

const CODES: { readonly [style in Style]: readonly [on: number, off: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
};

/** A line of a table of findings. */
interface Row {
  readonly place: string;
  readonly severity: string;
  readonly style: Style;
  readonly rule: string;
  readonly message: string;
  readonly remark: string | undefined;
}

class TextWriter {
  public constructor(
    private readonly report: ValidationReport,
    private readonly color: boolean,
    private readonly width: number,
  ) {}

  public write(): string {
    const { findings, silenced, source } = this.report;
    const blocks = [
      ...this.#byFile(findings, (file) => this.#style('bold', file), (rows) => rows.map((finding, index) => rowOf(finding, remedyAt(rows, index)))),
      ...this.#byFile(
        silenced.map(({ finding }) => finding),
        (file) => this.#style('dim', `${file} (silenced)`),
        (rows) => rows.map((finding) => rowOf(finding, `silenced: ${silenced.find((each) => each.finding === finding)!.reason}`)),
      ),
    ];
    return [this.#style('bold', printable(source)), ...blocks, this.#summary()].join('\n\n').concat('\n');
  }

  #byFile(
    findings: readonly ValidationFinding[],
    title: (file: string) => string,
    rowsOf: (findings: readonly ValidationFinding[]) => Row[],
  ): string[] {
    const files = [...new Set(findings.map(({ file }) => file))];
    return files.map((file) => {
      const rows = rowsOf(findings.filter((finding) => finding.file === file));
      return [title(printable(file ?? 'the bundle as a whole')), ...this.#table(rows)].join('\n');
    });
  }

  #table(rows: readonly Row[]): string[] {
    const place = longest(rows.map((row) => row.place));
    const severity = longest(rows.map((row) => row.severity));
    const rule = longest(rows.map((row) => row.rule));
    const indent = 2 + (place === 0 ? 0 : place + 2) + severity + 2 + rule + 2;
    const room = Math.max(NARROWEST, this.width - indent);
    return rows.flatMap((row) => {
      const where = place === 0 ? '' : `${this.#style('dim', row.place.padStart(place))}  `;
      const head = `  ${where}${this.#style(row.style, row.severity.padEnd(severity))}  ${this.#style('dim', row.rule.padEnd(rule))}  `;
      const [first = '', ...more] = wrapped(row.message, room);
      const remark = row.remark === undefined ? [] : wrapped(`→ ${row.remark}`, room).map((line) => this.#style('dim', line));
      return [head + first, ...[...more, ...remark].map((line) => ' '.repeat(indent) + line)];
    });
  }

  #summary(): string {
    const { errors, warnings, silenced, passed } = this.report;
    const parts = [
      ...(errors > 0 ? [this.#style('red', counted(errors, 'error'))] : []),
      ...(warnings > 0 ? [this.#style('yellow', counted(warnings, 'warning'))] : []),
      ...(silenced.length > 0 ? [this.#style('dim', `${silenced.length} silenced`)] : []),
    ];
    const verdict = passed ? this.#style('green', '✔ valid') : this.#style('red', '✖ not valid');
    return parts.length === 0 ? `${verdict}: nothing found` : `${verdict}: ${parts.join(', ')}`;
  }

  #style(style: Style, text: string): string {
    const [on, off] = CODES[style];
    return this.color ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  }
}

function rowOf({ line, column, severity, ruleId, message }: ValidationFinding, remark: string | undefined): Row {
  return {
    place: line === undefined ? '' : `${line}:${column ?? 1}`,
    severity,
    style: severity === FindingSeverity.ERROR ? 'red' : 'yellow',
    rule: printable(ruleId),
    message: printable(message),
    remark: remark === undefined ? undefined : printable(remark),
  };
}

/** The remedy, once behind several findings of one rule. */
function remedyAt(findings: readonly ValidationFinding[], index: number): string | undefined {
  const { ruleId, remedy } = findings[index]!;
  const next = findings[index + 1];
  return next?.ruleId === ruleId && next.remedy === remedy ? undefined : remedy;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

/** Breaks a text at spaces, so that lines fit where they can. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Letters that could move the cursor, change colours or the direction of writing. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of strangers, safe for a terminal. */
function printable(text: string): string {
  return text.replace(CONTROL, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
