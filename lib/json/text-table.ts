/** How wide a text is at most where its words allow it. */
const TEXT_WIDTH = 100;

const GAP = '  ';

/** What moves the cursor, hides text or turns it round in a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

/**
 * Rows as lines of aligned columns. The last column is broken between words where a line would become wider than 100 columns; a word that
 * is wider alone stays whole, so that it can be copied.
 *
 * @param rows each with the same number of cells
 * @param indent spaces before each line
 */
export function tableLines(rows: readonly (readonly string[])[], indent = 0): string[] {
  const cells = rows.map((row) => row.map(printable));
  const columns = Math.max(0, ...cells.map((row) => row.length - 1));
  const widths = Array.from({ length: columns }, (_, column) => cells.reduce((most, row) => Math.max(most, lengthOf(row[column] ?? '')), 0));
  const margin = ' '.repeat(indent);
  return cells.flatMap((row) => {
    const head = widths.map((width, column) => padded(row[column] ?? '', width) + GAP).join('');
    const blank = ' '.repeat(lengthOf(head));
    return wrapped(row[columns] ?? '', TEXT_WIDTH - indent - blank.length)
      .map((line, index) => `${margin}${index === 0 ? head : blank}${line}`.trimEnd());
  });
}

/** Words as lines of that width, at least one line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A text of strangers without what a terminal would obey. */
function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

/** Letters, and not the halves that JavaScript makes of some of them. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** A list for people: the first few, and how many more there are. */
export function abridgedList(items: readonly string[], shown: number): string {
  const first = items.slice(0, shown).join(', ');
  return items.length > shown ? `${first} and ${items.length - shown} more` : first;
}
