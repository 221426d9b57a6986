import { oneLine } from '../../text/one-line';
import { UpgradeEdgeKind } from '../compare/catalog-changes';
import type { ChannelDrawing } from './channel-drawing';
import { type Box, type ChannelLayout, layoutOf, type Line, SIZES, textWidth } from './channel-layout';
import { arrowTip, escaped, picture, round, shortened, textLine } from './svg-elements';

const MARGIN = 16;
const TITLE_HEIGHT = 28;
const BETWEEN_CHANNELS = 32;
const MAX_HEADING_LENGTH = 100;

/** Draws channels as an SVG image, one below the other. */
export function toSvg(drawings: readonly ChannelDrawing[]): string {
  let y = MARGIN;
  let width = 0;
  const parts: string[] = [];
  for (const drawing of drawings) {
    const layout = layoutOf(drawing);
    const heading = [drawing.title, ...(drawing.deprecation === undefined ? [] : [oneLine(`deprecated: ${drawing.deprecation}`, MAX_HEADING_LENGTH)])];
    const headingHeight = TITLE_HEIGHT + (heading.length - 1) * SIZES.line;
    parts.push(
      `<g transform="translate(${MARGIN},${y})">`,
      ...heading.map((line, index) => textLine(line, 0, 12 + index * SIZES.line, index === 0 ? 'title' : 'note')),
      `<g transform="translate(0,${headingHeight})">`, channelGroup(layout), '</g></g>',
    );
    y += headingHeight + layout.height + BETWEEN_CHANNELS;
    width = Math.max(width, layout.width, ...heading.map(textWidth));
  }
  const legend = legendParts(y);
  const [fullWidth, fullHeight] = [Math.ceil(Math.max(width, legend.width) + 2 * MARGIN), y + SIZES.line];
  return picture(drawings.map(({ title }) => title).join(', '), fullWidth, fullHeight, `${parts.join('\n')}\n${legend.svg}`);
}

function channelGroup({ boxes, lines }: ChannelLayout): string {
  // The highlighted path is drawn last, so that no other line covers it.
  const inOrder = [...lines.filter(({ onPath }) => !onPath), ...lines.filter(({ onPath }) => onPath)];
  return [...inOrder.map(lineParts), ...boxes.map(boxParts)].join('\n');
}

function boxParts({ node, x, y, width, height, label }: Box): string {
  const state = node.isDeprecated ? ' deprecated' : node.isHead ? ' head' : '';
  const dashed = node.isSkipped ? ' stroke-dasharray="4 3"' : '';
  const full = [node.name, ...node.notes].join('\n');
  return `<g><title>${escaped(full)}</title>`
    + `<rect class="box${state}${node.onPath ? ' path' : ''}"${dashed} x="${x}" y="${y}" width="${round(width)}" height="${height}" rx="5"/>`
    + label.map((line, index) => textLine(line, x + SIZES.padding, y + 18 + index * SIZES.line, index === 0 ? '' : 'note')).join('')
    + '</g>';
}

function lineParts({ kind, onPath, points, hasArrow }: Line): string {
  const end = points.at(-1)!;
  const classes = ['line', ...(kind === UpgradeEdgeKind.SKIPS ? ['skips'] : kind === UpgradeEdgeKind.SKIP_RANGE ? ['range'] : []), ...(onPath ? ['hop'] : [])];
  const before = points.at(-2)!;
  const drawn = hasArrow ? [...points.slice(0, -1), shortened(before, end)] : points;
  const tip = hasArrow ? arrowTip(before, end, onPath ? 'tip-hop' : kind === UpgradeEdgeKind.SKIPS ? 'tip-skips' : 'tip')
    // Only lines of skips join others: a bundle replaces one, and a path has one upgrade to it.
    : `<circle class="dot" cx="${round(end.x)}" cy="${round(end.y)}" r="2.5"/>`;
  return `<polyline class="${classes.join(' ')}" points="${drawn.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}"/>${tip}`;
}

function legendParts(y: number): { svg: string; width: number } {
  const items = [['line', 'replaces'], ['line skips', 'skips'], ['line hop', 'path to the head']] as const;
  let x = MARGIN;
  const parts = items.map(([name, label]) => {
    const part = `<polyline class="${name}" points="${x},${y - 4} ${x + 28},${y - 4}"/>${textLine(label, x + 34, y, 'note')}`;
    x += Math.ceil(34 + textWidth(label) + 20);
    return part;
  });
  return { svg: parts.join(''), width: x - MARGIN };
}
