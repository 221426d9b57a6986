import type { PlannedOperator } from './planned-operator';
import { SIZES } from '../../catalog/graph/layout';
import { arrowTip, escaped, picture, shortened, textLine } from '../../catalog/graph/svg-elements';
import { LockChangeKind } from '../lock/lock-change';

/** Width of the picture: that of a telephone and of a column in a pull request, so that nothing is scaled down. */
const WIDTH = 400;
const MARGIN = 14;
const BOX_WIDTH = WIDTH - 2 * MARGIN;
const BETWEEN_OPERATORS = 18;
const MAX_LINE = Math.floor((BOX_WIDTH - 2 * SIZES.padding) / SIZES.character);

/** A box of the picture: a CSV, or what stands for one. */
interface Step {
  readonly name: string;

  /** What it is; color is never the only sign of anything. */
  readonly note: string;
  readonly kind: 'start' | 'approval' | 'last' | 'unsafe' | 'none';
}

/** Draws the path of each operator as an SVG image, one below the other, from the CSV before to the one after. */
export function planSvg(operators: readonly PlannedOperator[]): string {
  let y = MARGIN;
  const parts: string[] = operators.length === 0 ? [textLine('No operator changes.', MARGIN, y + 12, '')] : [];
  for (const operator of operators) {
    const title = wrapped(`${operator.namespace}/${operator.packageName}`, MAX_LINE + 3);
    parts.push(...title.map((line, index) => textLine(line, MARGIN, y + 12 + index * SIZES.line, 'title')));
    y += title.length * SIZES.line + 5;
    const steps = stepsOf(operator);
    const isBroken = operator.kind === LockChangeKind.CHANGED && operator.approvals.length === 0;
    steps.forEach((step, index) => {
      const lines = wrapped(step.name, MAX_LINE);
      const height = SIZES.box + lines.length * SIZES.line;
      parts.push(boxOf(step, lines, y, height));
      y += height;
      if (index < steps.length - 1) {
        parts.push(arrow(y, isBroken));
        y += SIZES.gap;
      }
    });
    y += BETWEEN_OPERATORS;
  }
  return picture('Upgrades of operators', WIDTH, Math.max(y, 2 * MARGIN + SIZES.line), parts.join('\n'));
}

function stepsOf({ kind, before, after, approvals, crdChanges, problems }: PlannedOperator): Step[] {
  const isUnsafe = crdChanges.some(({ isSafe }) => !isSafe);
  const start: Step = before === '' ? { name: 'not installed', note: 'new operator', kind: 'none' } : { name: before, note: 'before', kind: 'start' };
  if (kind === LockChangeKind.REMOVED) {
    return [start, { name: 'not in the lock any longer', note: 'remove its Subscription and CSV', kind: 'none' }];
  }
  const count = approvals.length;
  return count === 0 ? [start, { name: after, note: problems.length === 0 ? 'no upgrade' : 'OLM does not upgrade to it, see PROBLEMS', kind: 'unsafe' }] : [
    start,
    ...approvals.map((name, index): Step => {
      const isLast = index === count - 1;
      return {
        name, note: `approve ${index + 1} of ${count}${isLast && isUnsafe ? ' · UNSAFE change of a CRD' : ''}`,
        kind: !isLast ? 'approval' : isUnsafe ? 'unsafe' : 'last',
      };
    }),
  ];
}

const CLASSES: { readonly [kind in Step['kind']]: string } = { start: '', approval: '', last: ' head', unsafe: ' deprecated', none: '' };

function boxOf({ name, note, kind }: Step, lines: readonly string[], y: number, height: number): string {
  const dashed = kind === 'none' ? ' stroke-dasharray="4 3"' : '';
  const wide = kind === 'last' || kind === 'unsafe' ? ' stroke-width="2"' : '';
  return `<g><title>${escaped(`${name}: ${note}`)}</title>`
    + `<rect class="box${CLASSES[kind]}"${dashed}${wide} x="${MARGIN}" y="${y}" width="${BOX_WIDTH}" height="${height}" rx="5"/>`
    + lines.map((line, index) => textLine(line, MARGIN + SIZES.padding, y + 18 + index * SIZES.line, '')).join('')
    + `${textLine(note, MARGIN + SIZES.padding, y + 18 + lines.length * SIZES.line, 'note')}</g>`;
}

/** An arrow down to the next box; dashed if OLM does not make the upgrade. */
function arrow(y: number, isBroken: boolean): string {
  const x = MARGIN + SIZES.spine;
  const [from, to] = [{ x, y }, { x, y: y + SIZES.gap }];
  const end = shortened(from, to);
  return `<polyline class="line"${isBroken ? ' stroke-dasharray="2 3"' : ''} points="${x},${y} ${end.x},${end.y}"/>${arrowTip(from, to, 'tip')}`;
}

/** Breaks a long name after a dot, a hyphen or a slash if possible. */
function wrapped(name: string, most: number): string[] {
  if (name.length <= most) {
    return [name];
  }
  const at = Math.max(...['.', '-', '/'].map((separator) => name.lastIndexOf(separator, most - 1))) + 1;
  const end = at > most / 2 ? at : most;
  return [name.slice(0, end), ...wrapped(name.slice(end), most)];
}
