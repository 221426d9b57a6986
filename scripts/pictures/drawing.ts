/** Drawing of the diagrams: boxes, arrows and labels as SVG that follows the color scheme of the reader. */

/** A box of a diagram. */
export interface Box {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distance between the border of a box and its text. */
export const PADDING = 12;

const LINE = 22;

/** Words for readers who do not see a diagram. */
export interface Words {
  readonly title: string;
  readonly description: string;
}

/** Returns a whole diagram. */
export function picture({ width, height }: Size, { title, description }: Words, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<desc>${description}</desc>
<style>
text { font: 16px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1b1f24 }
.title { font-weight: 700 }
.label { font-size: 14px; text-anchor: middle }
rect { fill: #ffffff; stroke: #1b1f24; stroke-width: 1.5 }
.cluster { fill: none; stroke-dasharray: 7 5 }
path { fill: none; stroke: #1b1f24; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #e8eaed } rect { fill: #1e2228; stroke: #e8eaed } .cluster { fill: none } path { stroke: #e8eaed } }
</style>
${parts.join('\n')}
</svg>
`;
}

/** Draws a box with a title and lines of text. */
export function box(at: Point, size: Size, content: Box): string {
  return boxOf(at, size, content, '');
}

/** Draws a box with a dashed border, for what is only there in part. */
export function outline(at: Point, size: Size, content: Box): string {
  return boxOf(at, size, content, ' class="cluster"');
}

function boxOf({ x, y }: Point, { width, height }: Size, { title, lines }: Box, style: string): string {
  return [
    `<rect${style} x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`,
    text({ x: x + PADDING, y: y + 30 }, title, 'title'),
    ...lines.map((line, index) => (line === '' ? '' : text({ x: x + PADDING, y: y + 58 + index * LINE }, line))),
  ].filter((part) => part !== '').join('\n');
}

/** Draws an arrow along horizontal and vertical lines. */
export function arrow(...points: readonly [Point, Point, ...Point[]]): string {
  const [from, to] = points.slice(-2) as [Point, Point];
  const [x, y] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  const head = (side: number): string => `${to.x - 9 * x + 6 * side * y} ${to.y - 9 * y + 6 * side * x}`;
  return `<path d="M${points.map((point) => `${point.x} ${point.y}`).join('L')}M${head(1)}L${to.x} ${to.y}L${head(-1)}"/>`;
}

/** Writes a label, centered at a point. */
export function label(at: Point, content: string): string {
  return text(at, content, 'label');
}

/** Writes a line of text. */
export function text({ x, y }: Point, content: string, style?: 'title' | 'label'): string {
  return `<text${style === undefined ? '' : ` class="${style}"`} x="${x}" y="${y}">${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}
