import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { xmlText } from '../../lib/text/xml';

/** The page with the session, which test/docs/terminal.test.ts records. */
const PAGE = 'docs/guides/terminal.md';

const COMMAND = '$ olm-constructs explain ';

const PADDING = 20;
const COLUMN = 8.43;
const LINE = 20;
const BAR = 34;

/** Returns the recorded output of `explain` as a terminal. */
export function explainPicture(root: string): string {
  return terminalPicture(recordedExplanation(readFileSync(join(root, PAGE), 'utf8')));
}

/**
 * Returns the command and its output in the page.
 *
 * @throws Error if the page has none
 */
export function recordedExplanation(page: string): readonly string[] {
  const block = [...page.matchAll(/^```text\n([^]*?)^```$/gm)].map(([, content]) => content!).find((content) => content.startsWith(COMMAND));
  if (block === undefined) {
    throw new Error(`${PAGE} has no block that begins with '${COMMAND}'`);
  }
  return block.trimEnd().split('\n');
}

/** Draws lines as a terminal that follows the color scheme of the reader. */
function terminalPicture(lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * COLUMN) + 2 * PADDING;
  const height = BAR + lines.length * LINE + PADDING;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>olm-constructs explain, in a terminal</title>
<desc>${xmlText(lines.join('\n'))}</desc>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1b1f24; white-space: pre }
.command { font-weight: 700 }
.good { fill: #116329 }
.bad { fill: #a40e26 }
.remedy { fill: #0550ae }
rect { fill: #f6f8fa; stroke: #8c959f }
circle { fill: #8c959f }
@media (prefers-color-scheme: dark) {
text { fill: #e8eaed } .good { fill: #7ee787 } .bad { fill: #ff9b94 } .remedy { fill: #9ecbff } rect { fill: #1e2228; stroke: #6e7681 } circle { fill: #6e7681 }
}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${[0, 1, 2].map((index) => `<circle cx="${PADDING + 6 + index * 20}" cy="18" r="6"/>`).join('\n')}
${stylesOf(lines).map((style, index) => (
    lines[index] === '' ? '' : `<text xml:space="preserve"${style === '' ? '' : ` class="${style}"`} x="${PADDING}" y="${BAR + 16 + index * LINE}">${xmlText(lines[index]!)}</text>\n`
  )).join('')}</svg>
`;
}

/** Returns the class of each line. A remedy goes to the end of its paragraph, and a cell of the tree continues far from the margin. */
function stylesOf(lines: readonly string[]): readonly string[] {
  let style = '';
  return lines.map((line) => {
    style = /^\s+remedy: /.test(line) || (line !== '' && style === 'remedy') ? 'remedy'
      : line.startsWith('$ ') ? 'command'
        : line.includes('✗') || (style === 'bad' && /^ {20}/.test(line)) ? 'bad'
          : line.includes('✓') ? 'good' : '';
    return style;
  });
}
