/** What a line of a session in a terminal begins with that a reader types. */
const PROMPT = /^\$ /;

const CLASSES: { readonly [mark: string]: string } = { '✓': 'good', '✗': 'bad', '…': 'open' };

/** Whether a block shows a session: commands with what they print. */
export function isSession(content: string): boolean {
  return PROMPT.test(content);
}

/**
 * Returns a session as HTML: commands are bold, and marks have the color that a terminal gives them. Colors only repeat what the marks say.
 *
 * @param html the session, in which HTML is escaped
 */
export function sessionHtml(html: string): string {
  let continued = false;
  return html.split('\n').map((line) => {
    const isCommand = continued || PROMPT.test(line);
    continued = isCommand && line.endsWith('\\');
    return isCommand ? `<b>${line}</b>` : marked(line);
  }).join('\n');
}

function marked(line: string): string {
  return line
    .replace(/^([│ ]*[├└]? ?)([✓✗…])(?= )/, (_, indent: string, mark: string) => `${indent}<span class="${CLASSES[mark]!}">${mark}</span>`)
    .replace(/&lt;- here$/, '<b class="bad">&lt;- here</b>')
    .replace(/^(\s*)(remedy:)/, '$1<b class="good">$2</b>');
}
