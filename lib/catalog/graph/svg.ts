import { append, largest } from '../../text/lists';
import { oneLine, printable } from '../../text/printable';
import { xmlText } from '../../text/xml';
import { UpgradeEdgeKind } from '../compare/catalog-changes';
import type { ChannelDrawing } from './channel-drawing';
import { type Box, type ChannelLayout, layoutOf, type Line, type Point, SIZES, textWidth } from './channel-layout';

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
    const heading = [oneLine(drawing.title, MAX_HEADING_LENGTH), ...(drawing.deprecation === undefined ? [] : [oneLine(`deprecated: ${drawing.deprecation}`, MAX_HEADING_LENGTH)])];
    const headingHeight = TITLE_HEIGHT + (heading.length - 1) * SIZES.line;
    append(parts, [
      `<g transform="translate(${MARGIN},${y})">`,
      ...heading.map((line, index) => textLine(line, 0, 12 + index * SIZES.line, index === 0 ? 'title' : 'note')),
      `<g transform="translate(0,${headingHeight})">`, channelGroup(layout), '</g></g>',
    ]);
    y += headingHeight + layout.height + BETWEEN_CHANNELS;
    width = largest([width, layout.width, ...heading.map(textWidth)]);
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
  const full = [node.name, ...node.notes].map(printable).join('\n');
  return `<g><title>${xmlText(full)}</title>`
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

/** Colors for light pages, and for dark pages if the viewer prefers a dark scheme. The image has its own background. */
const STYLE = [
  'text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:#1f2328}',
  '.page{fill:#ffffff}.title{font-weight:bold}.note{fill:#57606a}',
  '.box{fill:#f6f8fa;stroke:#57606a}.head{fill:#ddf4ff;stroke:#0969da}.deprecated{fill:#fff8c5;stroke:#9a6700}.path{stroke:#1a7f37;stroke-width:3}',
  '.line{fill:none;stroke:#57606a;stroke-width:1.5}.skips{stroke:#8250df;stroke-dasharray:5 4}.range{stroke-dasharray:2 3}',
  '.hop{stroke:#1a7f37;stroke-width:3}.dot{fill:#8250df}.tip{fill:#57606a}.tip-skips{fill:#8250df}.tip-hop{fill:#1a7f37}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.note{fill:#9198a1}.box{fill:#161b22;stroke:#8b949e}',
  '.head{fill:#0c2d6b;stroke:#58a6ff}.deprecated{fill:#3b2300;stroke:#d29922}.line{stroke:#8b949e}.skips{stroke:#bc8cff}',
  '.path,.hop{stroke:#3fb950}.dot,.tip-skips{fill:#bc8cff}.tip{fill:#8b949e}.tip-hop{fill:#3fb950}}',
].join('');

/** Length of an arrowhead, in pixels. */
const TIP = 8;

/** Returns a self-contained SVG image. */
export function picture(title: string, width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`
    + `<title>${xmlText(title)}</title><style>${STYLE}</style>`
    + `<rect class="page" width="${width}" height="${height}" rx="6"/>\n${content}\n</svg>\n`;
}

/** Returns the end of a line, where its arrowhead begins. */
export function shortened(from: Point, to: Point): Point {
  return { x: to.x - Math.sign(to.x - from.x) * TIP, y: to.y - Math.sign(to.y - from.y) * TIP };
}

/** Returns the arrowhead of a line. */
export function arrowTip(from: Point, to: Point, name: string): string {
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const base = shortened(from, to);
  const corners = [to, { x: base.x + dy * 4, y: base.y + dx * 4 }, { x: base.x - dy * 4, y: base.y - dx * 4 }];
  return `<polygon class="${name}" points="${corners.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}"/>`;
}

/** Returns a text element with a fixed width, so that it stays in its box with a wider font. */
export function textLine(content: string, x: number, y: number, name: string): string {
  return `<text${name === '' ? '' : ` class="${name}"`} x="${round(x)}" y="${round(y)}" textLength="${round(textWidth(content))}" lengthAdjust="spacingAndGlyphs" `
    + `xml:space="preserve">${xmlText(content)}</text>`;
}

/** Returns a number with at most two decimal places. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
