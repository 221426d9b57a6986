import { type Point, textWidth } from './channel-layout';

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
    + `<title>${escaped(title)}</title><style>${STYLE}</style>`
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
    + `xml:space="preserve">${escaped(content)}</text>`;
}

/** Returns a number with at most two decimal places. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Escapes a string for XML, which cannot contain control characters. */
export function escaped(value: string): string {
  return value.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
