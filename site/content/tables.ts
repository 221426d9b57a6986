/** What this needs of a token of markdown-it. */
interface Token {
  readonly type: string;
  readonly content: string;
  attrSet(name: string, value: string): void;
}

/**
 * Gives each cell of a table the name of its column, which a narrow page shows before the cell because it shows each row as a card, and each table
 * the heading of the section that it is in, as its name for screen readers.
 */
export function labelTables(tokens: readonly Token[]): void {
  const names = new Map<string, number>();
  let heading = '';
  let columns: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    const text = plainText(tokens[index + 1]?.content ?? '');
    switch (token.type) {
      case 'heading_open':
        heading = text;
        break;
      case 'table_open': {
        const times = (names.get(heading) ?? 0) + 1;
        names.set(heading, times);
        token.attrSet('aria-label', `Table: ${heading}${times === 1 ? '' : ` (${times})`}`);
        columns = [];
        break;
      }
      case 'th_open':
        columns.push(text);
        break;
      case 'tr_open':
        column = 0;
        break;
      case 'td_open':
        if ((columns[column] ?? '') !== '') {
          token.attrSet('data-label', columns[column]!);
        }
        column += 1;
        break;
    }
  });
}

/** Length of the longest word of code that a table shows on one line. */
const LONGEST_WORD = 40;

/** Returns the HTML of inline code, in which a long word, such as an address, can continue on the next line after a separator. */
export function breakableCode(html: string): string {
  return html.replace(/\S+/g, word => (word.length <= LONGEST_WORD ? word : word.replace(/[:/.,_-]+(?=.)/g, '$&<wbr>')));
}

function plainText(markdown: string): string {
  return markdown.replace(/<[^>]*>/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '').trim();
}
