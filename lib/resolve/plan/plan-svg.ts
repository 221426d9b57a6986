import { SIZES } from '../../catalog/graph/channel-layout';
import { arrowTip, picture, shortened, textLine } from '../../catalog/graph/svg';
import { append, largest } from '../../text/lists';
import { counted } from '../../text/phrases';
import { oneLine } from '../../text/printable';
import { xmlText } from '../../text/xml';
import { LockChangeKind } from '../lock/lock-change';
import { jointInstallPlans, type PlanContent } from './plan-content';
import type { PlannedOperator } from './planned-operator';

/** Width of the image: that of a phone and of a column in a pull request, so that the image is not scaled down. */
const WIDTH = 400;
const MARGIN = 14;
const BOX_WIDTH = WIDTH - 2 * MARGIN;
const BETWEEN_COLUMNS = 18;
const MAX_LINE = Math.floor((BOX_WIDTH - 2 * SIZES.padding) / SIZES.character);

/** Maximum length of a name, in characters: longer than any of Kubernetes. */
const MAX_NAME_LENGTH = 300;

/** A box of the image: CSVs, or a placeholder for one. */
interface Step {
  readonly names: readonly string[];

  /** Meaning of the box, in words, so that color is never the only indication. */
  readonly notes: readonly string[];
  readonly kind: 'start' | 'approval' | 'last' | 'unsafe' | 'none';
}

/** Boxes one below another, with arrows between them. */
interface Column {
  readonly title: string;
  readonly steps: readonly Step[];

  /** Whether OLM does not make the upgrade. */
  readonly isBroken: boolean;
}

/**
 * Draws the path of each operator as an SVG image, one below another, from the CSV before to the one after, and then the InstallPlans of namespaces
 * in which several operators change.
 */
export function planSvg(plan: PlanContent): string {
  let y = MARGIN;
  const parts: string[] = plan.operators.length === 0 ? [textLine('No operator changes.', MARGIN, y + 12, '')] : [];
  for (const { title, steps, isBroken } of columnsOf(plan)) {
    const titleLines = wrapped(title, MAX_LINE + 3);
    append(parts, titleLines.map((line, index) => textLine(line, MARGIN, y + 12 + index * SIZES.line, 'title')));
    y += titleLines.length * SIZES.line + 5;
    steps.forEach((step, index) => {
      const lines = step.names.flatMap((name) => wrapped(name, MAX_LINE));
      const height = SIZES.box + (lines.length + step.notes.length - 1) * SIZES.line;
      parts.push(boxOf(step, lines, y, height));
      y += height;
      if (index < steps.length - 1) {
        parts.push(arrow(y, isBroken));
        y += SIZES.gap;
      }
    });
    y += BETWEEN_COLUMNS;
  }
  return picture('Upgrades of operators', WIDTH, Math.max(y, 2 * MARGIN + SIZES.line), parts.join('\n'));
}

function columnsOf(plan: PlanContent): Column[] {
  return [
    ...plan.operators.map((operator) => ({
      title: `${operator.namespace}/${operator.packageName}`,
      steps: stepsOf(operator),
      isBroken: operator.kind === LockChangeKind.CHANGED && operator.approvals.length === 0,
    })),
    ...jointInstallPlans(plan).map(({ namespace, installPlans }): Column => ({
      title: `${namespace}: installed together`,
      steps: installPlans.map((names, index) => ({ names, notes: [`InstallPlan ${index + 1} of ${installPlans.length}`], kind: 'approval' })),
      isBroken: false,
    })),
  ];
}

function stepsOf(operator: PlannedOperator): Step[] {
  const { kind, before, after, approvals, problems } = operator;
  const start: Step = before === '' ? { names: ['not installed'], notes: ['new operator'], kind: 'none' } : { names: [before], notes: ['before'], kind: 'start' };
  if (kind === LockChangeKind.REMOVED) {
    return [start, { names: ['no longer in the lock'], notes: ['remove its Subscription and CSV'], kind: 'none' }];
  }
  const count = approvals.length;
  if (count === 0) {
    const note = problems.length === 0 ? 'no upgrade' : 'OLM does not upgrade to it, see PROBLEMS';
    return [start, { names: [after], notes: [note, ...gateNotes(operator, after)], kind: 'unsafe' }];
  }
  return [start, ...approvals.map((name, index): Step => ({
    names: [name],
    notes: [`approve ${index + 1} of ${count}`, ...gateNotes(operator, name)],
    kind: refusedOf(operator, name) > 0 ? 'unsafe' : index === count - 1 ? 'last' : 'approval',
  }))];
}

/** Findings of an upgrade to a CSV. */
function gateNotes(operator: PlannedOperator, csv: string): string[] {
  const refused = refusedOf(operator, csv);
  const accepted = operator.findings.filter(({ after }) => after === csv).length - refused;
  return [
    ...(refused === 0 ? [] : [`REFUSED: ${counted(refused, 'change')}`]),
    ...(accepted === 0 ? [] : [`accepted: ${counted(accepted, 'change')}`]),
    ...(operator.unchecked.includes(csv) ? ['not checked'] : []),
  ];
}

function refusedOf({ findings }: PlannedOperator, csv: string): number {
  return findings.filter(({ after, reason }) => after === csv && reason === undefined).length;
}

const CLASSES: { readonly [kind in Step['kind']]: string } = { start: '', approval: '', last: ' head', unsafe: ' deprecated', none: '' };

function boxOf({ names, notes, kind }: Step, lines: readonly string[], y: number, height: number): string {
  const dashed = kind === 'none' ? ' stroke-dasharray="4 3"' : '';
  const wide = kind === 'last' || kind === 'unsafe' ? ' stroke-width="2"' : '';
  return `<g><title>${xmlText(`${names.join(', ')}: ${notes.join(', ')}`)}</title>`
    + `<rect class="box${CLASSES[kind]}"${dashed}${wide} x="${MARGIN}" y="${y}" width="${BOX_WIDTH}" height="${height}" rx="5"/>`
    + lines.map((line, index) => textLine(line, MARGIN + SIZES.padding, y + 18 + index * SIZES.line, '')).join('')
    + `${notes.map((note, index) => textLine(note, MARGIN + SIZES.padding, y + 18 + (lines.length + index) * SIZES.line, 'note')).join('')}</g>`;
}

/** An arrow down to the next box; dashed if OLM does not make the upgrade. */
function arrow(y: number, isBroken: boolean): string {
  const x = MARGIN + SIZES.spine;
  const [from, to] = [{ x, y }, { x, y: y + SIZES.gap }];
  const end = shortened(from, to);
  return `<polyline class="line"${isBroken ? ' stroke-dasharray="2 3"' : ''} points="${x},${y} ${end.x},${end.y}"/>${arrowTip(from, to, 'tip')}`;
}

/** Breaks a long name after a dot, a hyphen or a slash if possible. */
function wrapped(given: string, most: number): string[] {
  const name = oneLine(given, MAX_NAME_LENGTH);
  if (name.length <= most) {
    return [name];
  }
  const at = largest(['.', '-', '/'].map((separator) => name.lastIndexOf(separator, most - 1))) + 1;
  const end = at > most / 2 ? at : most;
  return [name.slice(0, end), ...wrapped(name.slice(end), most)];
}
