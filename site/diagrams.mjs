import { renderMermaidSVG } from 'beautiful-mermaid';

/** Colors of diagrams, from the style sheet, which has those of `--muted` and `--surface` under the names that beautiful-mermaid uses. */
const COLORS = { bg: 'var(--background)', fg: 'var(--text)', line: 'var(--text)', accent: 'var(--text)', border: 'var(--text)', transparent: true };

/** Width of a diagram in the column of text, and on a phone, in pixels. */
const WIDTHS = { column: 730, phone: 350 };

/** The least scale at which the words of a diagram can be read. */
const LEAST_SCALE = 0.75;

let diagrams = 0;

/**
 * Returns a diagram of Mermaid as HTML. It becomes smaller to fit into the page. If its words could not be read then, it is turned from left-to-right
 * to top-down, on a phone only or everywhere, if that is narrower.
 */
export function diagramHtml(content) {
  const given = render(content);
  const turned = /^flowchart LR\b/.test(content) ? render(content.replace('LR', 'TD')) : given;
  const [column, phone] = [WIDTHS.column, WIDTHS.phone].map((width) => (fits(given, width) || turned.width >= given.width ? given : turned));
  const svgs = column === phone ? [figureOf(column, '')] : [figureOf(column, ' in-column'), figureOf(phone, ' on-phone')];
  return `${svgs.join('\n')}\n`;
}

function fits({ width }, available) {
  return width * LEAST_SCALE <= available;
}

function render(content) {
  const svg = renderMermaidSVG(content, { ...COLORS, padding: 8 });
  return { svg, width: Number(/width="([\d.]+)"/.exec(svg)[1]) };
}

/** A figure loads no font, and shares no fragment with others of the page. The script lets readers enlarge it to its least width. */
function figureOf({ svg, width }, name) {
  diagrams += 1;
  const own = svg.replace(/@import url\([^)]*\);?/g, '').replace(/(id="|url\(#)/g, `$1Diagram-${diagrams}-`);
  return `<figure class="diagram${name}" role="group" aria-label="Diagram" style="--least: ${Math.round(width * LEAST_SCALE)}px">${own}</figure>`;
}
